#include "problems/discs/two_balls_test3_case2/two_balls_test3_case2.hpp"

namespace impactbench::two_balls_test3_case2 {

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
