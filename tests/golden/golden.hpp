// Text in, text out: a case is a text file with commands ("$ gpu-selector estimate ...") and, after each, what it
// prints. Lines before the first command, and lines with # at the start, are for the reader. Input for a command stands
// after it in lines with
// "> "; lines on standard error have "! " before them; an exit status other than 0 stands last as "exit 2".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpusel::golden {

// Words of a shell line: spaces part them, single and double quotes keep them together.
std::vector<std::string> words(std::string_view line);
// The case again, with what the commands print now: equal to the file where nothing has changed.
std::string replayed(std::string_view text);

}  // namespace gpusel::golden
