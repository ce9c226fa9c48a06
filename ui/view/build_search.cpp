// The search over everything: the catalogue's models and devices by the core's fuzzy search; settings and starting
// points by the words of their names, in both languages, and by what else people call them.
#include <algorithm>
#include <array>

#include "core/catalog/search.hpp"
#include "core/catalog/words.hpp"
#include "ui/view/build.hpp"

namespace gpusel::view {

namespace {

constexpr std::size_t most = 8;
constexpr std::size_t most_others = 3;  // settings and starts, so that devices stay in sight

struct Alias {
  const char* words;
  const char* value;
};
constexpr std::array<Alias, 20> kAliases{{{"大模型 部署 推理 llm chat inference", "start:start-serve70"},
                                          {"微调 finetune finetuning", "start:start-lora"},
                                          {"集群 预训练 单机多卡 pretrain training", "start:start-cluster"},
                                          {"显卡 加速卡 算力卡 本地 gpu card local", "start:start-mine"},
                                          {"对比 versus vs", "start:start-compare"},
                                          {"量化 quantization quantisation quantized", "field:serve.weights"},
                                          {"量化 quantization quantisation quantized", "field:train.weights"},
                                          {"全参 方法 full finetune", "field:train.method"},
                                          {"首字 首字延迟 latency", "field:goal.max_ttft_seconds"},
                                          {"延迟 latency", "field:goal.max_tpot_seconds"},
                                          {"吞吐 throughput", "field:goal.min_tokens_per_second"},
                                          {"显存 vram memory", "field:serve.memory_utilization"},
                                          {"显存 vram checkpointing gradient", "field:train.checkpointing"},
                                          {"互联 带宽 interconnect nvlink", "field:hardware.network"},
                                          {"功耗 功率 watt watts tdp", "field:goal.max_watts"},
                                          {"预算 价格 budget money", "field:goal.max_purchase_usd"},
                                          {"上下文 context window", "field:serve.context_length"},
                                          {"上下文 长度 context", "field:train.sequence_length"},
                                          {"并发 users batch", "field:serve.concurrency"},
                                          {"批次 batch size", "field:train.micro_batch"}}};

bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

// Every word of the query stands in the text; Chinese words anywhere, others from the start of a word.
bool matches(const std::vector<std::string>& query, const std::string& text) {
  const std::string lower = lower_case(text);
  return std::all_of(query.begin(), query.end(), [&](const std::string& word) {
    for (std::size_t at = lower.find(word); at != std::string::npos; at = lower.find(word, at + 1))
      if (at == 0 || static_cast<unsigned char>(word[0]) >= 0x80 || !letter(lower[at - 1])) return true;
    return false;
  });
}

std::string other_names(std::string_view value) {
  std::string out;
  for (const Alias& a : kAliases)
    if (value == a.value) (out += ' ') += a.words;
  return out;
}

std::string in_both(std::string_view key) {
  return Strings::of(Lang::en).text(key) + " " + Strings::of(Lang::zh).text(key);
}

void add_others(const Input& in, const std::vector<std::string>& query, std::vector<Choice>& out) {
  for (const Button& b : build_starts(in)) {
    const std::string value = "start:" + b.id, key = "start." + b.id.substr(b.id.find('-') + 1);
    if (matches(query, in_both(key) + other_names(value)))
      out.push_back({value, b.label + std::string(kDot) + in.strings.text("search.start")});
  }
  for (const FieldGroupView& g : build_needs(in))
    for (const std::vector<FieldView>* list : {&g.fields, &g.more})
      for (const FieldView& f : *list)
        if (f.type != "model" && matches(query, f.label + " " + f.id + " " + other_names("field:" + f.id)))
          out.push_back({"field:" + f.id, f.label + std::string(kDot) + in.strings.text("search.setting")});
}

}  // namespace

std::vector<Choice> build_search(const Input& in) {
  std::vector<Choice> others, out;
  const std::vector<std::string> query = words_of(in.state.search);
  if (query.empty()) return out;
  add_others(in, query, others);
  const std::vector<Found> found = search(in.catalog, in.state.search, most);
  const std::size_t kept = std::min(others.size(), found.empty() ? most : most_others);
  for (const Found& f : found) {
    if (out.size() + kept == most) break;
    const bool model = f.kind == Found::Kind::model;
    const std::string& id = model ? in.catalog.models[f.index].id : in.catalog.accelerators[f.index].id;
    const std::string& name = model ? in.catalog.models[f.index].name : in.catalog.accelerators[f.index].name;
    out.push_back({(model ? "model:" : "accelerator:") + id,
                   name + std::string(kDot) + in.strings.text(model ? "search.model" : "search.device")});
  }
  out.insert(out.end(), others.begin(), others.begin() + static_cast<std::ptrdiff_t>(kept));
  return out;
}

}  // namespace gpusel::view
