#include "core/memory/train_weights.hpp"

#include <doctest/doctest.h>

#include "train_case.hpp"

using namespace gpusel;
using namespace gpusel::test;

TEST_CASE("NF4 takes 0.515869 bytes a weight with double quantisation and 0.5625 without") {
  const Count n = Count{1} << 24;
  CHECK(bitsandbytes4_bytes(n, true).number() / static_cast<double>(n) == doctest::Approx(0.515869).epsilon(1e-6));
  CHECK(bitsandbytes4_bytes(n, false).number() / static_cast<double>(n) == 0.5625);
  CHECK(bitsandbytes4_bytes(64, false) == 36_B);
  CHECK(bitsandbytes4_bytes(65, false) == 41_B);  // 33 packed bytes, two blocks
  CHECK(bitsandbytes4_bytes(64, true) == 37_B);   // 32 + 1 + one second-level scale
}

TEST_CASE("what bitsandbytes leaves alone decides the size of a small model") {
  TrainCase llama("meta-llama/Meta-Llama-3-8B", "rtx-4090");
  llama.t().weights = WeightFormat::nf4;
  // 6.979e9 * 0.515869 + 1.051e9 * 2, norms included.
  CHECK(gb(llama.run().parts[Part::weights]) == doctest::Approx(5.70).epsilon(0.002));
}

TEST_CASE("k-bit preparation of transformers casts embedding and head to fp32 on one device only") {
  TrainCase one("mistralai/Mistral-7B-v0.1");
  one.change([](TrainSpec& t) {
    t.weights = WeightFormat::nf4;
    t.framework = Framework::hf_trainer;
  });
  TrainCase generic = one;
  generic.t().framework = Framework::generic;
  const double unquantised = 2 * 32000.0 * 4096 + 65 * 4096.0;
  CHECK((one.run().parts[Part::weights] - generic.run().parts[Part::weights]).number() == 2 * unquantised);
  TrainCase sharded = one, plain = generic;
  CHECK(sharded.devices(2, 3).run().parts[Part::weights] == plain.devices(2, 3).run().parts[Part::weights]);
}
