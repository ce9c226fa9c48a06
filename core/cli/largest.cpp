#include "core/cli/largest.hpp"

#include <array>

#include "core/catalog/search.hpp"
#include "core/plan/hardware.hpp"
#include "core/plan/inverse.hpp"

namespace gpusel::cli {
namespace {

struct Asked {
  std::string_view path;
  Inverse what;
  Task task;
};
constexpr std::array<Asked, 6> can_be_asked{{{"train.micro_batch", Inverse::micro_batch, Task::train},
                                             {"train.sequence_length", Inverse::sequence_length, Task::train},
                                             {"train.lora.rank", Inverse::lora_rank, Task::train},
                                             {"train.lora.adapters", Inverse::lora_adapters, Task::train},
                                             {"serve.concurrency", Inverse::concurrency, Task::serve},
                                             {"serve.context_length", Inverse::context_length, Task::serve}}};

Result<Asked> asked(const std::string& name) {
  std::vector<std::string_view> paths;
  std::string all;
  for (const Asked& a : can_be_asked) {
    if (a.path == name || a.path.substr(a.path.rfind('.') + 1) == name) return a;
    paths.push_back(a.path);
    all += (all.empty() ? "" : ", ") + std::string(a.path);
  }
  const std::string near = nearest(name, paths);
  return Error{"usage", "", "--largest takes one of " + all + (near.empty() ? "" : "; the nearest is " + near), {}};
}

}  // namespace

Result<Largest> largest(const Catalog& catalog, const Scenario& scenario, const std::string& name) {
  const Result<Asked> field = asked(name);
  if (!field) return field.error();
  const std::string path(field->path);
  if (field->task != scenario.task) return Error{"usage", "", "--largest " + path + " is not a field of this task", {}};
  // The scenario must be one that can be estimated; its own value of the field does not matter.
  const Result<Report> plain = estimate(catalog, scenario, {false, false});
  if (!plain) return plain.error();
  const Result<Question> question = resolve(catalog, scenario);
  if (!question) return question.error();
  const Result<std::vector<Device>> devices = devices_of(catalog, *question);
  if (!devices) return devices.error();
  return Largest{path, largest_that_fits(catalog, *question, *devices, field->what)};
}

}  // namespace gpusel::cli
