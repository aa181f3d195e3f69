#include "schemes/adaptive/step_ladder.hpp"

#include "problems/base/error.hpp"

#include <cmath>
#include <string>

namespace impactbench::adaptive {

StepLadder::StepLadder(std::string_view name, const Method& method, const MechanicalSystem& system,
                       const State& start, double h, int deepest, Solvers solvers) {
  for (int level = 0; level <= deepest; ++level) {
    const double of_step = std::ldexp(h, -level);
    auto scheme = method.instance(system, start, of_step, solvers);
    auto* anew = dynamic_cast<Restartable*>(scheme.get());
    if (anew == nullptr) {
      throw ConfigurationError(
          "scheme adaptive: " + std::string(name) +
          " cannot be controlled by step doubling: it needs more than positions and velocities to "
          "start, or two half steps resolve an impact no better than the whole");
    }
    if (!anew->one_step()) {
      throw ConfigurationError("scheme adaptive: " + std::string(name) +
                               " with these settings remembers more than positions and "
                               "velocities, so that its steps cannot be repeated");
    }
    rungs_.push_back({std::move(scheme), anew, of_step});
  }
}

void StepLadder::listen(PhaseListener* listener) {
  for (Rung& rung : rungs_)
    rung.scheme->listen(listener);
}

void StepLadder::record_impulses(ContactImpulses* out) {
  for (Rung& rung : rungs_)
    rung.scheme->record_impulses(out);
}

StepReport StepLadder::step(int level, State& state, std::int64_t outer, std::int64_t tick,
                            bool goes_on) {
  Rung& rung = rungs_[index(level)];
  state.step = (outer << level) + tick / ticks(level);
  if (!goes_on) rung.anew->restart(state);
  return rung.scheme->step(state);
}

}  // namespace impactbench::adaptive
