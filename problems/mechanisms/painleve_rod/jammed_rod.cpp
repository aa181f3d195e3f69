#include "problems/mechanisms/painleve_rod/painleve_rod.hpp"

namespace impactbench::jammed_rod {
namespace {

/// A = -0.8 / m, B = -g: no force of the floor is consistent with sliding, none with lift-off. The
/// rod stops at once, by a jump of its velocity that leaves about 0.6 of the energy. The reference
/// solution is `frictional_events`, computed in two ways. The problem shows what a scheme does
/// where its laws have no force; the claims of the source `painleve` compare schemes on it.
struct Params : painleve_rod::Setup {
  Params() { friction = 2.0; }
};

}  // namespace

ProblemEntry entry() {
  return {.name = "jammed_rod",
          .summary = "Painleve's rod where only a jump of the velocity is consistent",
          .reference = "Painleve 1895; Genot and Brogliato 1999; numbers of this suite",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return painleve_rod::make("jammed_rod", parse<Params>(given, "problem jammed_rod"));
          }};
}

}  // namespace impactbench::jammed_rod
