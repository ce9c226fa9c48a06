// Text of launch files: comments, shell commands with an option a line, YAML lines; and the notes that go with them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/domain/launch.hpp"
#include "core/units/units.hpp"

namespace gpusel::launch {

std::string text(Count n);
std::string text(double x);  // as short as it reads back

// "torchrun \" and an option a line. An empty value is a flag alone.
class Command {
 public:
  explicit Command(std::string program) : program_(std::move(program)) {}
  Command& add(std::string_view option, std::string value = {});
  Command& add(std::string_view option, Count n) { return add(option, text(n)); }
  Command& when(bool condition, std::string_view option, std::string value = {});
  Command& more_than(Count least, std::string_view option, Count n);  // only where n > least
  std::string str() const;

 private:
  std::string program_;
  std::vector<std::pair<std::string, std::string>> options_;
};

class Yaml {
 public:
  Yaml& add(std::string_view key, std::string value, int depth = 0);
  Yaml& add(std::string_view key, Count n) { return add(key, text(n)); }
  Yaml& flag(std::string_view key, bool on, int depth = 0) { return add(key, on ? "true" : "false", depth); }
  Yaml& group(std::string_view key) { return add(key, ""); }
  const std::string& str() const { return text_; }

 private:
  std::string text_;
};

// Notes about one field of the scenario ("train.loss"), in the tool's name.
void absent(LaunchSetting& out, std::string_view field, std::string_view value);
void refused(LaunchSetting& out, std::string_view field, std::string_view value);
void nearest(LaunchSetting& out, std::string_view field, std::string_view value, std::string_view used);

}  // namespace gpusel::launch
