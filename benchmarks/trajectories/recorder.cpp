#include "benchmarks/trajectories/recorder.hpp"

#include <algorithm>

namespace impactbench {

TrajectoryRecorder::TrajectoryRecorder(const TrajectoryRequest& request,
                                       const MechanicalSystem& system, const State& start,
                                       const ContactModel& contact, double h, std::int64_t steps)
    : shapes_(shapes_of(system, start.q)),
      round_(round_system(system) != nullptr),
      discs_(disc_system(system)),
      contact_(contact),
      h_(h),
      steps_(steps),
      wanted_(std::min(request.instants, steps)),
      writer_(std::make_unique<TrajectoryWriter>(
          request.path, shapes_, static_cast<std::size_t>(start.q.size()),
          static_cast<std::size_t>(start.v.size()), request.facts)) {
  if (contact_ && discs_ != nullptr) {
    neighbours_.prepare(*discs_, start.q, Search::cell_grid, NeighbourList::usual_skin(*discs_));
  }
}

void TrajectoryRecorder::find_contacts(const State& state, const ContactProblem* problem,
                                       std::span<const double> impulses,
                                       const ContactImpulses* recorded) {
  instant_.contacts.clear();
  if (shapes_.layout == BodyLayout::none) return;
  // Recorded impulses alone are those of the whole step and have friction and damping: a contact
  // problem may be that of one stage of it, and a spring at an instant is neither.
  if (round_ && recorded != nullptr && recorded->known) {
    impulse_forces(*recorded, h_, shapes_.dimension, instant_.contacts);
  } else if (contact_ && discs_ != nullptr) {
    neighbours_.update(state.q);
    spring_forces(*discs_, *contact_, neighbours_, state.q, instant_.contacts);
  } else if (problem != nullptr) {
    impulse_forces(*problem, impulses, h_, shapes_.dimension, instant_.contacts);
  }
}

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
  find_contacts(state, problem, impulses, recorded);
  writer_->append(instant_);
  ++written_;
}

}  // namespace impactbench
