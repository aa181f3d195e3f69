#include "problems/discs/two_balls/two_balls.hpp"

namespace impactbench::two_balls_test2 {
namespace {

/// A moving disc hits an equal one at rest: elastic discs exchange their velocities. The problem
/// shows whether an impact transmits a momentum as a whole. Source: nguyen2024, table 4.2.
struct Params : two_balls::Setup {
  Params() { x_1 = 1.0; }
};

}  // namespace

ProblemEntry entry() {
  return {.name = "two_balls_test2",
          .summary = "a moving disc hits an equal one at rest",
          .reference = "nguyen2024, table 4.2",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return two_balls::make("two_balls_test2",
                                   parse<Params>(given, "problem two_balls_test2"));
          }};
}

}  // namespace impactbench::two_balls_test2
