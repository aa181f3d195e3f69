#include "tests/benchmarks/modules/hangs/hangs.hpp"

#include "tests/benchmarks/modules/free_flight.hpp"

namespace impactbench::hangs {
namespace {

class Stepper final : public FreeFlight {
  StepReport misbehave(State& state) override {
    for (volatile int k = 0; state.step == 10;)
      k = k + 1;
    return {};
  }
};

}  // namespace

SchemeEntry entry() {
  return misbehaving_entry<Stepper>("hangs", "never returns from step 10");
}

}  // namespace impactbench::hangs
