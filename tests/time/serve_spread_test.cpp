#include "core/time/serve_spread.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/memory/serve_case.hpp"

using namespace gpusel;
using gpusel::test::catalog;
using gpusel::test::ServeCase;

namespace {

constexpr const char* dense = "meta-llama/Meta-Llama-3-8B";

double width_of(ServeCase& s, bool batched) {
  const Case& c = s.filled();
  const Spread spread = serve_spread(c, serve_constants(c), "serve.output_tokens_per_second", batched);
  return std::log(spread.high / spread.low);
}

ServeCase vllm_on(const char* device, const char* model = dense, Count count = 1) {
  ServeCase s(model, device, count);
  s.serve().engine = Engine::vllm;
  return s;
}

}  // namespace

TEST_CASE("squares of independent gaps add") {
  ServeGaps none{}, two{};
  two[0] = two[3] = true;
  ServeWidths widths{};
  widths.fill(1.5);
  widths[3] = 1.2;
  CHECK(serve_widening(none, widths) == 1);
  CHECK(serve_widening(two, widths) == doctest::Approx(std::sqrt(1.5 * 1.5 + 1.2 * 1.2 - 1)));
}

TEST_CASE("an interval is wider for an engine, a vendor, a family, experts or hosts that no row shows") {
  for (const bool batched : {false, true}) {
    CAPTURE(batched);
    ServeCase measured = vllm_on("h100-sxm5-80gb");
    const double known = width_of(measured, batched);
    ServeCase engine = vllm_on("h100-sxm5-80gb");
    engine.serve().engine = Engine::sglang;
    CHECK(width_of(engine, batched) > known);
    ServeCase vendor = vllm_on("ascend-910b");
    CHECK(is_unmeasured(serve_constants(vendor.filled()), ServeGap::vendor));
    CHECK(width_of(vendor, batched) > width_of(engine, batched));
    ServeCase family = vllm_on("v100-sxm2-32gb");
    CHECK(is_unmeasured(serve_constants(family.filled()), ServeGap::family));
    CHECK(width_of(family, batched) > known);
    CHECK(width_of(family, batched) < width_of(vendor, batched));
    ServeCase hosts = vllm_on("h100-sxm5-80gb", dense, 16);
    hosts.filled();
    hosts.c.nodes = 2;
    const Spread s = serve_spread(hosts.c, serve_constants(hosts.c), "serve.output_tokens_per_second", batched);
    CHECK(std::log(s.high / s.low) > known);
  }
}

TEST_CASE("an engine never measured leaves nothing of its own to be unmeasured") {
  ServeCase s("mistralai/Mixtral-8x7B-v0.1", "h100-sxm5-80gb", 2);
  s.serve().engine = Engine::sglang;
  const ServeConstants k = serve_constants(s.filled());
  CHECK(is_unmeasured(k, ServeGap::engine));
  CHECK_FALSE(is_unmeasured(k, ServeGap::experts));
  CHECK_FALSE(is_unmeasured(k, ServeGap::devices));
  CHECK_FALSE(is_unmeasured(k, ServeGap::format));  // 16 bit was measured elsewhere
}
