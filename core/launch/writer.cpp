#include "core/launch/writer.hpp"

#include <cstdio>

namespace gpusel::launch {

std::string text(Count n) { return std::to_string(n); }

std::string text(double x) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.6g", x);
  return buffer;
}

Command& Command::add(std::string_view option, std::string value) {
  options_.emplace_back(option, std::move(value));
  return *this;
}

Command& Command::when(bool condition, std::string_view option, std::string value) {
  return condition ? add(option, std::move(value)) : *this;
}

Command& Command::more_than(Count least, std::string_view option, Count n) {
  return n > least ? add(option, n) : *this;
}

std::string Command::str() const {
  std::string out = program_;
  for (const auto& [option, value] : options_) out += " \\\n  " + option + (value.empty() ? "" : " " + value);
  return out + "\n";
}

Yaml& Yaml::add(std::string_view key, std::string value, int depth) {
  text_ += std::string(static_cast<std::size_t>(2 * depth), ' ') + std::string(key) + ":" +
           (value.empty() ? "" : " " + value) + "\n";
  return *this;
}

namespace {

void note(LaunchSetting& out, const char* code, std::string message, std::string_view field, std::string_view value,
          std::string_view used = {}) {
  std::string pointer = "/" + std::string(field);
  for (char& c : pointer)
    if (c == '.') c = '/';
  Note n{code,
         std::move(message),
         std::move(pointer),
         {{"tool", out.name}, {"field", std::string(field)}, {"value", std::string(value)}}};
  if (!used.empty()) n.args.emplace_back("used", std::string(used));
  out.notes.push_back(std::move(n));
}

}  // namespace

void absent(LaunchSetting& out, std::string_view field, std::string_view value) {
  note(out, "launch-absent",
       out.name + " has no option for " + std::string(field) + " = " + std::string(value) + "; it is left out.", field,
       value);
}

void refused(LaunchSetting& out, std::string_view field, std::string_view value) {
  out.runs = false;
  note(out, "launch-refused", out.name + " does not do " + std::string(field) + " = " + std::string(value) + ".", field,
       value);
}

void nearest(LaunchSetting& out, std::string_view field, std::string_view value, std::string_view used) {
  note(out, "launch-close",
       out.name + " has no " + std::string(field) + " = " + std::string(value) + "; " + std::string(used) +
           " comes nearest.",
       field, value, used);
}

}  // namespace gpusel::launch
