#include "ui/view/format.hpp"

#include <doctest/doctest.h>

using namespace gpusel;
using namespace gpusel::view;

namespace {

Quantity<Bytes> gib_range(double low, double estimate, double high) {
  const auto b = [](double g) { return bytes(g * 1073741824.0); };
  return {b(estimate), b(low), b(high)};
}

}  // namespace

TEST_CASE("digits are grouped by language, and a minus is U+2212") {
  CHECK(fixed(2048, 0, Lang::en) == "2,048");
  CHECK(fixed(2048, 0, Lang::zh) == "2048");
  CHECK(fixed(128256, 0, Lang::zh) == "128,256");
  CHECK(fixed(1234567.25, 2, Lang::en) == "1,234,567.25");
  CHECK(fixed(-2.74, 1, Lang::en) == "\u22122.7");
  CHECK(fixed(-0.01, 1, Lang::en) == "0.0");
  CHECK(fixed(0.05, 2, Lang::en) == "0.05");
}

TEST_CASE("tokens a second have three significant digits") {
  CHECK(rate(2643, Lang::en).joined() == "2,640 tok/s");
  CHECK(rate(2643, Lang::zh).joined() == "2640 token/s");
  CHECK(rate(957.4, Lang::en).value == "957");
  CHECK(rate(18.26, Lang::en).value == "18.3");
}

TEST_CASE("memory is GiB, and MiB only alone below one") {
  CHECK(memory(20.5 * 1073741824.0, Lang::en).joined() == "20.5 GiB");
  CHECK(memory(0.16 * 1073741824.0, Lang::en, 2).joined() == "0.16 GiB");
  CHECK(memory_text(549 * 1048576.0, Lang::zh) == "549 MiB");
}

TEST_CASE("an interval never collides with its estimate") {
  const ShownRange plain = memory_range(gib_range(19.7, 20.5, 21.6), Lang::en);
  CHECK(plain.low == "19.7");
  CHECK(plain.value == "20.5");
  CHECK(plain.high == "21.6");
  CHECK(plain.unit == "GiB");
  const ShownRange close = memory_range(gib_range(20.49, 20.5, 20.52), Lang::en);
  CHECK(close.low == "20.49");
  CHECK(close.value == "20.50");
  CHECK(close.high == "20.52");
  const ShownRange certain = memory_range(gib_range(20.5, 20.5, 20.5), Lang::en);
  CHECK(certain.value == "20.5");
  const ShownRange speed = rate_range({TokensPerSecond(2643), TokensPerSecond(2312), TokensPerSecond(2968)}, Lang::en);
  CHECK(speed.low == "2,310");
  CHECK(speed.value == "2,640");
  CHECK(speed.high == "2,970");
  const ShownRange fine = rate_range({TokensPerSecond(2643), TokensPerSecond(2641), TokensPerSecond(2646)}, Lang::en);
  CHECK(fine.low < fine.value);
  CHECK(fine.value < fine.high);
}

TEST_CASE("a rough estimate keeps two digits and says so") {
  const ShownRange r = rate_range({TokensPerSecond(2643), TokensPerSecond(1500), TokensPerSecond(3900)}, Lang::en);
  CHECK(r.rough);
  CHECK(r.value == "2,600");
  CHECK_FALSE(memory_range(gib_range(19.7, 20.5, 21.6), Lang::en).rough);
  const ShownRange ms = time_range({Seconds(0.197), Seconds(0.073), Seconds(2.525)}, Lang::en);
  CHECK(ms.value == "200");
  CHECK(ms.unit == "ms");
  CHECK(ms.high == "2,530");
}

TEST_CASE("times: two units in figures, one in intervals") {
  const ShownRange r = time_range({Seconds(7560), Seconds(6840), Seconds(8640)}, Lang::en);
  CHECK(r.value == "2 h 6");
  CHECK(r.unit == "min");
  CHECK(r.low == "1.9");
  CHECK(r.high == "2.4");
  CHECK(r.range_unit == "h");
  CHECK(time_text(7560, Lang::zh) == "2 小时 6 分");
  CHECK(time_text(0.79, Lang::en) == "790 ms");
  CHECK(time_text(0.79, Lang::zh) == "0.79 秒");
  CHECK(time_text(0.025, Lang::zh) == "25 毫秒");
  CHECK(time_text(3599, Lang::en) == "1 h");
  CHECK(time_text(1e6, Lang::en) == "12 days");
  CHECK(time_exact(1, Lang::en) == "1 s");
  CHECK(time_exact(0.05, Lang::zh) == "50 毫秒");
  CHECK(time_exact(2592000, Lang::en) == "30 days");
  CHECK(time_exact(86400, Lang::en) == "1 day");
  CHECK(time_exact(86400, Lang::zh) == "1 天");
  CHECK(time_text(4.3e6 * 86400, Lang::en) == "11,800 years");
  CHECK(time_text(4.3e6 * 86400, Lang::zh) == "11,800 年");
  CHECK(time_text(1291.0 * 86400, Lang::en) == "1,290 days");
}

