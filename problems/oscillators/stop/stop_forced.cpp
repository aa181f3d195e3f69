#include "problems/oscillators/stop/stop.hpp"

namespace impactbench::stop_forced {
namespace {

/// A mass on a spring, driven by a force in time from rest, meets a stop again and again. The stop
/// of the source has the stiffness 1e10 N/m, R = 1e-10. The reference solution is
/// `stop_oscillator`, impact by impact, for a rigid stop and for a spring. The problem shows how
/// errors of instants add up over seventy impacts. Source: code_aster V5.01.121 (SDND121).
struct Params : stop::Setup {
  Params() {
    mass = 156.0;
    stiffness = 2e6;
    force = 3000.0;
    frequency = 5.0;
    gap = 1e-3;
    horizon = 4.0;
  }
};

}  // namespace

ProblemEntry entry() {
  return {.name = "stop_forced",
          .summary = "a mass on a spring is driven against a stop, seventy impacts in 4 s",
          .reference = "code_aster V5.01.121, test SDND121",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return stop::make("stop_forced", parse<Params>(given, "problem stop_forced"));
          }};
}

}  // namespace impactbench::stop_forced
