#include "problems/generalised/bars/bars.hpp"

namespace impactbench::bar_on_wall {
namespace {

/// A steel bar of 0.2 m and a section of 0.02 m x 0.02 m (E = 2e11 Pa, 8000 kg/m3) flies against a
/// rigid wall with 100 m/s: c = 5000 m/s, and a contact of 80 us. The reference solution is
/// `bouncing_bar`, in closed form: the reaction is EA w / c, w the speed, for 2 L / c, and the bar
/// leaves with w and without strain. The problem shows whether a treatment of contact returns the
/// energy of the wave, and whether its reaction oscillates. Source: code_aster's verification
/// manual, SDNV100, here without its lateral contraction.
struct Params : bars::Single {
  Params() {
    n = 41;
    length = 0.2;
    stiffness = 8e7;
    density = 3.2;
    gravity = 0.0;
    gap = 2e-3;
    speed = 100.0;
    horizon = 2e-4;
  }
};

}  // namespace

ProblemEntry entry() {
  return {.name = "bar_on_wall",
          .summary = "a steel bar hits a rigid wall at 100 m/s",
          .reference = "code_aster, SDNV100",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            const auto p = parse<Params>(given, "problem bar_on_wall");
            return bars::make("bar_on_wall", p, to_set(p));
          }};
}

}  // namespace impactbench::bar_on_wall
