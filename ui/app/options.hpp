// The native program's command line.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gpusel::app {

struct Options {
  int width = 1280, height = 800;
  float scale = 0;  // 0: the system's
  std::string language, theme = "auto", link, scenario_file, screenshot_file;
  std::vector<std::string> actions;  // JSON, run before the first frame (screenshots, tests)
  bool touch = false, help = false;
  std::string error;
};
Options read_options(int argc, char** argv);
const char* usage();

}  // namespace gpusel::app
