#include "tests/benchmarks/modules/eats_memory/eats_memory.hpp"

#include "tests/benchmarks/modules/free_flight.hpp"

#include <vector>

namespace impactbench::eats_memory {
namespace {

class Stepper final : public FreeFlight {
  StepReport misbehave(State& state) override {
    std::vector<std::vector<double>> hoard;
    while (state.step == 10)
      hoard.emplace_back(std::size_t{1} << 20, 1.0);
    return {};
  }
};

}  // namespace

SchemeEntry entry() {
  return misbehaving_entry<Stepper>("eats_memory", "asks for more and more memory from step 10 on");
}

}  // namespace impactbench::eats_memory
