#include "core/plan/ownership.hpp"

#include <algorithm>
#include <limits>

#include "core/memory/timeline.hpp"

namespace gpusel {
namespace {

constexpr double seconds_per_hour = 3600;
constexpr double watts_per_kw = 1000;
// Server, network and rack on top of the boards: 25-60 % in data centres (estimation.md sec. 8); a workstation or PC
// around a card is nearer the low end.
constexpr double datacenter_host_share = 0.4;
constexpr double desktop_host_share = 0.25;
// A host costs no less than this however cheap its cards: a PC for up to four cards, a rack server for more or for data
// center cards (entry prices of system builders, 2025; design assumption).
constexpr double least_pc_usd = 900, least_server_usd = 4000;
constexpr Count most_cards_in_a_pc = 4;
// A device that waits draws about a fifth of its limit (idle figures of NVIDIA and AMD data-center boards, 15-25 %);
// its host half of its own.
constexpr double idle_share = 0.2, idle_host_share = 0.5;

bool is_desktop(const Accelerator& a) {
  return a.cls == DeviceClass::consumer || a.cls == DeviceClass::workstation || a.cls == DeviceClass::edge ||
         a.cls == DeviceClass::apple_soc;
}

// Everything around the boards. A chip that is a whole machine (Apple silicon, mini-PC, Jetson kit) needs no host.
double host_usd(const Case& c, double boards_usd) {
  const Accelerator& a = c.accelerator();
  if (const std::optional<double>& own = c.scenario->goal.host_usd_per_device)
    return *own * static_cast<double>(c.count);
  if (a.memory_kind == MemoryKind::lpddr_unified) return 0;
  const Count a_host = ceil_div(c.count, std::max<Count>(1, c.nodes));
  const bool pc = is_desktop(a) && a_host <= most_cards_in_a_pc;
  const double least = (pc ? least_pc_usd : least_server_usd) * static_cast<double>(std::max<Count>(1, c.nodes));
  return std::max(least, boards_usd * (is_desktop(a) ? desktop_host_share : datacenter_host_share));
}

double power_usd_per_hour(const Case& c, const Report& r, double utilization) {
  const GoalSpec& goal = c.scenario->goal;
  const double busy = r.energy.watts.estimate.value + r.energy.host_watts.value;
  const double idle =
      c.power_limit.value * static_cast<double>(c.count) * idle_share + r.energy.host_watts.value * idle_host_share;
  const double watts = busy * utilization + idle * (1 - utilization);
  return watts / watts_per_kw * goal.electricity_usd_per_kwh * goal.pue;
}

// Hours until renting at `rent` has cost as much; infinite where it never does.
double hours_until(double capital, double rent, double power) {
  return rent > power ? capital / (rent - power) : std::numeric_limits<double>::infinity();
}

void break_even(CostLife& life) {
  const Quantity<Usd>& capital = life.capital;
  const Quantity<Usd>& rent = *life.rented_usd_per_hour;
  const double power = life.owned_usd_per_hour;
  const auto seconds = [&](Usd paid, Usd rented) {
    return Seconds(seconds_per_hour * hours_until(paid.value, rented.value, power));
  };
  if (rent.estimate.value > power)
    life.break_even = Quantity<Seconds>{seconds(capital.estimate, rent.estimate), seconds(capital.low, rent.high),
                                        seconds(capital.high, rent.low)};
}

std::string capital_numbers(const CostLife& life) {
  return "(" + formula_number(life.boards.value) + "+" + formula_number(life.host.value) + "-" +
         formula_number(life.resale.value) + ")";
}

}  // namespace

CostLife cost_life(const Case& c, const Report& timed, const Money& buy, const Money& rent, double rented_hours) {
  const GoalSpec& goal = c.scenario->goal;
  CostLife life;
  life.boards = Usd(buy.usd->usd);
  life.host = Usd(host_usd(c, buy.usd->usd));
  life.resale = Usd(buy.usd->usd * goal.resale);
  const double kept = buy.usd->usd * (1 - goal.resale);
  life.capital = {Usd(kept + life.host.value), Usd(kept * buy.band.low + life.host.value),
                  Usd(kept * buy.band.high + life.host.value)};
  life.owned_usd_per_hour = power_usd_per_hour(c, timed, goal.utilization);
  if (!rent.usd) return life;
  // Training pays rent while it runs; a rented server is paid for while it waits for requests, too.
  const double paid_share = c.scenario->task == Task::serve ? 1.0 : goal.utilization;
  life.rented_usd_per_hour = spread(Usd(rent.usd->usd * rented_hours * paid_share), rent.band);
  break_even(life);
  if (c.scenario->task == Task::train) {
    const double idle = power_usd_per_hour(c, timed, 0), busy = power_usd_per_hour(c, timed, 1);
    const double fixed = life.capital.estimate.value / (goal.horizon_seconds / seconds_per_hour) + idle;
    const double saved = rent.usd->usd * rented_hours - (busy - idle);
    if (saved > 0) life.break_even_utilization = fixed / saved;
  }
  return life;
}

double owned_usd_per_busy_hour(const GoalSpec& goal, const CostLife& life) {
  const double hours = goal.horizon_seconds / seconds_per_hour;
  return (life.capital.estimate.value / hours + life.owned_usd_per_hour) / goal.utilization;
}

Why explain_owned_hour(const GoalSpec& goal, const CostLife& life) {
  return {"cost.owned_hour",
          owned_usd_per_busy_hour(goal, life),
          WhyUnit::usd_per_hour,
          "((boards + host - resale)/horizon + power)/utilization",
          "(" + capital_numbers(life) + "/" + formula_number(goal.horizon_seconds / seconds_per_hour) + "+" +
              formula_number(life.owned_usd_per_hour) + ")/" + formula_number(goal.utilization),
          "host share and idle draw: design assumptions",
          {}};
}

Why explain_break_even(const CostLife& life) {
  return {"cost.break_even",
          life.break_even->estimate.value,
          WhyUnit::seconds,
          "(boards + host - resale)/(rent*paid share - power)*3600",
          capital_numbers(life) + "/(" + formula_number(life.rented_usd_per_hour->estimate.value) + "-" +
              formula_number(life.owned_usd_per_hour) + ")*3600",
          "",
          {}};
}

}  // namespace gpusel
