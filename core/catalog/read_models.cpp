#include "core/catalog/readers.hpp"
#include "core/catalog/row.hpp"

namespace gpusel {
namespace {

struct PrefixWords {
  std::string prefix;
  std::vector<std::string> words;
};

constexpr std::int64_t most_parameters = 100'000'000'000'000;

void read_totals(Row& row, Model& m, std::optional<Error>& error) {
  m.published_parameters = row.optional_integer("published_parameters", 1, most_parameters, 0);
  m.published_active_parameters = row.optional_integer("published_active_parameters", 1, most_parameters, 0);
  // A pipeline's published figure may be that of its denoiser: a figure for the data's test, not the model's total.
  if (!row.optional_text("published_of").empty()) m.published_parameters = 0;
  m.published_precision = row.optional_text("published_precision");
  if (row.has("native_format")) m.native_format = row.choice<WeightFormat>("native_format");
  // What a published total counts beyond the model's tensors in use: copies of a tied head, prediction modules, scales.
  if (const Value* extras = row.value("stored_extras"); extras != nullptr && extras->array() != nullptr) {
    for (const Value& entry : *extras->array()) {
      Row extra(entry, row.where() + "/stored_extras", error);
      extra.text("what");
      extra.integer("parameters", -most_parameters, most_parameters);
    }
  }
}

}  // namespace

void read_models(const Value& document, Catalog& catalog, std::optional<Error>& error) {
  const std::vector<std::string> table = text_table(document, "sources", error);
  std::vector<PrefixWords> words;
  for (Row& row : rows_of(document, "aliases", error)) {
    std::string prefix = row.text("prefix");
    words.push_back({std::move(prefix), row.texts("words")});
  }
  std::vector<Row> rows = rows_of(document, "models", error);
  catalog.models.reserve(rows.size());
  for (Row& row : rows) {
    Model m;
    m.id = row.text("id");
    m.name = row.text("name");
    m.vendor = row.text("vendor");
    m.release = row.optional_text("release");
    m.license = row.optional_text("license");
    m.modality = row.choice<Modality>("modality");
    read_totals(row, m, error);
    m.aliases = row.texts("aliases");
    m.unverified = row.texts("unverified");
    m.source = row.sources("source", table);
    m.checked = row.text("checked");
    row.optional_text("note");
    const Value* config = row.value("config");
    if (config == nullptr || config->object() == nullptr)
      row.fail("config", "is missing");
    else
      m.config = *config;
    row.finish();
    for (const PrefixWords& p : words)
      if (m.id.compare(0, p.prefix.size(), p.prefix) == 0)
        m.aliases.insert(m.aliases.end(), p.words.begin(), p.words.end());
    catalog.models.push_back(std::move(m));
  }
}

}  // namespace gpusel
