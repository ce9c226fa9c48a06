// The embedded catalogue and scenarios by text, for the planner's tests.
#pragma once

#include <string>

#include <doctest/doctest.h>
#include "core/gpusel.hpp"
#include "core/json/json.hpp"

namespace gpusel {

inline const Catalog& catalogue() {
  static const Result<Catalog> loaded = load_catalog();
  REQUIRE_MESSAGE(loaded.ok(), (loaded.ok() ? std::string() : loaded.error().message));
  return *loaded;
}

inline Scenario scenario(const std::string& text) {
  const Result<Scenario> s = read_scenario(text, catalogue());
  REQUIRE_MESSAGE(s.ok(), (s.ok() ? std::string() : s.error().pointer + ": " + s.error().message));
  return *s;
}

inline Report estimated(const Scenario& s) {
  const Result<Report> r = estimate(catalogue(), s, {false, false});
  REQUIRE_MESSAGE(r.ok(), (r.ok() ? std::string() : r.error().pointer + ": " + r.error().message));
  return *r;
}

inline Selection selected(const Catalog& catalog, const Scenario& s) {
  const Result<Selection> r = select(catalog, s);
  REQUIRE_MESSAGE(r.ok(), (r.ok() ? std::string() : r.error().message));
  return *r;
}
inline Selection selected(const Scenario& s) { return selected(catalogue(), s); }

// The catalogue id of the device a report is of.
inline std::string device_of(const Report& r) { return std::get<std::string>(*r.scenario.hardware->accelerator); }

// A training scenario: model, the train block's and the hardware block's inside.
inline Scenario train(const std::string& model, const std::string& block, const std::string& hardware) {
  return scenario(R"({"version":1,"task":"train","model":")" + model + R"(","train":{)" + block + R"(},"hardware":{)" +
                  hardware + "}}");
}
inline Scenario serve(const std::string& model, const std::string& block, const std::string& hardware) {
  return scenario(R"({"version":1,"task":"serve","model":")" + model + R"(","serve":{)" + block + R"(},"hardware":{)" +
                  hardware + "}}");
}

// A filled scenario with a merge patch applied to it, through the contract's codec.
inline Scenario patched(const Scenario& from, const Value& patch) {
  const Result<Scenario> s = read_scenario(merge_patch(scenario_value(from), patch), catalogue());
  REQUIRE_MESSAGE(s.ok(), (s.ok() ? std::string() : s.error().pointer + ": " + s.error().message));
  return *s;
}

constexpr const char* llama3_8b = "meta-llama/Meta-Llama-3-8B";
constexpr const char* llama3_70b = "meta-llama/Meta-Llama-3-70B";

}  // namespace gpusel
