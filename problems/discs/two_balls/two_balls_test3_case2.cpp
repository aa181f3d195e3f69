#include "problems/discs/two_balls/two_balls.hpp"

namespace impactbench::two_balls_test3_case2 {
namespace {

/// A small disc hits a ten times larger one that rests in a corner, touching floor and wall. The
/// table prints equal masses, the text a much heavier second disc: set mass_2 for that. The problem
/// shows an impact on a body that is in contact already: two contacts act at once. Source:
/// nguyen2024, tables 4.3 and 4.4.
struct Params : two_balls::Setup {
  Params() {
    radius_2 = 1.0;
    x_2 = 2.0;
    side = 3.0;
  }
};

}  // namespace

ProblemEntry entry() {
  return {.name = "two_balls_test3_case2",
          .summary = "a small disc hits a large one that rests in a corner",
          .reference = "nguyen2024, table 4.3, case 2",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return two_balls::make("two_balls_test3_case2",
                                   parse<Params>(given, "problem two_balls_test3_case2"));
          }};
}

}  // namespace impactbench::two_balls_test3_case2
