#include "core/cli/largest.hpp"

#include <array>

#include "core/catalog/search.hpp"
#include "core/plan/hardware.hpp"
#include "core/plan/inverse.hpp"

namespace gpusel::cli {
namespace {

constexpr std::array can_be_asked{Setting::micro_batch,   Setting::sequence_length, Setting::lora_rank,
                                  Setting::lora_adapters, Setting::concurrency,     Setting::context_length};

Result<Setting> asked(const std::string& name) {
  std::vector<std::string_view> paths;
  std::string all;
  for (const Setting s : can_be_asked) {
    const std::string_view path = to_string(s);
    if (path == name || path.ends_with("." + name)) return s;
    paths.push_back(path);
    all += (all.empty() ? "" : ", ") + std::string(path);
  }
  const std::string near = nearest(name, paths);
  return Error{"usage", "", "--largest takes one of " + all + (near.empty() ? "" : "; the nearest is " + near), {}};
}

}  // namespace

Result<Largest> largest(const Catalog& catalog, const Scenario& scenario, const std::string& name) {
  const Result<Setting> field = asked(name);
  if (!field) return field.error();
  const std::string path(to_string(*field));
  if (task_of(*field) != scenario.task)
    return Error{"usage", "", "--largest " + path + " is not a field of this task", {}};
  // The scenario must be one that can be estimated; its own value of the field does not matter.
  const Result<Report> plain = estimate(catalog, scenario, {false, false});
  if (!plain) return plain.error();
  const Result<Question> question = resolve(catalog, scenario);
  if (!question) return question.error();
  const Result<std::vector<Device>> devices = devices_of(catalog, *question);
  if (!devices) return devices.error();
  return Largest{path, largest_that_fits(catalog, *question, *devices, *field),
                 largest_that_fits(catalog, *question, *devices, *field, Fits::tight)};
}

}  // namespace gpusel::cli
