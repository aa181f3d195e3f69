#include "reference/exact/ball_in_box/ball_in_box.hpp"

#include "reference/support/line_motion.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::exact::ball_in_box {
namespace {

struct Zigzag {
  Axis axis;

  void at(double t, double& x, double& v) const {
    const double length = axis.high - axis.low;
    const double s = axis.position - axis.low + axis.speed * t;
    // Right limits: at a wall the motion has already turned.
    const double turns = axis.speed < 0.0 ? std::ceil((s - length) / (2.0 * length))
                                          : std::floor((s + length) / (2.0 * length));
    const double rest = s - 2.0 * length * turns;  // in [-L, L]
    const bool mirrored = axis.speed < 0.0 ? rest <= 0.0 : rest < 0.0;
    x = axis.low + std::abs(rest);
    v = mirrored ? -axis.speed : axis.speed;
  }

  void hits(double horizon, std::vector<double>& times) const {
    if (axis.speed == 0.0) return;
    const double length = axis.high - axis.low;
    const double first = (axis.speed > 0.0 ? axis.high - axis.position : axis.position - axis.low) /
                         std::abs(axis.speed);
    for (double t = first; t < horizon; t += length / std::abs(axis.speed))
      times.push_back(t);
  }
};

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  const auto axes = axes_of_single_disc(problem);
  if (contact || !axes || problem.traits.gravity || problem.traits.restitution != 1.0) {
    return std::nullopt;
  }
  const Zigzag x{(*axes)[0]};
  const Zigzag y{(*axes)[1]};
  Truth out;
  out.source = "exact/ball_in_box";
  out.provenance = Provenance::closed_form;
  out.uncertainty = 1e-14;
  const double spin = problem.initial.v[2];
  out.at = [=, end = problem.horizon](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0 && t <= end * (1.0 + 1e-9))) return false;
    x.at(t, q[0], v[0]);
    y.at(t, q[1], v[1]);
    q[2] = spin * t;
    v[2] = spin;
    return true;
  };
  x.hits(problem.horizon, out.event_times);
  y.hits(problem.horizon, out.event_times);
  std::sort(out.event_times.begin(), out.event_times.end());
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "ball_in_box",
          .summary = "one disc between rigid elastic walls without gravity",
          .source = "elementary; zigzag of constant speed",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::ball_in_box
