#include "problems/oscillators/dry_friction/dry_friction.hpp"

namespace impactbench::rubbing_oscillator {
namespace {

/// A block on a spring is let go and loses 4 mu m g / k of its amplitude in a period, until the
/// floor holds it. The reference solution is `dry_friction`, slide by slide. The problem shows the
/// loss of amplitude by friction, and whether the block rests without creep. Source: code_aster
/// V5.01.100 (SDND100); the horizon of this suite.
struct Params : dry_friction::Setup {
  Params() {
    stiffness = 1e4;
    position = 0.85e-3;
    horizon = 0.2;
  }
};

}  // namespace

ProblemEntry entry() {
  return {.name = "rubbing_oscillator",
          .summary = "a block on a spring slides to rest on a floor with dry friction",
          .reference = "code_aster V5.01.100, test SDND100",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return dry_friction::make("rubbing_oscillator",
                                      parse<Params>(given, "problem rubbing_oscillator"));
          }};
}

}  // namespace impactbench::rubbing_oscillator
