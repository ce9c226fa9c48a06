#include "core/catalog/search.hpp"

#include <algorithm>

#include "core/catalog/words.hpp"
#include "core/domain/order.hpp"

namespace gpusel {
namespace {

constexpr std::size_t longest_name = 160;  // longer input is no name; it is not compared
constexpr double sure = 0.1;               // share of letters that may differ before words decide

struct Best {
  std::string id;
  double distance = 1;  // of the longer name's length
};

void compare(Best& best, std::string_view name, std::string_view candidate, std::string_view id) {
  const std::string lower = lower_case(candidate);
  const std::size_t longer = std::max({name.size(), lower.size(), std::size_t{1}});
  const std::size_t limit = std::max<std::size_t>(1, longer * 2 / 5);
  const std::size_t edits = edit_distance(name, lower, limit);
  if (edits > limit) return;
  const double distance = static_cast<double>(edits) / static_cast<double>(longer);
  if (distance < best.distance) best = {std::string(id), distance};
}

// The repository's name without its owner.
std::string_view base_name(std::string_view id) {
  const std::size_t slash = id.rfind('/');
  return slash == std::string_view::npos ? id : id.substr(slash + 1);
}

std::string first_found(const Catalog& catalog, std::string_view name, Found::Kind kind) {
  for (const Found& f : search(catalog, name, 16))
    if (f.kind == kind)
      return kind == Found::Kind::model ? catalog.models[f.index].id : catalog.accelerators[f.index].id;
  return {};
}

struct Haystack {
  std::vector<std::string> words, aliases;
};

void add(std::vector<std::string>& words, std::string_view text) {
  for (std::string& word : words_of(text)) words.push_back(std::move(word));
}

double best_match(std::string_view query, const std::vector<std::string>& words) {
  double best = 0;
  for (const std::string& word : words) best = std::max(best, word_match(query, word));
  return best;
}

double haystack_match(std::string_view word, const Haystack& h) {
  return std::max(best_match(word, h.words), 0.9 * best_match(word, h.aliases));
}

// "4060ti" may stand for "4060 ti".
double split_match(std::string_view word, const Haystack& h) {
  const std::size_t letters = word.find_first_not_of("0123456789.");
  if (letters == 0 || letters == std::string_view::npos) return 0;
  return 0.9 * std::min(haystack_match(word.substr(0, letters), h), haystack_match(word.substr(letters), h));
}

// Every word of the query must match; a shorter name that says the same is better, and a nickname that is the whole
// query best.
double score(const std::vector<std::string>& query, const Haystack& h) {
  double sum = 0;
  for (const std::string& word : query) {
    double match = haystack_match(word, h);
    if (match == 0) match = split_match(word, h);
    if (match == 0) return 0;
    sum += match;
  }
  const double all = sum / static_cast<double>(query.size());
  return all - 0.01 * static_cast<double>(std::min<std::size_t>(h.words.size(), 20));
}

double nickname_bonus(const std::string& whole, const std::vector<std::string>& aliases) {
  return std::find(aliases.begin(), aliases.end(), whole) != aliases.end() ? 0.5 : 0;
}

}  // namespace

std::string nearest(std::string_view name, const std::vector<std::string_view>& candidates) {
  if (name.empty() || name.size() > longest_name) return {};
  const std::string lower = lower_case(name);
  Best best;
  for (std::string_view candidate : candidates) compare(best, lower, candidate, candidate);
  return best.id;
}

std::string nearest_model(const Catalog& catalog, std::string_view name) {
  if (name.empty() || name.size() > longest_name) return {};
  const std::string lower = lower_case(name);
  Best best;
  for (const Model& m : catalog.models)
    for (std::string_view candidate : {std::string_view(m.id), base_name(m.id), std::string_view(m.name)})
      compare(best, lower, candidate, m.id);
  const std::string_view base = base_name(lower);
  if (base.size() != lower.size())
    for (const Model& m : catalog.models) compare(best, base, base_name(m.id), m.id);
  // Words decide when all of them match: "llama-3-8b" is nearer to Llama-3.1-8B by edits than to Meta-Llama-3-8B.
  const std::string by_words = best.distance < sure ? std::string() : first_found(catalog, name, Found::Kind::model);
  return by_words.empty() ? best.id : by_words;
}

std::string nearest_accelerator(const Catalog& catalog, std::string_view name) {
  if (name.empty() || name.size() > longest_name) return {};
  const std::string lower = lower_case(name);
  Best best;
  for (const Accelerator& a : catalog.accelerators)
    for (std::string_view candidate : {std::string_view(a.id), std::string_view(a.name)})
      compare(best, lower, candidate, a.id);
  for (const Accelerator& a : catalog.accelerators)
    for (const std::string& alias : a.aliases) compare(best, lower, alias, a.id);
  // "h100" is nearer to "a100" by edits than to its own full name.
  const std::string by_words =
      best.distance < sure ? std::string() : first_found(catalog, name, Found::Kind::accelerator);
  return by_words.empty() ? best.id : by_words;
}

std::vector<Found> search(const Catalog& catalog, std::string_view query, std::size_t limit) {
  std::vector<Found> found;
  if (query.size() > longest_name) query = query.substr(0, longest_name);
  const std::vector<std::string> wanted = words_of(query);
  if (wanted.empty()) return found;
  const std::string whole = lower_case(query);
  const auto consider = [&](Found::Kind kind, std::size_t index, const Haystack& h,
                            const std::vector<std::string>& aliases) {
    const double s = score(wanted, h);
    if (s > 0) found.push_back({kind, index, s + nickname_bonus(whole, aliases)});
  };
  for (std::size_t i = 0; i < catalog.models.size(); ++i) {
    const Model& m = catalog.models[i];
    Haystack h;
    add(h.words, m.id);
    add(h.aliases, m.name);
    add(h.aliases, m.vendor);
    for (const std::string& alias : m.aliases) add(h.aliases, alias);
    consider(Found::Kind::model, i, h, m.aliases);
  }
  for (std::size_t i = 0; i < catalog.accelerators.size(); ++i) {
    const Accelerator& a = catalog.accelerators[i];
    Haystack h;
    add(h.words, a.id);
    add(h.aliases, a.name);
    add(h.aliases, a.vendor);
    add(h.aliases, a.family);
    for (const std::string& alias : a.aliases) add(h.aliases, alias);
    consider(Found::Kind::accelerator, i, h, a.aliases);
  }
  sort_stably(found.begin(), found.end(), [](const Found& x, const Found& y) { return x.score > y.score; });
  if (found.size() > limit) found.resize(limit);
  return found;
}

}  // namespace gpusel
