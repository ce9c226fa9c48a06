// What the view's tests share: the real catalogue, loaded once, and short ways to make actions.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "core/gpusel.hpp"
#include "ui/view/session.hpp"

namespace gpusel::view::test {

inline const Catalog& catalog() {
  static const Catalog loaded = [] {
    Result<Catalog> c = load_catalog();
    REQUIRE(c.ok());
    return std::move(*c);
  }();
  return loaded;
}

inline Action act(Action::Kind kind, std::string text = {}) {
  Action a;
  a.kind = kind;
  a.text = std::move(text);
  return a;
}

inline Action set(std::string path, Value value) {
  Action a;
  a.kind = Action::Kind::set_field;
  a.path = std::move(path);
  a.value = std::move(value);
  return a;
}

inline const FieldView* field(const ViewModel& v, std::string_view id) {
  for (const FieldGroupView& g : v.needs)
    for (const std::vector<FieldView>* list : {&g.fields, &g.more})
      for (const FieldView& f : *list)
        if (f.id == id) return &f;
  return nullptr;
}

// Few devices and few counts: the same paths, a fraction of the work.
inline constexpr const char* kSmall =
    "#v1&model=meta-llama/Meta-Llama-3-8B&task=train&train.tokens=20000000&goal.max_count=1&goal.max_purchase_usd=2000";

}  // namespace gpusel::view::test
