#include "problems/oscillators/stop/stop.hpp"

namespace impactbench::stop_launched {
namespace {

/// A mass on a spring, launched at a stop that it touches at the start. The stop of the source has
/// the stiffness 1e6 N/m, R = 1e-6. The reference solution is `stop_oscillator`, impact by impact,
/// for a rigid stop and for a spring. The problem shows an oscillator between its own spring and a
/// stop a hundred times as stiff, with a contact from the start. Source: code_aster V5.01.101
/// (SDND101); the horizon of this suite.
struct Params : stop::Setup {
  Params() {
    mass = 100.0;
    stiffness = 1e4;
    velocity = 1.0;
    horizon = 2.0;
  }
};

}  // namespace

ProblemEntry entry() {
  return {.name = "stop_launched",
          .summary = "a mass on a spring is launched at a stop that it touches",
          .reference = "code_aster V5.01.101, test SDND101",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return stop::make("stop_launched", parse<Params>(given, "problem stop_launched"));
          }};
}

}  // namespace impactbench::stop_launched
