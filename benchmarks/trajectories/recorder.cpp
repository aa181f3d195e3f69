#include "benchmarks/trajectories/recorder.hpp"

#include <algorithm>

namespace impactbench {

TrajectoryRecorder::TrajectoryRecorder(const TrajectoryRequest& request,
                                       const MechanicalSystem& system, const State& start,
                                       const ContactModel& contact, double h, std::int64_t steps)
    : shapes_(shapes_of(system, start.q)),
      forces_(system, contact, h),
      h_(h),
      steps_(steps),
      wanted_(std::min(request.instants, steps)),
      writer_(std::make_unique<TrajectoryWriter>(
          request.path, shapes_, static_cast<std::size_t>(start.q.size()),
          static_cast<std::size_t>(start.v.size()), request.facts)) {}

void TrajectoryRecorder::record(const State& state, const ContactProblem* problem,
                                std::span<const double> impulses, const ContactImpulses* recorded) {
  if (written_ > wanted_ || state.step * wanted_ < written_ * steps_) return;
  instant_.step = state.step;
  instant_.time = static_cast<double>(state.step) * h_;
  if (shapes_.layout == BodyLayout::none) {
    instant_.q.assign(state.q.data(), state.q.data() + state.q.size());
    instant_.v.assign(state.v.data(), state.v.data() + state.v.size());
  } else {
    poses_of(shapes_, state.q, state.v, instant_.poses);
  }
  instant_.contacts.clear();
  if (shapes_.layout != BodyLayout::none)
    forces_.take(state.q, problem, impulses, recorded, instant_.contacts);
  writer_->append(instant_);
  ++written_;
}

}  // namespace impactbench
