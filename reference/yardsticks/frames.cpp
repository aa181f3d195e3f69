#include "reference/yardsticks/frames.hpp"

#include "reference/yardsticks/contact_forces.hpp"

#include <algorithm>

namespace impactbench {
namespace {

std::vector<FrameContact> of_frame(const std::vector<ContactForce>& forces) {
  std::vector<FrameContact> out;
  for (const ContactForce& f : forces)
    out.push_back({f.a, f.b, f.normal.x(), f.normal.y(), f.pressure, f.normal.z()});
  return out;
}

}  // namespace

FrameRecorder::FrameRecorder(const MechanicalSystem& system, const ContactModel& contact, double h,
                             std::int64_t steps, std::int64_t frames)
    : discs_(disc_system(system)),
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
  std::vector<ContactForce> forces;
  spring_forces(*discs_, *contact_, neighbours_, q, forces);
  return of_frame(forces);
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
    std::vector<ContactForce> forces;
    impulse_forces(*problem, impulses, h_, discs_ != nullptr ? 2 : 3, forces);
    frame.contacts = of_frame(forces);
  }
  frames_.push_back(std::move(frame));
}

}  // namespace impactbench
