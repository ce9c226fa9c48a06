#include "ui/view/session.hpp"

#include "core/json/json.hpp"
#include "ui/view/link_state.hpp"
#include "ui/view/pins.hpp"
#include "ui/view/session_state.hpp"

namespace gpusel::view {

namespace {

Lang language_of(std::string_view name) { return name == "zh" ? Lang::zh : Lang::en; }

}  // namespace

Session::Session(const Catalog& catalog, std::string_view language, std::string_view permalink)
    : state_(
          std::make_unique<State>(catalog, Strings::known(language_of(language)) ? language_of(language) : Lang::en)) {
  State& s = *state_;
  std::string refused;
  Scenario first = default_scenario(catalog);
  const bool linked = permalink.size() > 1 && permalink != "#";
  if (linked) {
    Result<Scenario> given = read_permalink(permalink, catalog);
    if (given)
      first = std::move(*given), s.linked = true, read_link_state(permalink, s.state);
    else
      refused = error_text(s.strings(), given.error());
  }
  if (std::optional<Error> e = s.take(first)) {
    refused = error_text(s.strings(), *e);
    s.linked = false;
    if (linked) e = s.take(default_scenario(catalog));
    if (e) s.scenario = default_scenario(catalog);
  }
  s.state.error = refused;
  s.build();
}

bool Session::linked() const { return state_->linked; }

Session::~Session() = default;
Session::Session(Session&&) noexcept = default;

void Session::dispatch(const Action& action) {
  using K = Action::Kind;
  State& s = *state_;
  switch (action.kind) {
    case K::none:
    case K::set_view:
    case K::ask_page:
      return;
    case K::undo:
    case K::redo:
      s.travel(action.kind == K::undo);
      break;
    case K::copy_link:
    case K::copy_markdown:
    case K::copy_json:
    case K::copy_csv:
    case K::copy_launch:
      s.copy(action.kind);
      return;
    case K::set_language:
      if (!Strings::known(language_of(action.text))) return;
      s.speak(language_of(action.text));
      break;
    case K::show_option:
      reduce_state(s.state, action);
      if (action.path.rfind("sweep.", 0) == 0) s.sweep.reset();
      break;
    case K::pin:
    case K::unpin:
    case K::replace_pin:
      reduce_state(s.state, action);
      s.sweep.reset();
      break;
    case K::select_row:
      if (!s.choose_model(action.text)) reduce_state(s.state, action);
      break;
    default:
      if (changes_scenario(action.kind))
        s.change(action);
      else if (!reduce_state(s.state, action))
        return;
  }
  s.build();
}

const ViewModel& Session::view() const { return state_->view; }

void Session::set_chart_size(double width, double height, bool all) {
  State& s = *state_;
  if (width == s.state.chart_width && height == s.state.chart_height && all == s.state.all_charts) return;
  s.state.all_charts = all;
  s.state.chart_width = width;
  s.state.chart_height = height;
  s.lay_out_charts();
}

const Scenario& Session::scenario() const { return state_->scenario; }
const Selection& Session::selection() const { return state_->selection; }
const Report* Session::selected_report() const { return state_->subject.report; }
// With its {arguments} still in place: whoever draws it knows them.
std::string Session::text(std::string_view key) const {
  const std::string* found = state_->strings().find(key);
  return found ? *found : std::string(key);
}

std::string Session::take_clipboard() {
  std::string out = std::move(state_->clipboard);
  state_->clipboard.clear();
  return out;
}

}  // namespace gpusel::view
