// Prints the view of the default scenario in both languages as JSON, for web/pack.mjs to write into index.html.
//   prerender CHART_WIDTH CHART_HEIGHT TEXT_KEY...
#include <cstdio>
#include <cstdlib>
#include <string>

#include "core/gpusel.hpp"
#include "core/json/json.hpp"
#include "ui/view/session.hpp"

using namespace gpusel;

namespace {

std::string language(const Catalog& catalog, const char* name, int argc, char** argv) {
  view::Session session(catalog, name);
  session.set_chart_size(std::atof(argv[1]), std::atof(argv[2]));
  Value texts = Value::Object{};
  for (int i = 3; i < argc; ++i) texts.set(argv[i], session.text(argv[i]));
  return std::string("\"") + name + "\":{\"view\":" + view::view_json(session) + ",\"text\":" + write_json(texts) + "}";
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
  std::printf("{%s,%s}\n", language(*catalog, "en", argc, argv).c_str(), language(*catalog, "zh", argc, argv).c_str());
  return 0;
}
