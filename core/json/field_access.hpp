// How a row of the field table reads and writes its member of the Scenario: one template for every type of member.
// A block that is not there (no hardware, no speculative decoding) reads as null and is made when one of its fields is
// set.
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "core/json/fields.hpp"

namespace gpusel::access {

struct Root {
  static const Scenario* in(const Scenario& s) { return &s; }
  static Scenario& out(Scenario& s) { return s; }
};
struct Train {
  static const TrainSpec* in(const Scenario& s) { return &s.train; }
  static TrainSpec& out(Scenario& s) { return s.train; }
};
struct Lora {
  static const LoraSpec* in(const Scenario& s) { return &s.train.lora; }
  static LoraSpec& out(Scenario& s) { return s.train.lora; }
};
struct Serve {
  static const ServeSpec* in(const Scenario& s) { return &s.serve; }
  static ServeSpec& out(Scenario& s) { return s.serve; }
};
struct Draft {
  static const Speculative* in(const Scenario& s) { return s.serve.speculative ? &*s.serve.speculative : nullptr; }
  static Speculative& out(Scenario& s) {
    return s.serve.speculative ? *s.serve.speculative : s.serve.speculative.emplace();
  }
};
struct Hardware {
  static const HardwareSpec* in(const Scenario& s) { return s.hardware ? &*s.hardware : nullptr; }
  static HardwareSpec& out(Scenario& s) { return s.hardware ? *s.hardware : s.hardware.emplace(); }
};
struct Parallel {
  static const ParallelSpec* in(const Scenario& s) { return s.hardware ? &s.hardware->parallel : nullptr; }
  static ParallelSpec& out(Scenario& s) { return Hardware::out(s).parallel; }
};
struct Goal {
  static const GoalSpec* in(const Scenario& s) { return &s.goal; }
  static GoalSpec& out(Scenario& s) { return s.goal; }
};

template <class T>
struct Inner {
  using type = T;
  static constexpr bool optional = false;
};
template <class T>
struct Inner<std::optional<T>> {
  using type = T;
  static constexpr bool optional = true;
};

template <class T>
Value to_value(const T& x) {
  if constexpr (std::is_enum_v<T>)
    return Value(to_string(x));
  else if constexpr (std::is_same_v<T, bool>)
    return Value(x);
  else if constexpr (std::is_arithmetic_v<T>)
    return Value(static_cast<double>(x));
  else if constexpr (std::is_same_v<T, std::string>)
    return Value(x);
  else
    return Value(x.number());  // a strong unit
}
inline Value to_value(const std::vector<std::string>& names) {
  Value::Array out;
  for (const std::string& n : names) out.emplace_back(n);
  return Value(std::move(out));
}

inline bool whole(double x) { return std::isfinite(x) && std::floor(x) == x && std::fabs(x) <= 9007199254740992.0; }

template <class T>
bool from_value(const Value& v, T& out) {
  if constexpr (std::is_enum_v<T>) {
    const std::string* s = v.string();
    const auto e = s ? parse_enum<T>(*s) : std::nullopt;
    if (e) out = *e;
    return e.has_value();
  } else if constexpr (std::is_same_v<T, bool>) {
    if (const bool* b = v.boolean()) return out = *b, true;
    return false;
  } else if constexpr (std::is_same_v<T, std::string>) {
    if (const std::string* s = v.string()) return out = *s, true;
    return false;
  } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
    const Value::Array* a = v.array();
    if (!a) return false;
    std::vector<std::string> names;
    for (const Value& e : *a) {
      if (!e.string()) return false;
      names.push_back(*e.string());
    }
    return out = std::move(names), true;
  } else {
    const double* d = v.number();
    if (!d || !std::isfinite(*d)) return false;
    if constexpr (std::is_same_v<T, double>)
      return out = *d, true;
    else if constexpr (std::is_integral_v<T>)
      return whole(*d) ? (out = static_cast<T>(*d), true) : false;
    else if constexpr (std::is_integral_v<typename T::rep>)
      return whole(*d) ? (out = T(static_cast<std::int64_t>(*d)), true) : false;
    else
      return out = T(*d), true;
  }
}

template <class Block, auto Member>
Value get(const Scenario& s) {
  const auto* block = Block::in(s);
  if (!block) return Value();
  const auto& member = block->*Member;
  using Member_t = std::remove_cvref_t<decltype(member)>;
  if constexpr (Inner<Member_t>::optional)
    return member ? to_value(*member) : Value();
  else
    return to_value(member);
}

// null puts the default back.
template <class Block, auto Member>
bool set(Scenario& s, const Value& v) {
  using Spec = std::remove_cvref_t<decltype(*Block::in(s))>;
  if (v.is_null() && !Block::in(s)) return true;
  auto& member = Block::out(s).*Member;
  using Member_t = std::remove_cvref_t<decltype(member)>;
  if (v.is_null()) return member = Spec{}.*Member, true;
  typename Inner<Member_t>::type read{};
  if (!from_value(v, read)) return false;
  member = std::move(read);
  return true;
}

template <class T>
constexpr FieldType type_of() {
  if (std::is_same_v<T, bool>) return FieldType::boolean;
  if (std::is_enum_v<T> || std::is_same_v<T, std::string>) return FieldType::choice;
  if (std::is_same_v<T, std::vector<std::string>>) return FieldType::names;
  return std::is_same_v<T, double> || std::is_class_v<T> ? FieldType::number : FieldType::integer;
}
template <class T>
constexpr std::span<const std::string_view> choices_of() {
  if constexpr (std::is_enum_v<T>)
    return names<T>();
  else
    return {};
}

}  // namespace gpusel::access
