#include "problems/discs/two_balls_test2/two_balls_test2.hpp"

namespace impactbench::two_balls_test2 {

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
