#include "reference/exact/bar_wave/bar_wave.hpp"

#include "reference/support/problem_numbers.hpp"

#include <cmath>

namespace impactbench::exact::bar_wave {
namespace {

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (contact || problem.name != "impacting_bar") return std::nullopt;
  const double length = number(problem, "length"), speed = number(problem, "speed");
  const double c = std::sqrt(number(problem, "stiffness") / number(problem, "density"));
  const double gap = number(problem, "gap");
  const auto n = static_cast<Eigen::Index>(number(problem, "n"));
  const double element = length / static_cast<double>(n - 1);
  Truth out;
  out.source = "exact/bar_wave";
  out.provenance = Provenance::closed_form;
  out.uncertainty = speed * element / c;
  out.at = [=](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0)) return false;
    const double tau = t - gap / speed;
    for (Eigen::Index i = 0; i < n; ++i) {
      const double s = element * static_cast<double>(i);
      const double stop = s / c, go = (2.0 * length - s) / c;
      if (tau < stop) {
        q[i] = -speed * tau;
        v[i] = -speed;
      } else {
        q[i] = -speed * stop + (tau < go ? 0.0 : speed * (tau - go));
        v[i] = tau < go ? 0.0 : speed;
      }
    }
    return true;
  };
  out.event_times = {gap / speed};
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "bar_wave",
          .summary = "an elastic bar against a wall: the wave that throws it back",
          .source = "d'Alembert",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::bar_wave
