// Strong units: what a number measures is part of its type, so that a GB never meets a GiB and a rate never meets a
// size. Bytes and Count are exact 64-bit integers (size_t has 32 bits in the browser); rates, times and money are
// doubles. Conversions between units exist only where physics has them: Bytes / BytesPerSecond -> Seconds, Flops /
// FlopsPerSecond -> Seconds, Watts * Seconds -> Joules. 80_GB is 80e9 bytes and 80_GiB is 80 * 2^30 bytes.
#pragma once

#include <cmath>
#include <compare>
#include <cstdint>

namespace gpusel {

template <class Tag, class Rep>
struct Unit {
  using rep = Rep;
  Rep value{};

  constexpr Unit() = default;
  constexpr explicit Unit(Rep v) : value(v) {}

  constexpr auto operator<=>(const Unit&) const = default;
  constexpr Unit operator-() const { return Unit(-value); }
  constexpr Unit& operator+=(Unit b) {
    value += b.value;
    return *this;
  }
  constexpr Unit& operator-=(Unit b) {
    value -= b.value;
    return *this;
  }
  friend constexpr Unit operator+(Unit a, Unit b) { return Unit(a.value + b.value); }
  friend constexpr Unit operator-(Unit a, Unit b) { return Unit(a.value - b.value); }
  friend constexpr Unit operator*(Unit a, Rep k) { return Unit(a.value * k); }
  friend constexpr Unit operator*(Rep k, Unit a) { return Unit(a.value * k); }
  friend constexpr Unit operator/(Unit a, Rep k) { return Unit(a.value / k); }
  // The ratio of two like quantities is a plain number.
  friend constexpr double operator/(Unit a, Unit b) {
    return static_cast<double>(a.value) / static_cast<double>(b.value);
  }
  constexpr double number() const { return static_cast<double>(value); }
};

using Bytes = Unit<struct BytesTag, std::int64_t>;
using Count = std::int64_t;  // parameters, tokens, layers: exact, dimensionless
using Flops = Unit<struct FlopsTag, double>;
using Seconds = Unit<struct SecondsTag, double>;
using BytesPerSecond = Unit<struct BytesPerSecondTag, double>;
using FlopsPerSecond = Unit<struct FlopsPerSecondTag, double>;
using TokensPerSecond = Unit<struct TokensPerSecondTag, double>;
using Watts = Unit<struct WattsTag, double>;
using Joules = Unit<struct JoulesTag, double>;
using JoulesPerToken = Unit<struct JoulesPerTokenTag, double>;
using Usd = Unit<struct UsdTag, double>;
using UsdPerHour = Unit<struct UsdPerHourTag, double>;
using UsdPerMillionTokens = Unit<struct UsdPerMillionTokensTag, double>;

constexpr Seconds operator/(Bytes b, BytesPerSecond r) { return Seconds(static_cast<double>(b.value) / r.value); }
constexpr Seconds operator/(Flops f, FlopsPerSecond r) { return Seconds(f.value / r.value); }
constexpr Joules operator*(Watts w, Seconds s) { return Joules(w.value * s.value); }
constexpr Joules operator*(Seconds s, Watts w) { return w * s; }

// Rounds to the nearest byte; the caller guarantees |x| < 9.2e18 (validated scenarios stay below 1e17).
// As std::llround does, without its call: the inner loop of every search does little else.
constexpr Bytes bytes(double x) {
  const std::int64_t whole = static_cast<std::int64_t>(x);
  const double rest = x - static_cast<double>(whole);
  return Bytes(whole + (rest >= 0.5 ? 1 : rest <= -0.5 ? -1 : 0));
}
constexpr Bytes max(Bytes a, Bytes b) { return a < b ? b : a; }
constexpr Bytes min(Bytes a, Bytes b) { return b < a ? b : a; }
constexpr Seconds max(Seconds a, Seconds b) { return a < b ? b : a; }
constexpr double gib(Bytes b) { return static_cast<double>(b.value) / 1073741824.0; }
// Whole blocks: ceil(elements / block).
constexpr Count ceil_div(Count a, Count b) { return (a + b - 1) / b; }

inline namespace literals {
constexpr Bytes operator""_B(unsigned long long v) { return Bytes(static_cast<std::int64_t>(v)); }
constexpr Bytes operator""_MB(unsigned long long v) { return Bytes(static_cast<std::int64_t>(v) * 1'000'000); }
constexpr Bytes operator""_GB(unsigned long long v) { return Bytes(static_cast<std::int64_t>(v) * 1'000'000'000); }
constexpr Bytes operator""_KiB(unsigned long long v) { return Bytes(static_cast<std::int64_t>(v) * 1024); }
constexpr Bytes operator""_MiB(unsigned long long v) { return Bytes(static_cast<std::int64_t>(v) * 1024 * 1024); }
constexpr Bytes operator""_GiB(unsigned long long v) {
  return Bytes(static_cast<std::int64_t>(v) * 1024 * 1024 * 1024);
}
}  // namespace literals

}  // namespace gpusel
