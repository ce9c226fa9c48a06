#include "core/cli/options.hpp"

#include <algorithm>
#include <array>

#include "core/catalog/search.hpp"
#include "core/json/check.hpp"

namespace gpusel::cli {
namespace {

struct CommandName {
  std::string_view name;
  Command command;
};
constexpr std::array<CommandName, 6> commands{{{"estimate", Command::estimate},
                                               {"select", Command::select},
                                               {"launch", Command::launch},
                                               {"import", Command::import},
                                               {"catalog", Command::catalog},
                                               {"help", Command::help}}};

Error usage(std::string message) { return {"usage", "", std::move(message), {}}; }

std::string suggestion(const std::string& near, std::string_view prefix = "") {
  return near.empty() ? "" : "; the nearest is " + std::string(prefix) + near;
}

// "--train.micro-batch", "--micro_batch", "--accelerator": a path, or its last part where only one field ends so.
Result<const Field*> field_of(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  if (const Field* exact = find_field(name)) return exact;
  const Field* found = nullptr;
  std::string others;
  for (const Field& f : fields()) {
    if (f.path.size() <= name.size() || f.path.substr(f.path.size() - name.size() - 1) != "." + name) continue;
    others += (others.empty() ? "--" : ", --") + std::string(f.path);
    found = found ? nullptr : &f;
    if (!found) break;
  }
  if (found) return found;
  if (!others.empty()) {
    std::string all;
    for (const Field& f : fields())
      if (f.path.size() > name.size() && f.path.substr(f.path.size() - name.size() - 1) == "." + name)
        all += (all.empty() ? "--" : " or --") + std::string(f.path);
    return usage("--" + name + " is not clear: " + all);
  }
  std::vector<std::string_view> paths;
  for (const Field& f : fields()) paths.push_back(f.path);
  const std::string near = nearest(name, paths);
  return usage("no option --" + name + suggestion(near, "--") + " (gpu-selector help fields lists all)");
}

class Parser {
 public:
  explicit Parser(const std::vector<std::string>& arguments) : arguments_(arguments) {}

  Result<Options> read() {
    while (at_ < arguments_.size() && !error_) take(arguments_[at_++]);
    if (error_) return *error_;
    if (!has_command_ && !options_.fields.empty())
      return usage("which command? estimate or select (gpu-selector --help)");
    if (options_.state && options_.file) return usage("--state and a file are two scenarios; give one");
    if (options_.why && (options_.brief || options_.command != Command::estimate || !options_.largest.empty()))
      return usage("--why explains an estimate; it does not go with --brief, --largest or another command");
    if (options_.jsonl && (options_.state || !options_.fields.empty()))
      return usage("--jsonl reads whole scenarios; --state and fields do not go with it");
    return std::move(options_);
  }

 private:
  void take(const std::string& word) {
    if (word == "-h" || word == "--help") return help();
    if (word == "--version")
      options_.command = Command::version, has_command_ = true;
    else if (word.size() > 2 && word.substr(0, 2) == "--")
      flag(word.substr(2));
    else if (word.size() > 1 && word[0] == '-')
      error_ = usage("no option " + word + " (gpu-selector --help)");
    else if (!has_command_)
      command(word);
    else
      positional(word);
  }

  // After a command its own help; before one, the general.
  void help() {
    for (const CommandName& c : commands)
      if (has_command_ && c.command == options_.command) options_.topic = std::string(c.name);
    options_.command = Command::help;
    has_command_ = true;
  }

  void command(const std::string& word) {
    for (const CommandName& c : commands) {
      if (c.name != word) continue;
      if (options_.command != Command::help || !has_command_) options_.command = c.command;
      has_command_ = true;
      return;
    }
    std::vector<std::string_view> names;
    for (const CommandName& c : commands) names.push_back(c.name);
    error_ = usage("no command \"" + word + "\"" + suggestion(nearest(word, names)) +
                   " (estimate, select, launch, import, catalog, help)");
  }

  void positional(const std::string& word) {
    if (options_.command == Command::help || (options_.command == Command::catalog && options_.topic.empty())) {
      options_.topic = word;
    } else if (options_.command == Command::catalog) {
      options_.words.push_back(word);
    } else if (options_.file) {
      error_ = usage("one file at a time: \"" + *options_.file + "\" or \"" + word + "\"");
    } else {
      options_.file = word;
    }
  }

  void flag(const std::string& text) {
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    const bool here = equals != std::string::npos;
    if (name == "jsonl" || name == "json" || name == "text" || name == "check" || name == "brief" || name == "why") {
      if (here) error_ = usage("--" + name + " takes no value");
      return set_switch(name);
    }
    const auto value = here ? std::optional(text.substr(equals + 1)) : next(name);
    if (!value) return;
    if (name == "state")
      options_.state = *value;
    else if (name == "tool")
      options_.tool = *value;
    else if (name == "lang")
      language(*value);
    else if (name == "largest")
      options_.largest.push_back(*value);
    else
      field(name, *value);
  }

  void set_switch(const std::string& name) {
    if (name == "jsonl") options_.jsonl = true;
    if (name == "json") options_.style = Style::json;
    if (name == "text") options_.style = Style::text;
    if (name == "check") options_.check = true;
    if (name == "brief") options_.brief = true;
    if (name == "why") options_.why = true;
  }

  std::optional<std::string> next(const std::string& name) {
    if (at_ < arguments_.size() && arguments_[at_].substr(0, 2) != "--") return arguments_[at_++];
    const bool known = name == "state" || name == "tool" || name == "lang" || name == "largest" || field_of(name).ok();
    error_ = known ? usage("--" + name + " needs a value") : field_of(name).error();
    return std::nullopt;
  }

  void language(const std::string& value) {
    if (value == "en" || value == "zh")
      options_.lang = value;
    else
      error_ = usage("--lang is en or zh, not \"" + value + "\"");
  }

  void field(const std::string& name, const std::string& text) {
    const Result<const Field*> field = field_of(name);
    if (!field) {
      error_ = field.error();
      return;
    }
    Result<Value> value = field_from_text(**field, text);
    if (value)
      options_.fields.emplace_back(std::string((*field)->path), std::move(*value));
    else
      error_ = Error{value.error().code, "", "--" + name + ": " + value.error().message, {}};
  }

  const std::vector<std::string>& arguments_;
  std::size_t at_ = 0;
  bool has_command_ = false;
  Options options_;
  std::optional<Error> error_;
};

}  // namespace

Result<Options> read_options(const std::vector<std::string>& arguments) { return Parser(arguments).read(); }

}  // namespace gpusel::cli
