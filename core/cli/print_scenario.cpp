#include "core/cli/format.hpp"
#include "core/cli/print.hpp"

namespace gpusel::cli {
namespace {

std::string model_name(const Catalog& catalog, const ModelRef& ref) {
  if (const Model* m = std::get_if<Model>(&ref))
    return !m->name.empty() ? m->name : !m->id.empty() ? m->id : "the given model";
  const std::string& id = std::get<std::string>(ref);
  const Model* m = catalog.model(id);
  return m && !m->name.empty() ? m->name : id;
}

std::string device_name(const Catalog& catalog, const AcceleratorRef& ref) {
  if (const Accelerator* a = std::get_if<Accelerator>(&ref)) return a->name.empty() ? "the given device" : a->name;
  const std::string& id = std::get<std::string>(ref);
  const Accelerator* a = catalog.accelerator(id);
  return a ? a->name : id;
}

std::string times(Count count, const std::string& name) {
  return count_text(static_cast<double>(count)) + " x " + name;
}

std::string layout_text(const ParallelSpec& p) {
  std::string out;
  const auto degree = [&out](std::string_view name, const std::optional<Count>& n, Count plain) {
    if (n && *n != plain) out += (out.empty() ? "" : ", ") + std::string(name) + " " + std::to_string(*n);
  };
  degree("data parallel", p.dp, 1);
  degree("tensor parallel", p.tp, 1);
  degree("pipeline stages", p.pp, 1);
  degree("virtual stages", p.vp, 1);
  degree("context parallel", p.cp, 1);
  degree("expert parallel", p.ep, 1);
  degree("ZeRO", p.zero, 0);
  degree("shard group", p.shard, 0);
  degree("split by layer", p.layer_split, 1);
  return out;
}

std::string train_task(const TrainSpec& t, const std::string& model) {
  const bool quantised = t.weights == WeightFormat::nf4 || t.weights == WeightFormat::fp4;
  std::string out = t.method == Method::full ? "Full fine-tuning of " : quantised ? "QLoRA of " : "LoRA of ";
  if (t.method == Method::full && t.objective == Objective::pretrain) out = "Pre-training of ";
  out += model + ", weights " + std::string(to_string(t.weights));
  if (t.method == Method::lora) {
    out += ", rank " + std::to_string(t.lora.rank) + " on " +
           (t.lora.target_set.empty() ? std::to_string(t.lora.targets.size()) + " modules" : t.lora.target_set);
    if (t.lora.adapters > 1) out += ", " + std::to_string(t.lora.adapters) + " adapters";
  }
  out += ", " + std::to_string(t.micro_batch) + " x " + count_text(static_cast<double>(t.sequence_length)) + " tokens";
  return out + ", checkpointing " + std::string(to_string(t.checkpointing)) + ", " +
         std::string(to_string(t.optimizer));
}

std::string serve_task(const ServeSpec& s, const std::string& model) {
  std::string out = "Serving " + model + ", weights " + std::string(to_string(s.weights));
  if (s.kv_cache) out += ", KV cache " + std::string(to_string(*s.kv_cache));
  const std::string requests = s.concurrency ? count_text(static_cast<double>(*s.concurrency)) : "as many as fit";
  out += ", " + requests + (s.concurrency == 1 ? " request" : " requests") + " at once";
  out += ", " + count_text(static_cast<double>(s.input_tokens)) + " tokens in, " +
         count_text(static_cast<double>(s.output_tokens)) + " out";
  return out + ", " + (s.engine ? std::string(to_string(*s.engine)) : "each device's usual engine");
}

}  // namespace

std::string task_text(const Catalog& catalog, const Scenario& s) {
  const std::string model = model_name(catalog, s.model);
  return s.task == Task::train ? train_task(s.train, model) : serve_task(s.serve, model);
}

std::string devices_text(const Catalog& catalog, const Scenario& s) {
  if (!s.hardware) return "any device";
  const HardwareSpec& h = *s.hardware;
  std::string out;
  if (h.accelerator) out = times(h.count, device_name(catalog, *h.accelerator));
  for (const DeviceGroup& g : h.accelerators)
    out += (out.empty() ? "" : " + ") + times(g.count, device_name(catalog, g.accelerator));
  if (h.nodes && *h.nodes > 1) out += " in " + count_text(static_cast<double>(*h.nodes)) + " hosts";
  const std::string layout = layout_text(h.parallel);
  if (!layout.empty()) out += " (" + layout + ")";
  if (h.offload != Offload::none) out += ", " + std::string(to_string(h.offload)) + " offloaded to host memory";
  return out;
}

bool tells_unread(const Note& note) { return note.code == "unknown-field"; }

std::string unread_text(const std::vector<Note>& notes, const Words& words) {
  std::string out;
  for (const Note& n : notes)
    if (tells_unread(n)) out += "! " + words.note(n) + "\n";
  return out;
}

}  // namespace gpusel::cli
