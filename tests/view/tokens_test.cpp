#include "ui/view/tokens.hpp"

#include <doctest/doctest.h>

#include <string>

#include "core/domain/report.hpp"

using namespace gpusel;
using namespace gpusel::view;

namespace {

double ratio(const char* text, const char* ground, bool dark) {
  return contrast(color(text, dark), color(ground, dark));
}

}  // namespace

TEST_CASE("contrast is WCAG's") {
  CHECK(contrast({0, 0, 0}, {255, 255, 255}) == doctest::Approx(21));
  CHECK(contrast({255, 255, 255}, {0, 0, 0}) == doctest::Approx(21));
  CHECK(contrast({0x77, 0x77, 0x77}, {255, 255, 255}) == doctest::Approx(4.48).epsilon(0.005));
}

TEST_CASE("text and status colours keep 4.5 on every ground they are set on") {
  for (bool dark : {true, false}) {
    CAPTURE(dark);
    for (const char* text : {"text", "text2", "text3", "accent", "fit", "tight", "no"})
      for (const char* ground : {"surface", "hover", "bg"}) {
        CAPTURE(text);
        CAPTURE(ground);
        CHECK(ratio(text, ground, dark) >= 4.5);
      }
    CHECK(ratio("onAccent", "accentFill", dark) >= 4.5);
    CHECK(ratio("accent", "accentSoft", dark) >= 4.5);
    for (const char* status : {"fit", "tight", "no"})
      CHECK(ratio(status, (std::string(status) + "Soft").c_str(), dark) >= 4.5);
    CHECK(ratio("ctl", "surface", dark) >= 3);
  }
}

TEST_CASE("parts of the memory bar stand out, and their own text is readable") {
  for (bool dark : {true, false})
    for (std::string_view part : names<Part>()) {
      const std::string token = "p_" + std::string(part);
      CAPTURE(token);
      CAPTURE(dark);
      CHECK(ratio(token.c_str(), "surface", dark) >= 3);
      CHECK(ratio(("on_" + token).c_str(), token.c_str(), dark) >= 4.5);
    }
}

TEST_CASE("the ratios that the design states") {
  CHECK(ratio("text", "surface", true) == doctest::Approx(15.1).epsilon(0.01));
  CHECK(ratio("text3", "surface", true) == doctest::Approx(5.9).epsilon(0.01));
  CHECK(ratio("accent", "surface", false) == doctest::Approx(5.8).epsilon(0.01));
  CHECK(ratio("no", "surface", false) == doctest::Approx(5.8).epsilon(0.01));
  CHECK(ratio("tightSoft", "tight", true) == doctest::Approx(7.8).epsilon(0.01));
}
