#include "problems/mechanisms/painleve_rod/painleve_rod.hpp"

namespace impactbench::sliding_rod {
namespace {

/// The friction mu = 0.5 is below 4/3, so that there is no paradox: the end slides on while the rod
/// falls. The reference solution is `frictional_events`, computed in two ways. The problem shows
/// the order of a scheme in a sliding contact whose normal force depends on friction.
struct Params : painleve_rod::Setup {
  Params() { angle = 0.9; }
};

}  // namespace

ProblemEntry entry() {
  return {.name = "sliding_rod",
          .summary = "a rod slides with an end on a rough floor, and falls",
          .reference = "Painleve 1895; Genot and Brogliato 1999; numbers of this suite",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return painleve_rod::make("sliding_rod", parse<Params>(given, "problem sliding_rod"));
          }};
}

}  // namespace impactbench::sliding_rod
