#include "reference/yardsticks/frames.hpp"

#include "problems/contact/geometry.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

std::vector<FrameContact> impulses_over(const ContactProblem& problem,
                                        std::span<const double> impulses, double h) {
  std::vector<FrameContact> out;
  const auto rows = static_cast<std::size_t>(problem.rows);
  const auto width = rows * static_cast<std::size_t>(problem.dofs);
  for (std::size_t c = 0; c < problem.contacts() && c * rows < impulses.size(); ++c) {
    const double p = impulses[c * rows];
    // Row 0 is the separating speed, so the first body's part of it is minus the normal.
    if (p > 0.0) {
      const double ny = problem.dofs > 1 ? -problem.jacobian_a[c * width + 1] : 0.0;
      out.push_back(
          {problem.body_a[c], problem.body_b[c], -problem.jacobian_a[c * width], ny, p / h});
    }
  }
  return out;
}

}  // namespace

FrameRecorder::FrameRecorder(const MechanicalSystem& system, const ContactModel& contact, double h,
                             std::int64_t steps, std::int64_t frames)
    : discs_(dynamic_cast<const DiscSystem*>(&system)),
      contact_(contact),
      h_(h),
      steps_(steps),
      wanted_(std::min(frames, steps)) {}

std::vector<FrameContact> FrameRecorder::springs(const Eigen::VectorXd& q) {
  if (!prepared_) {
    neighbours_.prepare(*discs_, q, Search::cell_grid, NeighbourList::usual_skin(*discs_));
  }
  prepared_ = true;
  neighbours_.update(q);
  std::vector<FrameContact> out;
  const auto add = [&](int a, int b, const ContactFrame& frame) {
    if (!(frame.depth > 0.0)) return;
    out.push_back({a, b, frame.normal.x(), frame.normal.y(),
                   contact_->coefficient * contact_->exponent *
                       std::pow(frame.depth, contact_->exponent - 1.0)});
  };
  const auto r = [&](int i) { return discs_->discs().radius[static_cast<std::size_t>(i)]; };
  for (const auto [i, w] : neighbours_.walls()) {
    add(i, ContactProblem::fixed,
        wall_frame(centre(q, i), r(i), discs_->walls()[static_cast<std::size_t>(w)]));
  }
  for (const auto [i, j] : neighbours_.pairs())
    add(i, j, pair_frame(centre(q, i), r(i), centre(q, j), r(j)));
  return out;
}

void FrameRecorder::record(const State& state, const ContactProblem* problem,
                           std::span<const double> impulses) {
  const auto next = static_cast<std::int64_t>(frames_.size());
  if (next > wanted_ || state.step * wanted_ < next * steps_) return;
  Frame frame;
  frame.time = static_cast<double>(state.step) * h_;
  frame.q.assign(state.q.data(), state.q.data() + state.q.size());
  frame.v.assign(state.v.data(), state.v.data() + state.v.size());
  if (contact_ && discs_ != nullptr) {
    frame.contacts = springs(state.q);
  } else if (problem != nullptr) {
    frame.contacts = impulses_over(*problem, impulses, h_);
  }
  frames_.push_back(std::move(frame));
}

}  // namespace impactbench
