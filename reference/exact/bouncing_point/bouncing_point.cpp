#include "reference/exact/bouncing_point/bouncing_point.hpp"

#include "reference/support/problem_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <vector>

namespace impactbench::exact::bouncing_point {
namespace {

struct Flight {
  double start, height, speed, gravity;
};

/// Time from the start of a flight to its landing; infinite where there is none.
double duration(const Flight& f) {
  const double g = f.gravity;
  if (g == 0.0) return f.speed < 0.0 ? -f.height / f.speed : HUGE_VAL;
  const double root = std::sqrt(f.speed * f.speed + 2.0 * g * f.height);
  return (f.speed + root) / g;
}

std::vector<Flight> flights_of(const Problem& problem) {
  const double g = number(problem, "gravity"), e = number(problem, "restitution");
  std::vector<Flight> out{{0.0, number(problem, "position"), number(problem, "velocity"), g}};
  const double top = std::sqrt(out[0].speed * out[0].speed + 2.0 * g * out[0].height);
  while (true) {
    const Flight& f = out.back();
    const double time = duration(f);
    if (!(f.start + time < problem.horizon)) return out;
    const double after = e * (g * time - f.speed);
    if (after <= 1e-12 * top) {
      // The rest of the accumulation, 2 w / (g (1 - e)), is below rounding.
      out.push_back({f.start + time, 0.0, 0.0, 0.0});
      return out;
    }
    out.push_back({f.start + time, 0.0, after, g});
  }
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (contact || problem.name != "bouncing_point" || number(problem, "gravity") < 0.0) {
    return std::nullopt;
  }
  if (number(problem, "position") == 0.0 && number(problem, "velocity") <= 0.0) {
    return std::nullopt;  // a start in contact
  }
  const auto flights = std::make_shared<const std::vector<Flight>>(flights_of(problem));
  Truth out;
  out.source = "exact/bouncing_point";
  out.provenance = Provenance::closed_form;
  out.uncertainty = 1e-11;
  out.at = [flights](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0)) return false;
    const auto after = std::upper_bound(flights->begin(), flights->end(), t,
                                        [](double s, const Flight& f) { return s < f.start; });
    const Flight& f = *std::prev(after);
    const double s = t - f.start;
    q[0] = f.height + f.speed * s - 0.5 * f.gravity * s * s;
    v[0] = f.speed - f.gravity * s;
    return true;
  };
  for (std::size_t k = 1; k < flights->size(); ++k)
    out.event_times.push_back((*flights)[k].start);
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "bouncing_point",
          .summary = "a point bouncing on the end of its half-line, to rest and beyond",
          .source = "elementary; parabolas, a geometric series of impact times",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::bouncing_point
