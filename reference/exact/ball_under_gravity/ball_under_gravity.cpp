#include "reference/exact/ball_under_gravity/ball_under_gravity.hpp"

#include "reference/support/line_motion.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

namespace impactbench::exact::ball_under_gravity {
namespace {

struct Flight {
  double start, height, speed;  ///< at its start
};

/// Flights until the horizon; fewer where impacts accumulate before it (`end` then is earlier).
std::vector<Flight> flights_of(const Axis& y, double restitution, double horizon, double& end) {
  const double g = -y.gravity;
  std::vector<Flight> out{{0.0, y.position - y.low, y.speed}};
  end = horizon;
  while (true) {
    const Flight& f = out.back();
    const double landing =
        f.start + (f.speed + std::sqrt(f.speed * f.speed + 2.0 * g * f.height)) / g;
    if (landing >= horizon) return out;
    const double impact = std::sqrt(f.speed * f.speed + 2.0 * g * f.height);
    const double rebound = restitution * impact;
    if (rebound < 1e-9 || out.size() > 100000) {
      end = landing;
      return out;
    }
    out.push_back({landing, 0.0, rebound});
  }
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  const auto axes = axes_of_single_disc(problem);
  if (contact || !axes || problem.traits.initial_penetration) return std::nullopt;
  const Axis x = (*axes)[0];
  const Axis y = (*axes)[1];
  if (x.gravity != 0.0 || !(y.gravity < 0.0)) return std::nullopt;
  const double far = x.position + x.speed * problem.horizon;
  const double top = y.position + 0.5 * y.speed * y.speed / -y.gravity;
  if (far < x.low || far > x.high || top > y.high) return std::nullopt;
  double end = 0.0;
  auto flights = std::make_shared<const std::vector<Flight>>(
      flights_of(y, problem.traits.restitution, problem.horizon, end));
  Truth out;
  out.source = "exact/ball_under_gravity";
  out.provenance = Provenance::closed_form;
  out.uncertainty = 1e-13;
  const double angle = problem.initial.q[2], spin = problem.initial.v[2];
  out.at = [=](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0 && t <= end * (1.0 + 1e-9))) return false;
    const auto after = std::upper_bound(flights->begin(), flights->end(), t,
                                        [](double s, const Flight& f) { return s < f.start; });
    const Flight& f = *std::prev(after);
    const double s = t - f.start;
    q[0] = x.position + x.speed * t;
    v[0] = x.speed;
    q[1] = y.low + f.height + f.speed * s + 0.5 * y.gravity * s * s;
    v[1] = f.speed + y.gravity * s;
    q[2] = angle + spin * t;
    v[2] = spin;
    return true;
  };
  for (std::size_t k = 1; k < flights->size(); ++k)
    out.event_times.push_back((*flights)[k].start);
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "ball_under_gravity",
          .summary = "one rigid disc bouncing on the floor under gravity",
          .source = "elementary; parabolas between impacts",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::ball_under_gravity
