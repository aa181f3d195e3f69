#include "reference/yardsticks/frames.hpp"

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
    : forces_(system, contact, h), h_(h), steps_(steps), wanted_(std::min(frames, steps)) {}

void FrameRecorder::record(const State& state, const ContactProblem* problem,
                           std::span<const double> impulses, const ContactImpulses* recorded) {
  const auto next = static_cast<std::int64_t>(frames_.size());
  if (next > wanted_ || state.step * wanted_ < next * steps_) return;
  Frame frame;
  frame.time = static_cast<double>(state.step) * h_;
  frame.q.assign(state.q.data(), state.q.data() + state.q.size());
  frame.v.assign(state.v.data(), state.v.data() + state.v.size());
  std::vector<ContactForce> forces;
  forces_.take(state.q, problem, impulses, recorded, forces);
  frame.contacts = of_frame(forces);
  frames_.push_back(std::move(frame));
}

}  // namespace impactbench
