#include "problems/oscillators/stop/stop.hpp"

namespace impactbench::stop_dropped {
namespace {

/// A mass, thrown down at a floor without any spring of its own. The floor of the source has the
/// stiffness 100 N/m, R = 0.01. The reference solution is `stop_oscillator`, impact by impact, for
/// a rigid stop and for a spring. The problem shows flights and impacts under gravity alone.
/// Source: code_aster V5.01.108 (SDND108, A); the horizon of this suite.
struct Params : stop::Setup {
  Params() {
    gravity = 10.0;
    position = -2.0;
    velocity = 1.0;
    horizon = 4.0;
  }
};

}  // namespace

ProblemEntry entry() {
  return {.name = "stop_dropped",
          .summary = "a mass is thrown down at a floor and bounces",
          .reference = "code_aster V5.01.108, test SDND108",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return stop::make("stop_dropped", parse<Params>(given, "problem stop_dropped"));
          }};
}

}  // namespace impactbench::stop_dropped
