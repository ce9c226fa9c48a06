#include "core/catalog/readers.hpp"
#include "core/catalog/row.hpp"

namespace gpusel {
namespace {

// One row a value of the enum, in its order.
template <class E, class Facts>
void place(std::vector<Facts>& all, Row& row, Facts facts) {
  if (static_cast<std::size_t>(facts.id) != all.size())
    row.fail("id", "must follow the order of the known names, one row each");
  all.push_back(std::move(facts));
}

template <class E>
void complete(std::size_t rows, std::string_view where, std::optional<Error>& error) {
  if (rows == names<E>().size() || error) return;
  error = Error{"catalogue",
                "/" + std::string(where),
                "The catalogue needs one row for each of the " + std::string(where) + ".",
                {}};
}

constexpr double most_bytes = 1e12;

FrameworkReach read_reach(Row& row) {
  FrameworkReach r;
  r.tensor = row.flag("tensor_parallel", r.tensor);
  r.pipeline = row.flag("pipeline_parallel", r.pipeline);
  r.context = row.flag("context_parallel", r.context);
  r.highest_zero = row.optional_integer("highest_zero", 0, 3, r.highest_zero);
  r.hybrid_shards = row.flag("hybrid_shards", r.hybrid_shards);
  r.interleaves = row.flag("interleaves", r.interleaves);
  r.virtual_stages = row.optional_integer("virtual_stages", 1, 64, r.virtual_stages);
  r.adapters = row.flag("adapters", r.adapters);
  r.kbit = row.flag("kbit", r.kbit);
  r.recipes = row.choices<Recipe>("recipes");
  return r;
}

}  // namespace

void read_frameworks(const Value& document, Catalog& catalog, std::optional<Error>& error) {
  for (Row& row : rows_of(document, "frameworks", error)) {
    FrameworkFacts f;
    f.id = row.choice<Framework>("id");
    f.foreach_optimizer = row.flag("foreach_optimizer", f.foreach_optimizer);
    f.fused_kernels = row.flag("fused_kernels", f.fused_kernels);
    f.logits_bytes = row.optional_number("logits_bytes", 0, 64, f.logits_bytes);
    f.logits_bytes_pure = row.optional_number("logits_bytes_pure", 0, 64, f.logits_bytes_pure);
    f.old_code_logits_bytes = row.optional_number("old_code_logits_bytes", 0, 64, f.old_code_logits_bytes);
    f.old_code_logits_bytes_pure =
        row.optional_number("old_code_logits_bytes_pure", 0, 64, f.old_code_logits_bytes_pure);
    f.in_place_logits_bytes = row.optional_number("in_place_logits_bytes", 0, 64, f.in_place_logits_bytes);
    f.loss_chunks = row.optional_integer("loss_chunks", 1, 4096, f.loss_chunks);
    f.chunk_held_bytes = row.optional_number("chunk_held_bytes", 0, 64, f.chunk_held_bytes);
    f.untied_head = row.flag("untied_head", f.untied_head);
    f.lora_dropout = row.flag("lora_dropout", f.lora_dropout);
    f.fused_qkv = row.flag("fused_qkv", f.fused_qkv);
    f.kbit_upcast_fp32 = row.flag("kbit_upcast_fp32", f.kbit_upcast_fp32);
    f.head_quantised = row.flag("head_quantised", f.head_quantised);
    f.fp32_embedding = row.flag("fp32_embedding", f.fp32_embedding);
    f.quantised_saved_factor = row.optional_number("quantised_saved_factor", 0.1, 10, f.quantised_saved_factor);
    f.embedding_states_fp32 = row.flag("embedding_states_fp32", f.embedding_states_fp32);
    f.fsdp_generation = static_cast<int>(row.optional_integer("fsdp_generation", 0, 9, f.fsdp_generation));
    f.gathers_whole_model = row.flag("gathers_whole_model", f.gathers_whole_model);
    f.sequence_parallel = row.flag("sequence_parallel", f.sequence_parallel);
    f.selective = row.choice<SelectivePolicy>("selective");
    f.fused_softmax = row.flag("fused_softmax", f.fused_softmax);
    f.fp32_gradient_step_bytes = row.optional_number("fp32_gradient_step_bytes", 0, 64, f.fp32_gradient_step_bytes);
    f.whole_stage_sends = row.flag("whole_stage_sends", f.whole_stage_sends);
    f.first_flash = row.flag("first_flash", f.first_flash);
    f.reach = read_reach(row);
    f.source = row.text("source");
    f.checked = row.text("checked");
    place<Framework>(catalog.frameworks, row, std::move(f));
    row.finish();
  }
  complete<Framework>(catalog.frameworks.size(), "frameworks", error);
}

void read_engines(const Value& document, Catalog& catalog, std::optional<Error>& error) {
  for (Row& row : rows_of(document, "engines", error)) {
    EngineFacts e;
    e.id = row.choice<Engine>("id");
    e.preallocates = row.flag("preallocates", e.preallocates);
    e.memory_utilization = row.optional_number("memory_utilization", 0.05, 1, e.memory_utilization);
    e.page_tokens = row.optional_integer("page_tokens", 1, 65'536, e.page_tokens);
    e.max_batched_tokens = row.optional_integer("max_batched_tokens", 1, 10'000'000, e.max_batched_tokens);
    e.max_sequences = row.optional_integer("max_sequences", 1, 10'000'000, e.max_sequences);
    e.embedding_on_host = row.flag("embedding_on_host", e.embedding_on_host);
    e.grows_by_concatenation = row.flag("grows_by_concatenation", e.grows_by_concatenation);
    e.static_batch = row.flag("static_batch", e.static_batch);
    e.static_shapes = row.flag("static_shapes", e.static_shapes);
    e.latent_cache = row.flag("latent_cache", e.latent_cache);
    e.window_cache = row.flag("window_cache", e.window_cache);
    e.launches = row.choice<Launches>("launches");
    e.expands_kv_heads = row.flag("expands_kv_heads", e.expands_kv_heads);
    e.matrix_units = row.flag("matrix_units", e.matrix_units);
    e.fused_attention = row.flag("fused_attention", e.fused_attention);
    e.on_chip = row.flag("on_chip", e.on_chip);
    e.fixed_overhead_bytes = row.optional_number("fixed_overhead_bytes", 0, most_bytes, e.fixed_overhead_bytes);
    e.graph_bytes = row.optional_number("graph_bytes", 0, most_bytes, e.graph_bytes);
    e.communication_bytes = row.optional_number("communication_bytes", 0, most_bytes, e.communication_bytes);
    e.vendors = row.texts("vendors");
    e.source = row.text("source");
    e.checked = row.text("checked");
    place<Engine>(catalog.engines, row, std::move(e));
    row.finish();
  }
  complete<Engine>(catalog.engines.size(), "engines", error);
  for (Row& row : rows_of(document, "defaults", error)) {
    DefaultEngine d;
    d.engine = row.choice<Engine>("engine");
    d.vendors = row.texts("vendors");
    d.families = row.texts("families");
    d.formats = row.choices<FormatClass>("formats");
    d.source = row.text("source");
    d.checked = row.text("checked");
    catalog.default_engines.push_back(std::move(d));
    row.finish();
  }
}

void read_calibration(const Value& document, Catalog& catalog, std::optional<Error>& error) {
  Calibration& c = catalog.calibration;
  if (const Value* date = document.find("date"); date != nullptr && date->string() != nullptr) c.date = *date->string();
  for (Row& row : rows_of(document, "constants", error)) {
    Constant k;
    k.key = row.text("key");
    k.group = row.optional_text("group");
    k.value = row.number("value", -1e15, 1e15);
    k.source = row.text("source");
    row.finish();
    c.constants.push_back(std::move(k));
  }
  for (Row& row : rows_of(document, "intervals", error)) {
    Interval i;
    i.quantity = row.text("quantity");
    i.condition = row.optional_text("condition");
    i.spread.low = row.number("low", 1e-6, 1);
    i.spread.high = row.number("high", 1, 1e6);
    i.rows = static_cast<int>(row.optional_integer("rows", 0, 1'000'000, 0));
    i.sources = static_cast<int>(row.optional_integer("sources", 0, 1'000'000, 0));
    i.source = row.text("source");
    row.finish();
    c.intervals.push_back(std::move(i));
  }
  c.sort();
}

}  // namespace gpusel
