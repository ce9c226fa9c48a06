// Unsloth (models/loader.py, models/llama.py): a Python script over TRL's trainer.
#include "core/launch/tools.hpp"

namespace gpusel::launch {
namespace {

const char* python(bool on) { return on ? "True" : "False"; }

std::string lora_call(const PlanFacts& f) {
  const LoraSpec& lora = f.t->lora;
  const std::string modules =
      "\"" +
      module_list(lora, "q_proj\", \"k_proj\", \"v_proj\", \"o_proj\", \"gate_proj\", \"up_proj\", \"down_proj",
                  "\", \"") +
      "\"";
  return "model = FastLanguageModel.get_peft_model(\n    model, r=" + text(lora.rank) +
         ", lora_alpha=" + text(2 * lora.rank) + ", lora_dropout=0,\n    target_modules=[" + modules +
         "],\n    use_gradient_checkpointing=" + (f.t->checkpointing == Checkpointing::none ? "False" : "\"unsloth\"") +
         ")\n";
}

}  // namespace

void unsloth(const PlanFacts& f, LaunchSetting& out) {
  const TrainSpec& t = *f.t;
  out.language = "python";
  out.file = "train_unsloth.py";
  out.text += f.count > 1 ? "# accelerate launch --num_processes " + text(f.count) + " train_unsloth.py\n"
                          : "# python train_unsloth.py\n";
  out.text += "from unsloth import FastLanguageModel\nfrom trl import SFTConfig, SFTTrainer\n";
  out.text += "from datasets import load_dataset\n\nmodel, tokenizer = FastLanguageModel.from_pretrained(\n    \"" +
              f.model + "\", max_seq_length=" + text(t.sequence_length) + ",\n    load_in_4bit=" + python(f.four_bit) +
              ", load_in_8bit=" + python(f.eight_bit) + ", full_finetuning=" + python(!f.lora) + ")\n";
  if (f.lora) out.text += lora_call(f);
  const std::string optimizer = trainer_optimizer(t.optimizer);
  if (optimizer.empty()) refused(out, "train.optimizer", to_string(t.optimizer));
  out.text +=
      "trainer = SFTTrainer(\n    model=model, processing_class=tokenizer,\n    train_dataset=load_dataset("
      "\"YOUR/DATASET\", split=\"train\"),\n    args=SFTConfig(\n        output_dir=\"out\", "
      "per_device_train_batch_size=" +
      text(t.micro_batch) + ",\n        gradient_accumulation_steps=" + text(t.gradient_accumulation) +
      ", max_length=" + text(t.sequence_length) + ", packing=True,\n        optim=\"" +
      (optimizer.empty() ? "adamw_8bit" : optimizer) + "\"" +
      (f.steps > 0 ? ", max_steps=" + text(f.steps) : std::string()) + "))\ntrainer.train()\n";
  if (t.objective != Objective::sft && t.objective != Objective::pretrain)
    nearest(out, "train.objective", to_string(t.objective), "TRL's trainer of that name in place of SFTTrainer");
  if (t.checkpointing == Checkpointing::selective) nearest(out, "train.checkpointing", "selective", "\"unsloth\"");
  if (t.attention == Attention::eager) absent(out, "train.attention", "eager");
  if (t.loss != Loss::fused) nearest(out, "train.loss", to_string(t.loss), "its built-in fused loss");
  if (f.zero > 0) refused(out, "hardware.parallel.zero", text(f.zero));
  if (f.offload != Offload::none) refused(out, "hardware.offload", to_string(f.offload));
  refuse_layout(f, out, false, false, false, false);
  refuse_weights(f, out, true, false, true);
  note_adapters(f, out);
}

}  // namespace gpusel::launch
