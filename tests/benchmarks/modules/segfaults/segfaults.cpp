#include "tests/benchmarks/modules/segfaults/segfaults.hpp"

#include "tests/benchmarks/modules/free_flight.hpp"

namespace impactbench::segfaults {
namespace {

class Stepper final : public FreeFlight {
  StepReport misbehave(State& state) override {
    if (state.step == 10) *nowhere_ = 1;
    return {};
  }

  int* volatile nowhere_{nullptr};
};

}  // namespace

SchemeEntry entry() {
  return misbehaving_entry<Stepper>("segfaults", "writes where nothing is at step 10");
}

}  // namespace impactbench::segfaults
