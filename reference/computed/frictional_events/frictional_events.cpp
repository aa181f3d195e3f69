#include "reference/computed/frictional_events/frictional_events.hpp"

#include "problems/model/coordinate_arms.hpp"
#include "problems/model/generalised_system.hpp"
#include "reference/computed/frictional_events/motion.hpp"
#include "reference/support/cycle_ends.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench::computed::frictional_events {
namespace {

constexpr double tolerance = 1e-13;
constexpr double shift = 1e-8;
constexpr double useful_growth = 10.0;
constexpr int looks = 200;  ///< instants at which motions are compared

Motion::Settings settings(double end, std::size_t choice, bool second) {
  const double longest = end / 400.0;
  return second ? Motion::Settings{100.0 * tolerance, 0.5 * longest, choice}
                : Motion::Settings{tolerance, longest, choice};
}

/// Calls of(t, largest difference of coordinates [m]) at instants that both cover, until it is
/// false.
template <class F>
void compare(Motion& a, Motion& b, const Eigen::VectorXd& arms, F&& of) {
  const Eigen::Index n = arms.size();
  const double end = std::min(a.covered(), b.covered());
  Eigen::VectorXd q(n), o(n), v(n);
  for (int k = 0; k <= looks; ++k) {
    const double t = end * k / looks;
    a.at(t, q, v);
    b.at(t, o, v);
    if (!of(t, (q - o).cwiseProduct(arms).cwiseAbs().maxCoeff())) return;
  }
}

double apart(Motion& a, Motion& b, const Eigen::VectorXd& arms, double until) {
  double out = 0.0;
  compare(a, b, arms, [&](double t, double difference) {
    if (t > until) return false;
    out = std::max(out, difference);
    return true;
  });
  return out;
}

using At = std::function<bool(double t, Eigen::VectorXd& q, Eigen::VectorXd& v)>;

At course(std::shared_ptr<Motion> motion, double end) {
  return [motion = std::move(motion), end](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0 && t <= end)) return false;
    motion->at(t, q, v);
    return true;
  };
}

/// The growth of an error at the start, and the time until which a reference is useful.
struct Growth {
  double most{1.0};
  double until{0.0};
};

/// Over the way that the shift alone makes, or the length of the system where that is more. A
/// motion that settles to a cycle comes back to it: all of it is useful.
Growth growth(const GeneralisedSystem& system, const State& start, double end, Motion& motion,
              bool settles) {
  const Eigen::VectorXd arms = arms_of(system);
  State shifted = start;
  for (Eigen::Index k = 0; k < arms.size(); ++k) {
    const double share = std::cos(1.0 + 2.0 * static_cast<double>(k));
    shifted.v[k] += share * shift * system.top_speed() / arms[k];
  }
  Motion other(system, shifted, end, settings(end, 0, true));
  other.run();
  Growth out;
  compare(motion, other, arms, [&](double t, double difference) {
    const double grown = difference / (shift * std::max(system.length(), t * system.top_speed()));
    if (!settles && !(grown <= useful_growth)) return false;
    out = {std::max(out.most, grown), t};
    return true;
  });
  if (settles) out.until = motion.covered();
  return out;
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
  constexpr int swings = 4000;
  const auto& phase = truth.histories.at(truth.cycle->phase);
  const auto& drift = truth.histories.at(truth.cycle->drift);
  const auto below = [&](double t) { return phase(t) < truth.cycle->level; };
  std::vector<CycleEnd> out;
  for (int k = 0; k < swings; ++k) {
    double low = end * k / swings, high = end * (k + 1) / swings;
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

std::map<std::string, std::function<double(double t)>> histories(
    const Problem& problem, const std::shared_ptr<Motion>& motion, double end) {
  std::map<std::string, std::function<double(double t)>> out;
  for (const Observable& observable : problem.observables) {
    out[observable.name] = [motion, end, value = observable.value,
                            n = problem.system->dofs()](double t) {
      if (!(t >= 0.0 && t <= end)) return std::nan("");
      Eigen::VectorXd q(n), v(n);
      motion->at(t, q, v);
      return value(q);
    };
  }
  return out;
}

std::vector<double> before(std::vector<double> times, double end) {
  std::erase_if(times, [&](double t) { return t > end; });
  return times;
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
  for (std::size_t k = 0; motion->beginnings() > 1 && k < motion->beginnings(); ++k) {
    const auto branch = go(k, false);
    out.branches.push_back({"motion_" + std::to_string(k + 1), course(branch, branch->covered())});
  }
  const Eigen::VectorXd arms = arms_of(*system);
  const double place = problem.initial.q.cwiseProduct(arms).cwiseAbs().maxCoeff();
  const auto uncertainty = [&](double until) {
    return std::max(1e-12 * std::max(system->length(), place), apart(*motion, *check, arms, until));
  };
  out.uncertainty = uncertainty(motion->covered());
  if (!out.branches.empty()) return out;
  out.histories = histories(problem, motion, motion->covered());
  add_cycle(problem, std::min(problem.horizon, motion->covered()), out);
  const bool settles = out.scalars.contains("cycle_period");
  const Growth grown = growth(*system, problem.initial, end, *motion, settles);
  if (!(grown.until > 0.0)) return {};
  out.uncertainty = uncertainty(grown.until);
  out.growth = grown.most;
  out.event_times = before(motion->impacts(), grown.until);
  out.corners = before(motion->changes(), grown.until);
  out.at = course(motion, grown.until);
  out.histories = histories(problem, motion, grown.until);
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
