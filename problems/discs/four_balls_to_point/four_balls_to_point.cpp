#include "problems/discs/four_balls_to_point/four_balls_to_point.hpp"

namespace impactbench::four_balls_to_point {

ProblemEntry entry() {
  return {.name = "four_balls_to_point",
          .summary = "four discs meet at the centre of a square at once",
          .reference = "nguyen2024, section 4.3.2.4, table 4.12",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return four_balls::make("four_balls_to_point",
                                    parse<Params>(given, "problem four_balls_to_point"));
          }};
}

}  // namespace impactbench::four_balls_to_point
