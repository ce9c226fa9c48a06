// The whole command line as a function of its arguments and streams, so that tests call what a person runs.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace gpusel::cli {

struct Streams {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  bool terminal = false;     // standard output is a terminal: text, not JSON
  bool input_waits = false;  // standard input is a terminal: nobody has sent anything
};

// Exit status: 0, 1 when the catalogue is broken, 2 for invalid input, 3 for --check where it does not fit.
int run(const std::vector<std::string>& arguments, const Streams& streams);

}  // namespace gpusel::cli
