#include "reference/exact/bouncing_bar/bouncing_bar.hpp"

#include "reference/exact/bouncing_bar/characteristics.hpp"
#include "reference/support/cut_bar.hpp"
#include "reference/support/cut_wave.hpp"
#include "reference/support/problem_numbers.hpp"

#include <cmath>
#include <memory>
#include <utility>

namespace impactbench::exact::bouncing_bar {
namespace {

/// How far the elements may be from the wave at the end.
double distance_from(const Characteristics& wave, const Characteristics::Bar& bar, double element,
                     double end) {
  double sum = 0.0;
  for (const double t : wave.arrivals()) {
    const double travelled = bar.wave_speed * (end - t);
    sum += wave.reaction(t) / bar.wave_speed * distance_of_elements(element, bar.length, travelled);
  }
  return sum;
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (contact || (problem.name != "bouncing_bar" && problem.name != "bar_on_wall"))
    return std::nullopt;
  const double stiffness = number(problem, "stiffness");
  const Characteristics::Bar bar{.length = number(problem, "length"),
                                 .wave_speed = std::sqrt(stiffness / number(problem, "density")),
                                 .gravity = number(problem, "gravity"),
                                 .gap = number(problem, "gap"),
                                 .speed = number(problem, "speed")};
  const double end = problem.horizon * (1.0 + 1e-6);
  auto found = Characteristics::motion(bar, end);
  if (!found) return std::nullopt;
  const auto wave = std::make_shared<const Characteristics>(std::move(*found));
  const auto n = static_cast<Eigen::Index>(number(problem, "n"));
  const double element = bar.length / static_cast<double>(n - 1);
  Truth out;
  out.source = "exact/bouncing_bar";
  out.provenance = Provenance::closed_form;
  out.histories["far_end"] = [=](double t) {
    double u = 0.0, v = 0.0;
    wave->at(bar.length, t, u, v);
    return u;
  };
  out.histories["contact_impulse"] = [=](double t) {
    return stiffness / bar.wave_speed * wave->impulse(t);
  };
  const StoppedElements::Bar cut{n, bar.length, stiffness, number(problem, "density")};
  if (number(problem, "restitution") == 0.0 && cut_bar(cut, text(problem, "mass") == "consistent",
                                                       bar.gravity, bar.gap, bar.speed, end, out))
    return out;
  out.uncertainty = distance_from(*wave, bar, element, problem.horizon);
  out.event_times = wave->arrivals();
  out.at = [=](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0 && t <= end)) return false;
    for (Eigen::Index i = 0; i < n; ++i)
      wave->at(element * static_cast<double>(i), t, q[i], v[i]);
    return true;
  };
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "bouncing_bar",
          .summary = "an elastic bar that bounces on a wall under gravity, by characteristics",
          .source = "d'Alembert; Doyen, Ern and Piperno 2011",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::bouncing_bar
