#include "core/cli/input.hpp"

#include <algorithm>
#include <fstream>
#include <istream>
#include <vector>

namespace gpusel::cli {
namespace {

std::string read_up_to(std::istream& in, std::size_t most) {
  std::string out;
  std::vector<char> chunk(1U << 16U);
  while (out.size() < most && in) {
    in.read(chunk.data(), static_cast<std::streamsize>(std::min(chunk.size(), most - out.size())));
    out.append(chunk.data(), static_cast<std::size_t>(in.gcount()));
  }
  return out;
}

}  // namespace

Result<std::string> read_input(const std::string& file, std::istream& in, std::size_t largest) {
  if (file == "-") return read_up_to(in, largest + 1);
  std::ifstream stream(file, std::ios::binary);
  std::string text;
  if (stream) text = read_up_to(stream, largest + 1);
  if (!stream.is_open() || stream.bad())
    return Error{"no-file", "", "the file \"" + file + "\" cannot be read", {{"file", file}}};
  return text;
}

std::optional<std::string> read_line(std::istream& in, std::size_t largest) {
  std::string line;
  std::streambuf* buffer = in.rdbuf();
  bool any = false;
  for (int c = buffer->sbumpc(); c != std::char_traits<char>::eof(); c = buffer->sbumpc()) {
    any = true;
    if (c == '\n') break;
    if (line.size() <= largest) line += static_cast<char>(c);
  }
  if (!any) return std::nullopt;
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return line;
}

}  // namespace gpusel::cli
