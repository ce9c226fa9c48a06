// Prints views in both languages as JSON, for web/pack.mjs to write into the pages: the default scenario's, and one for
// every scenario given (the guide's examples), in their order.
//   prerender CHART_WIDTH CHART_HEIGHT [TEXT_KEY | {SCENARIO}]...
#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/gpusel.hpp"
#include "core/json/json.hpp"
#include "generated/prerender.hpp"
#include "ui/view/session.hpp"
#include "ui/view/strings.hpp"

using namespace gpusel;

namespace {

std::string language(const Catalog& catalog, const char* name, int argc, char** argv) {
  view::Session session(catalog, name);
  session.set_chart_size(std::atof(argv[1]), std::atof(argv[2]));
  Value texts = Value::Object{};
  const std::string first = view::view_json(session);
  std::string examples;
  for (int i = 3; i < argc; ++i) {
    if (argv[i][0] != '{') {
      texts.set(argv[i], session.text(argv[i]));
      continue;
    }
    view::Action load;
    load.kind = view::Action::Kind::load_scenario;
    load.text = argv[i];
    session.dispatch(load);
    examples += (examples.empty() ? "" : ",") + view::view_json(session);
  }
  return std::string("\"") + name + "\":{\"view\":" + first + ",\"examples\":[" + examples +
         "],\"text\":" + write_json(texts) + "}";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "prerender CHART_WIDTH CHART_HEIGHT TEXT_KEY...\n");
    return 2;
  }
  const Result<Catalog> catalog = load_catalog();
  if (!catalog) {
    std::fprintf(stderr, "%s\n", catalog.error().message.c_str());
    return 1;
  }
  view::Strings::add_chinese(assets::chinese());
  std::printf("{%s,%s}\n", language(*catalog, "en", argc, argv).c_str(), language(*catalog, "zh", argc, argv).c_str());
  return 0;
}
