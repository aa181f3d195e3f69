#include "reference/computed/frictional_events/frictional_events.hpp"

#include "problems/model/generalised_system.hpp"
#include "reference/computed/frictional_events/motion.hpp"
#include "reference/support/cycle_ends.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench::computed::frictional_events {
namespace {

constexpr double tolerance = 1e-13;
constexpr double shift = 1e-8;

Motion::Settings settings(double end, std::size_t choice, bool second) {
  const double longest = end / 400.0;
  return second ? Motion::Settings{100.0 * tolerance, 0.5 * longest, choice}
                : Motion::Settings{tolerance, longest, choice};
}

/// Largest difference of coordinates at 200 instants that both cover.
double apart(Motion& a, Motion& b, Eigen::Index n) {
  constexpr int compared = 200;
  const double end = std::min(a.covered(), b.covered());
  Eigen::VectorXd q(n), o(n), v(n);
  double out = 0.0;
  for (int k = 0; k <= compared; ++k) {
    const double t = end * k / compared;
    a.at(t, q, v);
    b.at(t, o, v);
    out = std::max(out, (q - o).cwiseAbs().maxCoeff());
  }
  return out;
}

using At = std::function<bool(double t, Eigen::VectorXd& q, Eigen::VectorXd& v)>;

At course(std::shared_ptr<Motion> motion) {
  return [motion = std::move(motion)](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0 && t <= motion->covered())) return false;
    motion->at(t, q, v);
    return true;
  };
}

double growth(const GeneralisedSystem& system, const State& start, double end, Motion& motion) {
  State shifted = start;
  for (Eigen::Index k = 0; k < shifted.v.size(); ++k)
    shifted.v[k] += shift * system.top_speed() * std::cos(1.0 + 2.0 * static_cast<double>(k));
  Motion other(system, shifted, end, settings(end, 0, true));
  other.run();
  return std::max(1.0, apart(motion, other, start.q.size()) / (shift * system.length()));
}

/// Cycles that motions settle to: the bird swings through the middle of its range, up and fast.
struct KnownCycle {
  std::string_view problem, phase;
  double level;
  std::string_view drift;
};
constexpr std::array known_cycles{KnownCycle{"woodpecker", "angle_bird", -0.1, "height"}};

/// When `phase` rises through the level, to rounding, and the value of `drift` there.
std::vector<CycleEnd> ends_of(const Truth& truth, double end) {
  constexpr int looks = 4000;
  const auto& phase = truth.histories.at(truth.cycle->phase);
  const auto& drift = truth.histories.at(truth.cycle->drift);
  const auto below = [&](double t) { return phase(t) < truth.cycle->level; };
  std::vector<CycleEnd> out;
  for (int k = 0; k < looks; ++k) {
    double low = end * k / looks, high = end * (k + 1) / looks;
    if (!below(low) || below(high)) continue;
    for (int n = 0; n < 60; ++n) {
      const double middle = 0.5 * (low + high);
      (below(middle) ? low : high) = middle;
    }
    out.push_back({high, drift(high)});
  }
  return out;
}

void add_cycle(const Problem& problem, double end, Truth& truth) {
  for (const KnownCycle& known : known_cycles) {
    if (problem.name != known.problem) continue;
    truth.cycle = {std::string(known.phase), known.level, std::string(known.drift)};
    const auto found = settled_cycle(ends_of(truth, end));
    if (!found) continue;
    truth.scalars["cycle_period"] = found->period;
    truth.scalars["cycle_descent"] = found->descent;
  }
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  const auto* system = generalised_system(*problem.system);
  if (contact || system == nullptr || !system->has_friction() || system->tangents() != 1) return {};
  if (system->dofs() > most_coordinates || system->constraints() > most_contacts) return {};
  const double end = problem.horizon * (1.0 + 1e-9);  // the last step may be a rounding beyond
  const auto go = [&](std::size_t choice, bool second) {
    auto motion =
        std::make_shared<Motion>(*system, problem.initial, end, settings(end, choice, second));
    motion->run();
    return motion;
  };
  const auto motion = go(0, false);
  Truth out;
  out.source = "computed/frictional_events";
  out.provenance = Provenance::computed_two_ways;
  if (!(motion->covered() > 0.0)) return {};
  const auto check = go(0, true);
  if (!(check->covered() >= (1.0 - 1e-6) * motion->covered())) return {};
  out.uncertainty = std::max(1e-12, apart(*motion, *check, system->dofs()));
  for (std::size_t k = 0; motion->beginnings() > 1 && k < motion->beginnings(); ++k)
    out.branches.push_back({"motion_" + std::to_string(k + 1), course(go(k, false))});
  if (!out.branches.empty()) return out;
  out.growth = growth(*system, problem.initial, end, *motion);
  out.event_times = motion->impacts();
  out.corners = motion->changes();
  out.at = course(motion);
  for (const Observable& observable : problem.observables) {
    out.histories[observable.name] = [motion, value = observable.value,
                                      n = system->dofs()](double t) {
      if (!(t >= 0.0 && t <= motion->covered())) return std::nan("");
      Eigen::VectorXd q(n), v(n);
      motion->at(t, q, v);
      return value(q);
    };
  }
  add_cycle(problem, std::min(problem.horizon, motion->covered()), out);
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {
      .name = "frictional_events",
      .summary =
          "coordinates whose constraints have friction, event by event, all modes of contact tried",
      .source = "Fehlberg's method of order 8, checked by a second step and tolerance",
      .provenance = Provenance::computed_two_ways,
      .truth = truth,
      .takes_laws = true};
}

}  // namespace impactbench::computed::frictional_events
