#include "reference/exact/two_ball_collision/two_ball_collision.hpp"

#include "reference/support/growth.hpp"
#include "reference/support/line_motion.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

namespace impactbench::exact::two_ball_collision {
namespace {

std::optional<Truth> truth_of(const LineOfTwo& line, const Problem& problem) {
  auto found = motion_of(line, problem.horizon);
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

/// The growth of a shift of either disc towards the other, which no wall forbids.
double growth_of_line(const LineOfTwo& line, const Problem& problem, const Truth& truth) {
  const double shift = 1e-8 * line.radius[0];
  const double V = std::max(std::abs(line.start[0].v), std::abs(line.start[1].v));
  double out = 1.0;
  for (const std::size_t disc : {0U, 1U}) {
    LineOfTwo moved = line;
    moved.start[disc].x += disc == 0 ? shift : -shift;
    const auto other = truth_of(moved, problem);
    if (other) out = std::max(out, growth_of(truth, *other, 6, shift, V, problem.horizon));
  }
  return out;
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  const auto line = line_of_two(problem);
  if (contact || !line) return std::nullopt;
  auto out = truth_of(*line, problem);
  if (out) out->growth = growth_of_line(*line, problem, *out);
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
