// The table itself: one row a contract field, in the contract's order.
#include "core/json/fields.hpp"

#include <array>

#include "core/json/field_access.hpp"
#include "core/json/field_special.hpp"

namespace gpusel {
namespace {

using namespace access;
using Names = std::span<const std::string_view>;
using G = FieldGroup;

constexpr std::array<std::string_view, 9> train_weights{"fp32", "bf16", "fp16",      "fp8",     "int8",
                                                        "nf4",  "fp4",  "gptq-int4", "awq-int4"};
constexpr std::array<std::string_view, 39> serve_weights{
    "fp32",      "bf16",     "fp16",    "fp8",    "int8",   "int4",   "nf4",     "mxfp4",  "nvfp4",  "gptq-int4",
    "gptq-int8", "awq-int4", "q8_0",    "q6_k",   "q5_0",   "q5_1",   "q5_k_s",  "q5_k_m", "q4_0",   "q4_1",
    "q4_k_s",    "q4_k_m",   "q3_k_s",  "q3_k_m", "q3_k_l", "q2_k",   "q2_k_s",  "iq4_nl", "iq4_xs", "iq3_m",
    "iq3_s",     "iq3_xs",   "iq3_xxs", "iq2_m",  "iq2_s",  "iq2_xs", "iq2_xxs", "iq1_m",  "iq1_s"};
constexpr std::array<std::string_view, 3> target_sets{"all-linear", "attention", "qv"};
constexpr std::array<std::string_view, 2> arrivals{"steady", "burst"};
constexpr std::array<std::string_view, 1> as_many{"max"};

bool always(const Scenario&) { return true; }
bool never(const Scenario&) { return false; }
bool training(const Scenario& s) { return s.task == Task::train; }
bool serving(const Scenario& s) { return s.task == Task::serve; }
bool adapting(const Scenario& s) { return training(s) && s.train.method == Method::lora; }
bool bitsandbytes(const Scenario& s) {
  return training(s) && (s.train.weights == WeightFormat::nf4 || s.train.weights == WeightFormat::fp4);
}
bool checkpointed(const Scenario& s) { return training(s) && s.train.checkpointing != Checkpointing::none; }
bool speculating(const Scenario& s) { return serving(s) && s.serve.speculative.has_value(); }
bool renting(const Scenario& s) { return s.goal.acquire != Acquire::buy; }
bool on_spot(const Scenario& s) { return renting(s) && s.goal.rent == RentPlan::spot; }
bool reserving(const Scenario& s) { return renting(s) && s.goal.rent == RentPlan::reserved; }
bool buying(const Scenario& s) { return s.goal.acquire != Acquire::rent; }
bool placed(const Scenario& s) { return s.hardware.has_value(); }

struct Range {
  double low = 0, high = 0, step = 1;
  bool logarithmic = false;
};
constexpr Range any_count{1, 1048576, 1, true};
constexpr Range tokens{1, 16777216, 1, true};
constexpr Range some_tokens{0, 16777216, 1, true};
constexpr Range usd{0, 1e12, 0.01, true};
constexpr Range bytes_range{0, 1e15, 1, true};
constexpr Range seconds{1e-6, 1e10, 1e-6, true};
constexpr Range share{0, 0.99, 0.01};
constexpr Range none{};

enum Shown : bool { folded, common };

template <class Block, auto Member>
constexpr Field row(std::string_view path, G group, std::string_view unit, Range r, std::string_view label, Shown shown,
                    bool (*visible)(const Scenario&), Names choices = {}) {
  using Held = std::remove_cvref_t<decltype((*Block::in(std::declval<const Scenario&>())).*Member)>;
  using T = typename Inner<Held>::type;
  return {path,
          type_of<T>(),
          group,
          unit,
          r.low,
          r.high,
          r.step,
          r.logarithmic,
          choices.empty() ? choices_of<T>() : choices,
          label,
          shown == common,
          Inner<Held>::optional,
          get<Block, Member>,
          set<Block, Member>,
          visible};
}

using T = TrainSpec;
using S = ServeSpec;
using H = HardwareSpec;
using P = ParallelSpec;
using O = GoalSpec;
using L = LoraSpec;

// One row a line, however long: it is a table.
// clang-format off
constexpr std::array table{
    row<Root, &Scenario::version>("version", G::task, "", {1, 1}, "field.version", folded, never),
    Field{"model", FieldType::model, G::model, "", 0, 0, 0, false, {}, "form.model", true, false, special::get_model, special::set_model, always},
    row<Root, &Scenario::task>("task", G::task, "", none, "field.task", common, always),

    row<Train, &T::method>("train.method", G::method, "", none, "field.method", common, training),
    row<Train, &T::weights>("train.weights", G::method, "", none, "field.weights", common, training, train_weights),
    row<Train, &T::double_quant>("train.double_quant", G::settings, "", none, "field.double_quant", folded, bitsandbytes),
    row<Train, &T::compute>("train.compute", G::settings, "", none, "field.compute", folded, training),
    row<Train, &T::recipe>("train.recipe", G::settings, "", none, "field.recipe", folded, training),
    row<Train, &T::optimizer>("train.optimizer", G::settings, "", none, "field.optimizer", common, training),
    row<Train, &T::optimizer_dtype>("train.optimizer_dtype", G::settings, "", none, "field.optimizer_dtype", folded, training),
    row<Train, &T::micro_batch>("train.micro_batch", G::settings, "sequences", {1, 65536, 1, true}, "field.micro_batch", common, training),
    row<Train, &T::gradient_accumulation>("train.gradient_accumulation", G::settings, "", any_count, "field.grad_accum", folded, training),
    row<Train, &T::global_batch>("train.global_batch", G::settings, "sequences", any_count, "field.global_batch", folded, training),
    row<Train, &T::sequence_length>("train.sequence_length", G::settings, "tokens", tokens, "field.sequence", common, training),
    row<Train, &T::checkpointing>("train.checkpointing", G::settings, "", none, "field.recompute", common, training),
    row<Train, &T::attention>("train.attention", G::settings, "", none, "field.attention", folded, training),
    row<Train, &T::loss>("train.loss", G::settings, "", none, "field.loss", folded, training),
    row<Train, &T::kernels>("train.kernels", G::settings, "", none, "field.kernels", folded, training),
    row<Train, &T::checkpoint_every>("train.checkpoint_every", G::settings, "layers", {1, 1024}, "field.checkpoint_every", folded, checkpointed),
    row<Lora, &L::rank>("train.lora.rank", G::settings, "", {1, 65536, 1, true}, "field.rank", common, adapting),
    Field{"train.lora.targets", FieldType::names, G::settings, "", 0, 0, 0, false, target_sets, "field.targets", false, false, special::get_targets, special::set_targets, adapting},
    row<Lora, &L::dtype>("train.lora.dtype", G::settings, "", none, "field.lora_dtype", folded, adapting),
    row<Lora, &L::adapters>("train.lora.adapters", G::settings, "", {1, 65536, 1, true}, "field.adapters", folded, adapting),
    row<Train, &T::framework>("train.framework", G::settings, "", none, "field.framework", folded, training),
    row<Train, &T::compile>("train.compile", G::settings, "", none, "field.compile", folded, training),
    row<Train, &T::objective>("train.objective", G::settings, "", none, "field.objective", folded, training),
    row<Train, &T::image_tokens>("train.image_tokens", G::settings, "tokens", some_tokens, "field.image_tokens", folded, training),
    row<Train, &T::tokens>("train.tokens", G::settings, "tokens", {1, 1e16, 1, true}, "field.tokens", common, training),

    row<Serve, &S::weights>("serve.weights", G::method, "", none, "field.weights", common, serving, serve_weights),
    row<Serve, &S::kv_cache>("serve.kv_cache", G::settings, "", none, "field.kv", common, serving),
    row<Serve, &S::engine>("serve.engine", G::settings, "", none, "field.engine", common, serving),
    Field{"serve.arrival", FieldType::choice, G::settings, "requests a second", 1e-6, 1e9, 0.1, true, arrivals, "field.arrival", false, false, special::get_arrival, special::set_arrival, serving},
    Field{"serve.concurrency", FieldType::integer, G::settings, "requests", 1, 1048576, 1, true, as_many, "field.requests", true, false, special::get_concurrency, special::set_concurrency, serving},
    row<Serve, &S::input_tokens>("serve.input_tokens", G::settings, "tokens", tokens, "field.input", common, serving),
    row<Serve, &S::output_tokens>("serve.output_tokens", G::settings, "tokens", some_tokens, "field.output", common, serving),
    row<Serve, &S::context_length>("serve.context_length", G::settings, "tokens", {1, 33554432, 1, true}, "field.context", folded, serving),
    row<Serve, &S::memory_utilization>("serve.memory_utilization", G::settings, "", {0.01, 1, 0.01}, "field.util", folded, serving),
    row<Serve, &S::image_tokens>("serve.image_tokens", G::settings, "tokens", some_tokens, "field.image_tokens", folded, serving),
    row<Serve, &S::cached_tokens>("serve.cached_tokens", G::settings, "tokens", some_tokens, "field.cached_tokens", folded, serving),
    Field{"serve.speculative.draft", FieldType::model, G::settings, "", 0, 0, 0, false, {}, "field.draft", false, true, special::get_draft, special::set_draft, serving},
    row<Draft, &Speculative::tokens>("serve.speculative.tokens", G::settings, "tokens", {1, 64}, "field.draft_tokens", folded, speculating),
    row<Draft, &Speculative::acceptance>("serve.speculative.acceptance", G::settings, "", {0, 1, 0.01}, "field.acceptance", folded, speculating),

    Field{"hardware.accelerator", FieldType::accelerator, G::hardware, "", 0, 0, 0, false, {}, "field.accelerator", true, true, special::get_accelerator, special::set_accelerator, always},
    Field{"hardware.accelerators", FieldType::names, G::hardware, "", 0, 0, 0, false, {}, "field.accelerators", false, true, special::get_groups, special::set_groups, never},
    row<Hardware, &H::count>("hardware.count", G::hardware, "devices", any_count, "field.count", common, placed),
    row<Hardware, &H::host_memory>("hardware.host_memory_bytes", G::hardware, "bytes", bytes_range, "field.host_memory", folded, placed),
    row<Hardware, &H::nodes>("hardware.nodes", G::hardware, "hosts", any_count, "field.nodes", folded, placed),
    row<Parallel, &P::dp>("hardware.parallel.dp", G::hardware, "", any_count, "field.dp", folded, placed),
    row<Parallel, &P::tp>("hardware.parallel.tp", G::hardware, "", any_count, "field.tp", folded, placed),
    row<Parallel, &P::pp>("hardware.parallel.pp", G::hardware, "", any_count, "field.pp", folded, placed),
    row<Parallel, &P::vp>("hardware.parallel.vp", G::hardware, "", {1, 1024}, "field.vp", folded, placed),
    row<Parallel, &P::cp>("hardware.parallel.cp", G::hardware, "", any_count, "field.cp", folded, placed),
    row<Parallel, &P::ep>("hardware.parallel.ep", G::hardware, "", any_count, "field.ep", folded, placed),
    row<Parallel, &P::zero>("hardware.parallel.zero", G::hardware, "", {0, 3}, "field.zero", folded, placed),
    row<Parallel, &P::shard>("hardware.parallel.shard", G::hardware, "", any_count, "field.shard", folded, placed),
    row<Parallel, &P::layer_split>("hardware.parallel.layer_split", G::hardware, "", any_count, "field.layer_split", folded, placed),
    row<Hardware, &H::offload>("hardware.offload", G::hardware, "", none, "field.offload", folded, placed),
    row<Hardware, &H::network>("hardware.network_bytes_per_second", G::hardware, "bytes a second", {1e3, 1e15, 1, true}, "field.network", folded, placed),
    row<Hardware, &H::power_limit>("hardware.power_limit_watts", G::hardware, "watts", {1, 1e6, 1, true}, "field.power_limit", folded, placed),

    row<Goal, &O::objective>("goal.objective", G::ranking, "", none, "rank.by", common, always),
    row<Goal, &O::max_usd_per_hour>("goal.max_usd_per_hour", G::limits, "usd an hour", usd, "limit.rent", common, always),
    row<Goal, &O::max_total_usd>("goal.max_total_usd", G::limits, "usd", usd, "limit.budget", common, always),
    row<Goal, &O::max_purchase_usd>("goal.max_purchase_usd", G::limits, "usd", usd, "limit.price", common, always),
    row<Goal, &O::max_watts>("goal.max_watts", G::limits, "watts", {1, 1e12, 1, true}, "limit.power", common, always),
    row<Goal, &O::deadline_seconds>("goal.deadline_seconds", G::limits, "seconds", seconds, "limit.deadline", common, training),
    row<Goal, &O::max_ttft_seconds>("goal.max_ttft_seconds", G::limits, "seconds", seconds, "limit.ttft", common, serving),
    row<Goal, &O::max_tpot_seconds>("goal.max_tpot_seconds", G::limits, "seconds", seconds, "limit.tpot", common, serving),
    row<Goal, &O::min_tokens_per_second>("goal.min_tokens_per_second", G::limits, "tokens a second", {0, 1e12, 1, true}, "limit.rate", common, always),
    row<Goal, &O::vendors>("goal.vendors", G::ranking, "", none, "field.vendors", folded, always),
    row<Goal, &O::classes>("goal.classes", G::ranking, "", none, "field.classes", folded, always, names<DeviceClass>()),
    row<Goal, &O::accelerators>("goal.accelerators", G::ranking, "", none, "field.only_accelerators", folded, always),
    row<Goal, &O::max_count>("goal.max_count", G::limits, "devices", any_count, "field.max_count", folded, always),
    row<Goal, &O::acquire>("goal.acquire", G::ranking, "", none, "field.acquire", folded, always),
    row<Goal, &O::rent>("goal.rent", G::ranking, "", none, "field.rent", folded, renting),
    row<Goal, &O::spot_discount>("goal.spot_discount", G::ranking, "", share, "field.spot_discount", folded, on_spot),
    row<Goal, &O::spot_interruption_seconds>("goal.spot_interruption_seconds", G::ranking, "seconds", {60, 1e8, 60, true}, "field.spot_interruption", folded, on_spot),
    row<Goal, &O::reserved_discount>("goal.reserved_discount", G::ranking, "", share, "field.reserved_discount", folded, reserving),
    row<Goal, &O::horizon_seconds>("goal.horizon_seconds", G::ranking, "seconds", {3600, 1e10, 3600, true}, "field.horizon", folded, always),
    row<Goal, &O::utilization>("goal.utilization", G::ranking, "", {0.001, 1, 0.01}, "field.utilization", folded, always),
    row<Goal, &O::electricity_usd_per_kwh>("goal.electricity_usd_per_kwh", G::ranking, "usd a kWh", {0, 100, 0.01}, "field.electricity", folded, always),
    row<Goal, &O::pue>("goal.pue", G::ranking, "", {1, 10, 0.01}, "field.pue", folded, always),
    row<Goal, &O::resale>("goal.resale", G::ranking, "", share, "field.resale", folded, buying),
    row<Goal, &O::host_usd_per_device>("goal.host_usd_per_device", G::ranking, "usd", usd, "field.host_price", folded, buying),
    Field{"goal.prices", FieldType::names, G::ranking, "", 0, 0, 0, false, {}, "field.own_prices", false, false, special::get_prices, special::set_prices, always},
};
// clang-format on

}  // namespace

std::span<const Field> fields() { return table; }

const Field* find_field(std::string_view path) {
  for (const Field& f : table)
    if (f.path == path) return &f;
  return nullptr;
}

}  // namespace gpusel
