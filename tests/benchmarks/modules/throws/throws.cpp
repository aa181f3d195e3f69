#include "tests/benchmarks/modules/throws/throws.hpp"

#include "tests/benchmarks/modules/free_flight.hpp"

#include <stdexcept>

namespace impactbench::throws {
namespace {

class Stepper final : public FreeFlight {
  StepReport misbehave(State& state) override {
    if (state.step == 10) throw std::runtime_error("a scheme that throws");
    return {};
  }
};

}  // namespace

SchemeEntry entry() {
  return misbehaving_entry<Stepper>("throws", "throws an exception at step 10");
}

}  // namespace impactbench::throws
