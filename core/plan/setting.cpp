#include "core/plan/setting.hpp"

namespace gpusel {
namespace {

void set_tokens(ServeSpec& s, Count& tokens, Count value) {
  const bool follows = reserves_what_it_needs(s);
  tokens = value;
  if (follows) s.context_length = s.input_tokens + s.output_tokens;
}

}  // namespace

Task task_of(Setting setting) { return setting < Setting::concurrency ? Task::train : Task::serve; }

bool reserves_what_it_needs(const ServeSpec& s) {
  return s.context_length.value_or(s.input_tokens + s.output_tokens) == s.input_tokens + s.output_tokens;
}

Count value_of(const Scenario& s, Setting setting) {
  switch (setting) {
    case Setting::micro_batch:
      return s.train.micro_batch;
    case Setting::sequence_length:
      return s.train.sequence_length;
    case Setting::lora_rank:
      return s.train.lora.rank;
    case Setting::lora_adapters:
      return s.train.lora.adapters;
    case Setting::concurrency:
      return s.serve.concurrency.value_or(0);
    case Setting::input_tokens:
      return s.serve.input_tokens;
    case Setting::output_tokens:
      return s.serve.output_tokens;
    case Setting::context_length:
      return s.serve.context_length.value_or(s.serve.input_tokens + s.serve.output_tokens);
  }
  return 0;
}

void set_value(Scenario& s, Setting setting, Count value) {
  switch (setting) {
    case Setting::micro_batch:
      s.train.micro_batch = value;
      return;
    case Setting::sequence_length:
      s.train.sequence_length = value;
      return;
    case Setting::lora_rank:
      s.train.lora.rank = value;
      return;
    case Setting::lora_adapters:
      s.train.lora.adapters = value;
      return;
    case Setting::concurrency:
      s.serve.concurrency = value;
      return;
    case Setting::input_tokens:
      return set_tokens(s.serve, s.serve.input_tokens, value);
    case Setting::output_tokens:
      return set_tokens(s.serve, s.serve.output_tokens, value);
    case Setting::context_length:
      s.serve.context_length = value;
      return;
  }
}

}  // namespace gpusel
