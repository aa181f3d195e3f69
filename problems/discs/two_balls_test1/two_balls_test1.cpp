#include "problems/discs/two_balls_test1/two_balls_test1.hpp"

namespace impactbench::two_balls_test1 {

ProblemEntry entry() {
  return {.name = "two_balls_test1",
          .summary = "two equal discs meet head-on at equal speeds",
          .reference = "nguyen2024, table 4.1",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return two_balls::make("two_balls_test1",
                                   parse<Params>(given, "problem two_balls_test1"));
          }};
}

}  // namespace impactbench::two_balls_test1
