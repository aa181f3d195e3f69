#include "reference/exact/swept_by_half_plane/swept_by_half_plane.hpp"

#include "reference/support/problem_numbers.hpp"

#include <cmath>

namespace impactbench::exact::swept_by_half_plane {
namespace {

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (contact || problem.name != "turning_half_plane") return std::nullopt;
  const double w = number(problem, "rate"), c = number(problem, "offset"), T = problem.horizon;
  const Eigen::Vector2d start = problem.initial.q;
  const double away = start.norm();
  const double begin = (std::atan2(start.y(), start.x()) + std::acos(c / away)) / w;
  const double eta_0 = -std::sqrt((away - c) * (away + c));
  Truth out;
  out.source = "exact/swept_by_half_plane";
  out.provenance = Provenance::closed_form;
  out.uncertainty = 1e-13;
  if (begin > 0.0 && begin <= T) out.event_times = {begin};
  out.at = [=](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0 && t <= T * (1.0 + 1e-12))) return false;
    q = start;
    v.setZero();
    if (t < begin) return true;
    const Eigen::Vector2d n(std::cos(w * t), std::sin(w * t));
    const double eta = eta_0 - w * c * (t - begin);
    q = c * n + eta * Eigen::Vector2d(-n.y(), n.x());
    v = -w * eta * n;
    return true;
  };
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "swept_by_half_plane",
          .summary = "a point swept by a half-plane that turns: involute of a circle",
          .source = "elementary integrals",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::swept_by_half_plane
