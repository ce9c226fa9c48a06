#include "ui/view/device_name.hpp"

#include <array>
#include <cctype>

#include "ui/view/format.hpp"

namespace gpusel::view {

namespace {

// Takes "24 x " from the end of `text`; 1 where no count stands there.
Count take_count(std::string& text) {
  constexpr std::string_view mark = " x ";
  if (text.size() < mark.size() || text.compare(text.size() - mark.size(), mark.size(), mark) != 0) return 1;
  const std::size_t end = text.size() - mark.size();
  std::size_t from = end;
  while (from > 0 && std::isdigit(static_cast<unsigned char>(text[from - 1]))) --from;
  if (from == end || end - from > 6) return 1;
  const Count count = std::stoi(text.substr(from, end - from));
  text.erase(from);
  return count;
}

void drop(std::string& name, std::string_view words) {
  if (const std::size_t at = name.find(words); at != std::string::npos) name.erase(at, words.size());
}

}  // namespace

Count count_of(const Scenario& scenario) {
  if (!scenario.hardware) return 1;
  if (scenario.hardware->accelerators.empty()) return scenario.hardware->count;
  Count n = 0;
  for (const DeviceGroup& g : scenario.hardware->accelerators) n += g.count;
  return n;
}

std::string row_key(const Scenario& scenario) {
  std::string id = "?";
  if (scenario.hardware && scenario.hardware->accelerator) {
    id = id_of(*scenario.hardware->accelerator);
    if (id.empty()) id = "inline";
  }
  return id + "/" + std::to_string(count_of(scenario));
}

std::string row_key(const Rejected& r) {
  return (r.accelerator.empty() ? "inline" : r.accelerator) + "/" + std::to_string(r.count);
}
std::string device_of_key(const std::string& key) { return key.substr(0, key.rfind('/')); }

std::string full_name(const Accelerator& a) {
  std::string name = a.name.empty() ? a.id : a.name;
  if (!a.vendor.empty() && name.rfind(a.vendor + " ", 0) == 0) name.erase(0, a.vendor.size() + 1);
  return name;
}

std::string short_name(const Accelerator& a) {
  std::string name = full_name(a);
  constexpr std::array<std::string_view, 8> dropped{"GeForce ",        "Radeon ",     "Instinct ",
                                                    " Generation",     " Blackwell",  " Workstation Edition",
                                                    " Server Edition", " Workstation"};
  // "RTX PRO 6000 Blackwell Server Edition" and "... Workstation Edition" are different boards: the edition stays where
  // two exist.
  const bool edition = name.find("PRO 6000") != std::string::npos;
  for (std::string_view words : dropped)
    if (!edition || words.find("Edition") == std::string_view::npos) drop(name, words);
  if (edition) drop(name, " Edition");
  const std::size_t open = name.find(" ("), close = name.find(')', open);  // "(HGX/DGX)", "(8060S, Strix Halo)"
  if (open != std::string::npos && close != std::string::npos) name.erase(open, close + 1 - open);
  return name;
}

std::string chart_name(const Accelerator& a) {
  std::string name = short_name(a);
  if (name.rfind("RTX PRO ", 0) == 0) name.erase(0, 4);
  // The size goes where the name is known without it: "RTX 4090", "H100 SXM5".
  const std::size_t space = name.rfind(' ');
  if (space != std::string::npos && name.size() > 3 && name.compare(name.size() - 2, 2, "GB") == 0 &&
      std::isdigit(static_cast<unsigned char>(name[space + 1])))
    name.erase(space);
  return name;
}

std::string with_short_names(const Catalog& catalog, std::string_view text, NameOf name) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const Accelerator* named = nullptr;
    for (const Accelerator& a : catalog.accelerators)
      if ((!named || a.name.size() > named->name.size()) && !a.name.empty() &&
          text.compare(at, a.name.size(), a.name) == 0)
        named = &a;
    if (named) {
      const Count count = take_count(out);
      out += times(name(*named), count);
    } else {
      out += text[at];
    }
    at += named ? named->name.size() : 1;
  }
  return out;
}

std::string times(const std::string& name, Count count) {
  return count > 1 ? name + " " + std::string(kTimes) + " " + std::to_string(count) : name;
}

std::string device_name(const Scenario& scenario, const Catalog& catalog, bool full) {
  const Accelerator* a = accelerator_of(scenario, catalog);
  if (!a) return row_key(scenario);
  return times(full ? full_name(*a) : short_name(*a), count_of(scenario));
}

}  // namespace gpusel::view
