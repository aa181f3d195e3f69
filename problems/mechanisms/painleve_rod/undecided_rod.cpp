#include "problems/mechanisms/painleve_rod/painleve_rod.hpp"

namespace impactbench::undecided_rod {
namespace {

/// A = -0.8 / m, B > 0: the end may lift off, slide on with a force that is not stable, or stop at
/// once. The reference `frictional_events` has each of these motions as a branch, and
/// `branch_error` is the distance from the nearest. The problem shows which solution a scheme
/// selects.
struct Params : painleve_rod::Setup {
  Params() {
    friction = 2.0;
    spin = 6.0;
    horizon = 0.1;
  }
};

}  // namespace

ProblemEntry entry() {
  return {.name = "undecided_rod",
          .summary = "Painleve's rod where it may lift off, slide on or stop at once",
          .reference = "Painleve 1895; Genot and Brogliato 1999; numbers of this suite",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return painleve_rod::make("undecided_rod",
                                      parse<Params>(given, "problem undecided_rod"));
          }};
}

}  // namespace impactbench::undecided_rod
