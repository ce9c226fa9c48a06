// Build tool: turns a file into a C++ source with its bytes, as 64-bit words (compilers read those far faster than
// single bytes, and no compiler's limit on string literals applies).
//   embed NAME INPUT OUTPUT
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

namespace {

// White space between JSON tokens carries nothing; inside a string it stays.
std::string without_json_spaces(const std::string& text) {
  std::string out;
  out.reserve(text.size());
  bool in_string = false;
  bool escaped = false;
  for (const char c : text) {
    if (in_string) {
      in_string = escaped || c != '"';
      escaped = !escaped && c == '\\';
    } else if (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
      continue;
    } else {
      in_string = c == '"';
    }
    out += c;
  }
  return out;
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

std::string words_of(const std::string& bytes) {
  std::string out;
  char word[32];
  for (std::size_t i = 0; i < bytes.size(); i += 8) {
    std::uint64_t value = 0;
    for (std::size_t k = 0; k < 8 && i + k < bytes.size(); ++k)
      value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i + k])) << (8 * k);
    std::snprintf(word, sizeof word, "0x%llxU,", static_cast<unsigned long long>(value));
    out += word;
    if (i % 64 == 56) out += '\n';
  }
  return out.empty() ? "0" : out;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: embed NAME INPUT OUTPUT\n");
    return 2;
  }
  const std::string name = argv[1];
  const std::string input = argv[2];
  std::ifstream in(input, std::ios::binary);
  if (!in) {
    std::fprintf(stderr, "embed: cannot read %s\n", input.c_str());
    return 1;
  }
  std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (ends_with(input, ".json")) bytes = without_json_spaces(bytes);
  std::ofstream out(argv[3], std::ios::binary);
  out << "#include <bit>\n#include <cstdint>\n#include <string_view>\n\n"
      << "static_assert(std::endian::native == std::endian::little);\n\n"
      << "namespace {\nconstexpr std::uint64_t words[] = {\n"
      << words_of(bytes) << "};\n}\n\n"
      << "namespace gpusel::assets {\nstd::string_view " << name << "();\n"
      << "std::string_view " << name << "() {\n  return {reinterpret_cast<const char*>(words), " << bytes.size()
      << "};\n}\n}\n";
  out.close();
  if (!out) {
    std::fprintf(stderr, "embed: cannot write %s\n", argv[3]);
    return 1;
  }
  return 0;
}
