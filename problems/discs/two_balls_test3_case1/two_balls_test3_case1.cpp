#include "problems/discs/two_balls_test3_case1/two_balls_test3_case1.hpp"

namespace impactbench::two_balls_test3_case1 {

ProblemEntry entry() {
  return {.name = "two_balls_test3_case1",
          .summary = "a larger disc overtakes a smaller one",
          .reference = "nguyen2024, table 4.3, case 1",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return two_balls::make("two_balls_test3_case1",
                                   parse<Params>(given, "problem two_balls_test3_case1"));
          }};
}

}  // namespace impactbench::two_balls_test3_case1
