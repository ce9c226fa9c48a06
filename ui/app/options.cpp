#include "ui/app/options.hpp"

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace gpusel::app {

const char* usage() {
  return "gpu-selector-app: which accelerator a task needs, in a window\n"
         "  --lang en|zh          language (else the system's)\n"
         "  --theme dark|light    colours (else dark)\n"
         "  --link '#v1&...'      start from a permalink\n"
         "  --scenario FILE       start from a scenario (JSON)\n"
         "  --size WxH            window size, e.g. 1280x800\n"
         "  --scale N             device pixels a CSS pixel, e.g. 2\n"
         "  --touch               larger targets\n"
         "  --action JSON         an action before the first frame, may be given more than once\n"
         "  --screenshot FILE     draw once, write a PPM image, leave\n";
}

namespace {

bool read_size(const char* text, Options& o) {
  int w = 0, h = 0;
  if (std::sscanf(text, "%dx%d", &w, &h) != 2 || w < 320 || h < 240 || w > 8192 || h > 8192) return false;
  o.width = w;
  o.height = h;
  return true;
}

}  // namespace

Options read_options(int argc, char** argv) {
  Options o;
  for (int i = 1; i < argc && o.error.empty(); ++i) {
    const std::string_view name = argv[i];
    if (name == "--help" || name == "-h") {
      o.help = true;
      continue;
    }
    if (name == "--touch") {
      o.touch = true;
      continue;
    }
    if (i + 1 == argc) {
      o.error = "unknown option or missing value: " + std::string(name);
      break;
    }
    const char* value = argv[++i];
    if (name == "--lang")
      o.language = value;
    else if (name == "--theme")
      o.theme = value;
    else if (name == "--link")
      o.link = value;
    else if (name == "--scenario")
      o.scenario_file = value;
    else if (name == "--screenshot")
      o.screenshot_file = value;
    else if (name == "--scale")
      o.scale = static_cast<float>(std::atof(value));
    else if (name == "--action")
      o.actions.emplace_back(value);
    else if (name == "--size") {
      if (!read_size(value, o)) o.error = "--size wants WIDTHxHEIGHT from 320x240 to 8192x8192";
    } else
      o.error = "unknown option: " + std::string(name);
  }
  return o;
}

}  // namespace gpusel::app
