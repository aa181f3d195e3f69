#include "reference/exact/two_ball_collision/two_ball_collision.hpp"

#include "reference/support/line_motion.hpp"

#include <memory>

namespace impactbench::exact::two_ball_collision {
namespace {

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (contact) return std::nullopt;
  auto found = two_discs_on_a_line(problem);
  if (!found) return std::nullopt;
  const auto motion = std::make_shared<const TwoDiscMotion>(std::move(*found));
  Truth out;
  out.source = "exact/two_ball_collision";
  out.provenance = Provenance::closed_form;
  out.uncertainty = 1e-14;
  const State start = problem.initial;
  out.at = [=](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0 && t <= motion->end * (1.0 + 1e-9))) return false;
    const TwoDiscMotion::Piece& piece = motion->at(t);
    q = start.q + t * start.v;  // y and angle
    v = start.v;
    for (Eigen::Index i = 0; i < 2; ++i) {
      q[3 * i] = piece.x[i] + piece.v[i] * (t - piece.start);
      v[3 * i] = piece.v[i];
    }
    return true;
  };
  for (const LineEvent& event : motion->events) {
    // Simultaneous impacts are one event for an observer of velocities.
    if (out.event_times.empty() || event.time > out.event_times.back()) {
      out.event_times.push_back(event.time);
    }
  }
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "two_ball_collision",
          .summary = "two rigid discs on a line between walls",
          .source = "elementary; momentum balance and Newton's law, event by event",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::two_ball_collision
