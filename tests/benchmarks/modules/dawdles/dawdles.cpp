#include "tests/benchmarks/modules/dawdles/dawdles.hpp"

#include "tests/benchmarks/modules/free_flight.hpp"

#include <chrono>
#include <thread>

namespace impactbench::dawdles {
namespace {

class Stepper final : public FreeFlight {
  StepReport misbehave(State& state) override {
    if (state.step % 4 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return {};
  }
};

}  // namespace

SchemeEntry entry() {
  return misbehaving_entry<Stepper>("dawdles", "flies through everything and takes its time");
}

}  // namespace impactbench::dawdles
