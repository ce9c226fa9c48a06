#include "ui/view/field_view.hpp"

#include "core/json/json.hpp"
#include "tests/view/fixture.hpp"

using namespace gpusel;
using namespace gpusel::view;
using namespace gpusel::view::test;

TEST_CASE("what a number field shows reads back as the same value") {
  for (const char* language : {"en", "zh"}) {
    for (const char* link :
         {kSmall,
          "#v1&model=meta-llama/"
          "Meta-Llama-3-8B&task=serve&goal.max_count=1&goal.max_tpot_seconds=0.05&goal.max_ttft_seconds=1"}) {
      const Session s(catalog(), language, link);
      for (const Field& f : fields()) {
        const FieldView* view = field(s.view(), f.path);
        if (!view || view->input.empty() || (f.type != FieldType::integer && f.type != FieldType::number)) continue;
        CAPTURE(f.path);
        CAPTURE(view->input);
        const Value back = typed_value(f, view->input);
        REQUIRE(back.number() != nullptr);
        CHECK(*back.number() == doctest::Approx(*f.get(s.scenario()).number()));
      }
    }
  }
}

TEST_CASE("fields at their defaults fold away, a changed one comes out with its mark") {
  Session s(catalog(), "en", kSmall);
  const auto shown = [&](std::string_view id) {
    for (const FieldGroupView& g : s.view().needs)
      for (const FieldView& f : g.fields)
        if (f.id == id) return true;
    return false;
  };
  CHECK_FALSE(shown("train.loss"));
  s.dispatch(set("train.loss", "fused"));
  CHECK(shown("train.loss"));
  CHECK_FALSE(field(s.view(), "train.loss")->is_default);
  s.dispatch(act(Action::Kind::reset_fields));
  CHECK_FALSE(shown("train.loss"));
  CHECK(s.scenario().goal.max_purchase_usd == 2000);  // limits are no settings
}

TEST_CASE("typed names become lists, choices keep their names, empty means default") {
  CHECK(typed_value(*find_field("goal.vendors"), "NVIDIA, AMD").array()->size() == 2);
  CHECK(*typed_value(*find_field("serve.concurrency"), "max").string() == "max");
  CHECK(typed_value(*find_field("goal.max_watts"), "  ").is_null());
  CHECK(*typed_value(*find_field("goal.max_tpot_seconds"), "50").number() == doctest::Approx(0.05));
  CHECK(*typed_value(*find_field("goal.max_tpot_seconds"), "1 s").number() == 1);
  CHECK(*typed_value(*find_field("train.compile"), "true").boolean());
}