TEST_CASE("a column takes its unit from its median") {
  CHECK(column_unit({7000, 8000, 100000}) == TimeUnit::h);
  CHECK(column_unit({0.02, 0.03, 4}) == TimeUnit::ms);
  CHECK(unit_symbol(TimeUnit::h, Lang::zh) == "h");
}

TEST_CASE("money: cents under a hundred dollars, none above") {
  CHECK(money(1.14, Lang::en) == "$1.14");
  CHECK(money(1999, Lang::en) == "$1,999");
  CHECK(money(1999, Lang::zh) == "$1999");
  CHECK(money(99.999, Lang::en) == "$100");
  CHECK(money(999'400, Lang::en) == "$999,400");
  CHECK(money(6'918'000, Lang::en) == "$6.92 M");
  CHECK(money(6'918'000, Lang::zh) == "$692 万");
  CHECK(money(-2.5e9, Lang::en) == std::string(kMinus) + "$2.5 B");
  const ShownRange big = money_range(6'918'000, 5'210'000, 8'840'000, Lang::en);
  CHECK(big.value + " " + big.unit == "$6.9 M");
  CHECK(big.low + "-" + big.high + " " + big.range_unit == "$5.2-8.8 M");
  CHECK(money(0.0042, Lang::en) == "$0.0042");
  const ShownRange r = money_range(1.14, 1.01, 1.31, Lang::en);
  CHECK(r.low == "$1.01");
  CHECK(r.high == "1.31");
}

TEST_CASE("large counts: B and M, 亿 and 万") {
  CHECK(count(8.03e9, Lang::en) == "8.03 B");
  CHECK(count(20e6, Lang::en) == "20 M");
  CHECK(count(1e12, Lang::en) == "1 T");
  CHECK(count(8.03e9, Lang::zh) == "80.3 亿");
  CHECK(count(20e6, Lang::zh) == "2000 万");
  CHECK(count(1e12, Lang::zh) == "1 万亿");
  CHECK(count(2048, Lang::en) == "2,048");
}

TEST_CASE("differences against a baseline") {
  CHECK(difference(1.44, "same", Lang::en) == "+44%");
  CHECK(difference(0.82, "same", Lang::en) == "\u221218%");
  CHECK(difference(1.004, "same", Lang::en) == "same");
  CHECK(difference(3.21, "same", Lang::en) == "3.2x");
}

TEST_CASE("rates and dates") {
  CHECK(scaled(209e12, "FLOP/s", Lang::en) == "209 TFLOP/s");
  CHECK(scaled(1.792e12, "B/s", Lang::en) == "1.79 TB/s");
  CHECK(percent(0.58, Lang::zh) == "58%");
  CHECK(date("2026-11-28", Lang::en) == "28 Nov 2026");
  CHECK(date("2026-11-28", Lang::zh) == "2026-11-28");
}

TEST_CASE("what people type") {
  CHECK(parse_typed("8k", true)->number == 8192);
  CHECK(parse_typed("8k")->number == 8000);
  CHECK(parse_typed("20M")->number == 20e6);
  CHECK(parse_typed("20 M")->number == 20e6);
  CHECK(parse_typed("2^14")->number == 16384);
  CHECK(parse_typed("1,024")->number == 1024);
  CHECK(parse_typed("２０４８")->number == 2048);
  CHECK(parse_typed("2000 万")->number == 2e7);
  CHECK(parse_typed("$2,000")->number == 2000);
  CHECK(parse_typed("1e6")->number == 1e6);
  CHECK(parse_typed("30 days")->number == 30 * 86400);
  CHECK(parse_typed("50ms")->number == doctest::Approx(0.05));
  CHECK(parse_typed("90%")->number == doctest::Approx(0.9));
  CHECK(parse_typed("-3")->number == -3);
  for (const char* wrong : {"", "abc", "1..2", "2^", "12 apples", "--1", "1e999"}) {
    CAPTURE(wrong);
    CHECK_FALSE(parse_typed(wrong).has_value());
  }
}
