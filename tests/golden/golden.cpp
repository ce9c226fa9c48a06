#include "tests/golden/golden.hpp"

#include <sstream>

#include "core/cli/run.hpp"

namespace gpusel::golden {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    out.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return out;
}

bool starts(std::string_view line, std::string_view mark) { return line.substr(0, mark.size()) == mark; }

std::string marked(const std::string& text, std::string_view mark) {
  std::string out;
  for (const std::string& line : lines_of(text)) out += std::string(mark) + line + "\n";
  return out;
}

std::string run(const std::string& command, const std::string& input) {
  std::vector<std::string> arguments = words(command);
  arguments.erase(arguments.begin());  // gpu-selector
  std::istringstream in(input);
  std::ostringstream out, err;
  const int status = cli::run(arguments, {in, out, err, true, false});
  return out.str() + marked(err.str(), "! ") + (status ? "exit " + std::to_string(status) + "\n" : "");
}

}  // namespace

std::vector<std::string> words(std::string_view line) {
  std::vector<std::string> out;
  std::string word;
  char quote = 0;
  bool any = false;
  for (char c : line) {
    if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      any = true;
    } else if (c == ' ') {
      if (any || !word.empty()) out.push_back(word);
      word.clear();
      any = false;
    } else {
      word += c;
    }
  }
  if (any || !word.empty()) out.push_back(word);
  return out;
}

std::string replayed(std::string_view text) {
  const std::vector<std::string> lines = lines_of(text);
  std::string out;
  std::size_t i = 0;
  for (; i < lines.size() && !starts(lines[i], "$ "); ++i) out += lines[i] + "\n";
  while (i < lines.size()) {
    const std::string command = lines[i++].substr(2);
    out += "$ " + command + "\n";
    std::string input;
    for (; i < lines.size() && starts(lines[i], "> "); ++i) {
      input += lines[i].substr(2) + "\n";
      out += lines[i] + "\n";
    }
    out += run(command, input);
    std::string comment;  // the lines with # after the last empty one, before the next command
    for (; i < lines.size() && !starts(lines[i], "$ "); ++i)
      comment = lines[i].empty() ? "" : comment + lines[i] + "\n";
    if (!starts(comment, "# ")) comment.clear();
    if (i < lines.size()) out += "\n" + comment;
  }
  return out;
}

}  // namespace gpusel::golden
