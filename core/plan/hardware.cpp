#include "core/plan/hardware.hpp"

#include <algorithm>
#include <string>

#include "core/catalog/search.hpp"

namespace gpusel {
namespace {

bool lists(const HostShape& host, std::string_view name) {
  return !name.empty() &&
         std::find(host.form_factors.begin(), host.form_factors.end(), name) != host.form_factors.end();
}

Error unknown_accelerator(const Catalog& catalog, const std::string& id, const std::string& pointer) {
  const std::string close = nearest_accelerator(catalog, id);
  Error e{"unknown-accelerator", pointer, "No accelerator is called \"" + id + "\".", {{"value", id}}};
  if (!close.empty()) {
    e.message += " Did you mean \"" + close + "\"?";
    e.args.emplace_back("nearest", close);
  }
  return e;
}

Result<const Accelerator*> find(const Catalog& catalog, const Question& q, const AcceleratorRef& ref,
                                std::size_t& inline_index, const std::string& pointer) {
  if (std::get_if<Accelerator>(&ref)) return &q.inline_accelerators[inline_index++];
  const std::string& id = *std::get_if<std::string>(&ref);
  const Accelerator* a = catalog.accelerator(id);
  if (!a) return unknown_accelerator(catalog, id, pointer);
  return a;
}

const Network* network_of(const Catalog& catalog, const HostShape* host) {
  if (host)
    for (const Network& n : catalog.networks)
      if (n.id == host->network) return &n;
  return nullptr;
}

// 10 Gbit/s Ethernet: what stands between machines that the catalogue knows no network for.
constexpr double plain_network_bytes_per_second = 1.25e9;
constexpr double plain_network_latency_seconds = 50e-6;
constexpr double plain_host_memory_bytes = 64.0 * 1024 * 1024 * 1024;

}  // namespace

const HostShape* host_of(const Catalog& catalog, const Accelerator& a) {
  const std::string_view names[] = {a.id, a.form_factor, a.family, to_string(a.cls)};
  for (std::string_view name : names)
    for (const HostShape& host : catalog.hosts)
      if (lists(host, name)) return &host;
  return nullptr;
}

int largest_count(const HostShape* host) {
  if (!host || host->counts.empty()) return 1;
  return *std::max_element(host->counts.begin(), host->counts.end());
}

Count billed_count(const HostShape* host, Count count) {
  const Count largest = largest_count(host);
  if (!host || host->counts.empty()) return count;
  if (count > largest) return ceil_div(count, largest) * largest;
  Count best = largest;
  for (int size : host->counts)
    if (size >= count) best = std::min<Count>(best, size);
  return best;
}

const Accelerator* accelerator_of(const Scenario& scenario, const Catalog& catalog) {
  if (!scenario.hardware) return nullptr;
  const HardwareSpec& h = *scenario.hardware;
  const AcceleratorRef* ref = h.accelerator            ? &*h.accelerator
                              : h.accelerators.empty() ? nullptr
                                                       : &h.accelerators.front().accelerator;
  if (!ref) return nullptr;
  if (const auto* inline_one = std::get_if<Accelerator>(ref)) return inline_one;
  return catalog.accelerator(std::get<std::string>(*ref));
}

std::string not_sold(const Accelerator& a) {
  return a.name + " is not sold: it can only be used in a cloud or through a hosted service.";
}

Result<std::vector<Device>> devices_of(const Catalog& catalog, const Question& q) {
  std::vector<Device> devices;
  std::size_t inline_index = 0;
  const auto& hardware = q.scenario.hardware;
  if (!hardware || (!hardware->accelerator && hardware->accelerators.empty()))
    return Error{"missing",
                 "/hardware/accelerator",
                 "An estimate needs an accelerator: a catalogue id such as \"rtx-4090\".",
                 {{"field", "hardware.accelerator"}}};
  if (hardware->accelerator) {
    Result<const Accelerator*> a = find(catalog, q, *hardware->accelerator, inline_index, "/hardware/accelerator");
    if (!a) return a.error();
    devices.push_back({*a, hardware->count});
    return devices;
  }
  for (std::size_t i = 0; i < hardware->accelerators.size(); ++i) {
    const std::string pointer = "/hardware/accelerators/" + std::to_string(i) + "/accelerator";
    Result<const Accelerator*> a = find(catalog, q, hardware->accelerators[i].accelerator, inline_index, pointer);
    if (!a) return a.error();
    devices.push_back({*a, hardware->accelerators[i].count});
  }
  return devices;
}

Case make_case(const Catalog& catalog, const Question& q, const Scenario& scenario, std::vector<Device> devices) {
  Case c;
  c.catalog = &catalog;
  c.scenario = &scenario;
  c.shape = &q.shape;
  c.draft = q.draft ? &*q.draft : nullptr;
  c.devices = std::move(devices);
  c.count = 0;
  for (const Device& d : c.devices) c.count += d.count;
  const HardwareSpec* given = scenario.hardware ? &*scenario.hardware : nullptr;
  const HostShape* host = host_of(catalog, c.accelerator());
  const Network* network = network_of(catalog, host);
  c.nodes = given && given->nodes ? *given->nodes : ceil_div(c.count, host ? largest_count(host) : 8);
  c.network = given && given->network ? *given->network
              : network               ? network->per_device
                                      : BytesPerSecond(plain_network_bytes_per_second);
  c.network_latency = network ? network->latency : Seconds(plain_network_latency_seconds);
  c.host_memory = given && given->host_memory ? *given->host_memory
                  : host                      ? host->memory
                                              : bytes(plain_host_memory_bytes);
  c.power_limit = given && given->power_limit ? *given->power_limit : c.accelerator().power;
  return c;
}

void fill_hardware(Scenario& scenario, const Case& c) {
  HardwareSpec h = scenario.hardware.value_or(HardwareSpec{});
  if (h.accelerators.empty() && (!h.accelerator || c.accelerator().from_catalogue)) h.accelerator = c.accelerator().id;
  h.count = c.count;
  h.nodes = c.nodes;
  h.network = c.network;
  h.host_memory = c.host_memory;
  if (c.power_limit.value > 0) h.power_limit = c.power_limit;
  const Layout& l = c.layout;
  h.parallel = {l.dp, l.tp, l.pp, l.vp, l.cp, l.ep, l.zero, l.layer_split, std::nullopt};
  if (l.shard > 0) h.parallel.shard = l.shard;
  scenario.hardware = std::move(h);
}

}  // namespace gpusel
