// Megatron-LM (megatron/training/arguments.py): pretrain_gpt.py under torchrun. Adapters are Megatron Bridge's.
#include "core/launch/tools.hpp"

namespace gpusel::launch {
namespace {

Count whole(const PlanFacts& f, const char* key, double otherwise) {
  return static_cast<Count>(f.number(key, otherwise));
}

bool config_flag(const PlanFacts& f, const char* key) {
  const Value* v = f.config ? f.config->find(key) : nullptr;
  return v && v->boolean() && *v->boolean();
}

// Families with LayerNorm and biases; the others are RMSNorm, SwiGLU and rotary positions.
bool is_classic(const PlanFacts& f) {
  const Value *norm = f.config->find("norm_type"), *type = f.config->find("model_type");
  if (norm && norm->string()) return *norm->string() == "layernorm";
  if (!type || !type->string()) return false;
  for (const char* name :
       {"gpt2", "gpt_neox", "gptj", "opt", "bloom", "gpt_bigcode", "falcon", "starcoder2", "mpt", "phi"})
    if (*type->string() == name) return true;
  return false;
}

void architecture(const PlanFacts& f, Command& c, LaunchSetting& out) {
  if (!f.config) {
    absent(out, "model", f.model);
    return;
  }
  const Count heads = whole(f, "num_attention_heads", 0), groups = whole(f, "num_key_value_heads", 0);
  c.add("--num-layers", whole(f, "num_hidden_layers", 0)).add("--hidden-size", whole(f, "hidden_size", 0));
  c.add("--num-attention-heads", heads);
  if (groups > 0 && groups < heads) c.add("--group-query-attention").add("--num-query-groups", groups);
  c.more_than(0, "--ffn-hidden-size", whole(f, "intermediate_size", 0));
  c.add("--max-position-embeddings", whole(f, "max_position_embeddings", static_cast<double>(f.t->sequence_length)));
  if (!is_classic(f))
    c.add("--normalization", "RMSNorm")
        .add("--swiglu")
        .add("--position-embedding-type", "rope")
        .add("--disable-bias-linear");
  c.when(!config_flag(f, "tie_word_embeddings"), "--untie-embeddings-and-output-weights");
  Count experts = whole(f, "num_experts", 0);
  if (experts == 0) experts = whole(f, "num_local_experts", 0);
  if (experts == 0) experts = whole(f, "n_routed_experts", 0);
  if (experts > 1)
    c.add("--num-experts", experts)
        .add("--moe-router-topk", whole(f, "num_experts_per_tok", 2))
        .more_than(0, "--moe-ffn-hidden-size", whole(f, "moe_intermediate_size", 0));
  if (f.config->find("kv_lora_rank"))
    c.add("--multi-latent-attention")
        .add("--kv-lora-rank", whole(f, "kv_lora_rank", 0))
        .more_than(0, "--q-lora-rank", whole(f, "q_lora_rank", 0));
}

void layout(const PlanFacts& f, Command& c) {
  c.add("--tensor-model-parallel-size", f.tp).when(f.tp > 1, "--sequence-parallel");
  c.add("--pipeline-model-parallel-size", f.pp);
  const Count layers = whole(f, "num_hidden_layers", 0);
  if (f.vp > 1 && layers > 0) c.add("--num-layers-per-virtual-pipeline-stage", layers / (f.pp * f.vp));
  c.more_than(1, "--context-parallel-size", f.cp).more_than(1, "--expert-model-parallel-size", f.ep);
  if (f.zero == 1) c.add("--use-distributed-optimizer").add("--overlap-grad-reduce").add("--overlap-param-gather");
  if (f.zero >= 2)
    c.add("--use-megatron-fsdp")
        .add("--data-parallel-sharding-strategy", f.zero == 2 ? "optim_grads" : "optim_grads_params");
  if (f.offload == Offload::optimizer) c.add("--optimizer-cpu-offload");
}

void numerics(const PlanFacts& f, Command& c, LaunchSetting& out) {
  const TrainSpec& t = *f.t;
  c.add(t.compute == Compute::fp16 ? "--fp16" : "--bf16");
  if (t.compute == Compute::fp8) c.add("--fp8-format", "hybrid");
  if (t.compute == Compute::mxfp8) c.add("--fp8-format", "e4m3").add("--fp8-recipe", "mxfp8");
  if (t.compute == Compute::nvfp4) c.add("--fp4-format", "e2m1").add("--fp4-recipe", "nvfp4");
  c.when(t.attention == Attention::flash, "--attention-backend", "flash");
  if (t.checkpointing == Checkpointing::full)
    c.add("--recompute-granularity", "full")
        .add("--recompute-method", "uniform")
        .add("--recompute-num-layers", t.checkpoint_every);
  if (t.checkpointing == Checkpointing::selective) c.add("--recompute-activations");
  if (t.loss == Loss::fused || t.loss == Loss::chunked)
    nearest(out, "train.loss", to_string(t.loss), "--cross-entropy-loss-fusion (the logits are still held)");
  const bool known = t.optimizer == Optimizer::adamw || t.optimizer == Optimizer::sgd ||
                     t.optimizer == Optimizer::muon || t.optimizer == Optimizer::lion;
  c.add("--optimizer", t.optimizer == Optimizer::adamw || !known ? "adam" : std::string(to_string(t.optimizer)));
  if (!known) refused(out, "train.optimizer", to_string(t.optimizer));
  if (t.recipe && *t.recipe != Recipe::megatron) nearest(out, "train.recipe", to_string(*t.recipe), "megatron");
}

}  // namespace

void megatron(const PlanFacts& f, LaunchSetting& out) {
  const TrainSpec& t = *f.t;
  out.language = "sh";
  out.file = "megatron.sh";
  Command c("torchrun --nproc_per_node " + text(f.per_host) + " --nnodes " + text(f.nodes) +
            (f.nodes > 1 ? " --node_rank \"$NODE_RANK\" --master_addr \"$HEAD_ADDRESS\" --master_port 29500" : "") +
            " pretrain_gpt.py");
  architecture(f, c, out);
  c.add("--seq-length", t.sequence_length).add("--micro-batch-size", t.micro_batch);
  c.add("--global-batch-size", f.global_batch);
  if (f.steps > 0) c.add("--train-iters", f.steps);
  layout(f, c);
  numerics(f, c, out);
  c.add("--tokenizer-type", "HuggingFaceTokenizer").add("--tokenizer-model", f.model);
  c.add("--data-path", "YOUR_DATA_text_document").add("--save", "out");
  if (f.lora) refused(out, "train.method", "lora (Megatron Bridge: peft=LoRA(dim=" + text(t.lora.rank) + "))");
  refuse_weights(f, out, false, false, false);
  refuse_layout(f, out, true, true, true, true);
  if (f.offload == Offload::weights) refused(out, "hardware.offload", "weights");
  if (t.objective != Objective::pretrain && t.objective != Objective::sft)
    refused(out, "train.objective", to_string(t.objective));
  out.text += c.str();
}

}  // namespace gpusel::launch
