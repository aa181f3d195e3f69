#include "reference/exact/bar_wave/bar_wave.hpp"

#include "reference/support/cut_bar.hpp"
#include "reference/support/cut_wave.hpp"
#include "reference/support/problem_numbers.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::exact::bar_wave {
namespace {

/// The continuous bar at the distance s from its front, tau after it has met the wall.
struct Wave {
  double length, speed, wave_speed;

  void at(double s, double tau, double& u, double& v) const {
    const double stop = s / wave_speed, go = (2.0 * length - s) / wave_speed;
    if (tau < stop) {
      u = -speed * tau;
      v = -speed;
    } else {
      u = -speed * stop + (tau < go ? 0.0 : speed * (tau - go));
      v = tau < go ? 0.0 : speed;
    }
  }
};

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (contact || problem.name != "impacting_bar") return std::nullopt;
  const double length = number(problem, "length"), speed = number(problem, "speed");
  const double c = std::sqrt(number(problem, "stiffness") / number(problem, "density"));
  const double met = number(problem, "gap") / speed, end = problem.horizon * (1.0 + 1e-6);
  const auto n = static_cast<Eigen::Index>(number(problem, "n"));
  const double element = length / static_cast<double>(n - 1);
  const Wave wave{length, speed, c};
  Truth out;
  out.source = "exact/bar_wave";
  out.provenance = Provenance::closed_form;
  out.histories["far_end"] = [=](double t) {
    double u = 0.0, v = 0.0;
    wave.at(length, t - met, u, v);
    return u;
  };
  if (met <= problem.horizon) out.event_times = {met};
  if (number(problem, "restitution") == 0.0) {
    const StoppedElements::Bar bar{n, length, number(problem, "stiffness"),
                                   number(problem, "density")};
    if (cut_bar(bar, false, 0.0, number(problem, "gap"), speed, end, out)) return out;
  }
  out.uncertainty =
      distance_of_elements(element, length, std::max(c * (problem.horizon - met), 0.0)) * speed / c;
  out.at = [=](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0)) return false;
    for (Eigen::Index i = 0; i < n; ++i)
      wave.at(element * static_cast<double>(i), t - met, q[i], v[i]);
    return true;
  };
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "bar_wave",
          .summary = "an elastic bar against a wall: the wave of its rebound",
          .source = "d'Alembert",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::bar_wave
