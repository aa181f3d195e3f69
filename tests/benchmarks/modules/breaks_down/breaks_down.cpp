#include "tests/benchmarks/modules/breaks_down/breaks_down.hpp"

#include "tests/benchmarks/modules/free_flight.hpp"

namespace impactbench::breaks_down {
namespace {

class Stepper final : public FreeFlight {
  StepReport misbehave(State& state) override {
    if (state.step == 10) return {.status = StepStatus::breakdown, .reason = "singular on purpose"};
    return {};
  }
};

}  // namespace

SchemeEntry entry() {
  return misbehaving_entry<Stepper>("breaks_down", "reports a breakdown at step 10");
}

}  // namespace impactbench::breaks_down
