// Build tool: turns a file into a C++ source with its bytes, as 64-bit words (compilers read those far faster than
// single bytes, and no compiler's limit on string literals applies).
//   embed NAME INPUT OUTPUT [MODE...]
// A .json file loses its white space. MODE columns: every list of objects becomes one object of columns, {"": number of
// rows, "key": [value a row, null where a row has none]}; like values then stand together and compress better
// (core/catalog/columns.hpp turns them back). MODE lean: only what computes; sources become a mention of the file that
// has them, and remarks go.
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

namespace {

using Json = nlohmann::ordered_json;

Json columns_of(const Json& value);

Json columns_of_rows(const Json& rows) {
  Json out = Json::object();
  out[""] = rows.size();
  for (const Json& row : rows)
    for (const auto& cell : row.items())
      if (!out.contains(cell.key())) out[cell.key()] = Json::array();
  for (auto& column : out.items()) {
    if (column.key().empty()) continue;
    Json cells = Json::array();
    for (const Json& row : rows) cells.push_back(row.contains(column.key()) ? row[column.key()] : Json());
    while (!cells.empty() && cells.back().is_null()) cells.erase(cells.size() - 1);
    column.value() = columns_of(cells);
  }
  return out;
}

// A list of objects, of which some may be absent (null) but more than one is there. An empty object would come back as
// an absent one.
bool is_rows(const Json& value) {
  int objects = 0;
  for (const Json& row : value) {
    if (!row.is_null() && (!row.is_object() || row.empty())) return false;
    if (row.is_object()) ++objects;
  }
  return objects > 1;
}

Json columns_of(const Json& value) {
  if (value.is_array() && is_rows(value)) return columns_of_rows(value);
  Json out = value;
  if (value.is_structured())
    for (auto& entry : out) entry = columns_of(entry);
  return out;
}

Json lean(Json document, const std::string& file) {
  if (document.contains("sources")) document["sources"] = Json::array({file});
  for (auto& list : document)
    for (auto& row : list) {
      if (!row.is_object()) continue;
      for (const char* remark : {"notes", "note", "peak_basis"}) row.erase(remark);
      if (row.contains("source")) row["source"] = row["source"].is_string() ? Json(file) : Json(0);
    }
  return document;
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
  if (argc < 4) {
    std::fprintf(stderr, "usage: embed NAME INPUT OUTPUT [columns] [lean]\n");
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
  if (ends_with(input, ".json")) {
    Json document = Json::parse(bytes);
    for (int i = 4; i < argc; ++i) {
      const std::string mode = argv[i];
      if (mode == "lean") document = lean(std::move(document), input.substr(input.rfind("assets/")));
      if (mode == "columns") document = columns_of(document);
    }
    bytes = document.dump();
  }
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
