#include "problems/discs/four_balls_spin/four_balls_spin.hpp"

namespace impactbench::four_balls_spin {

ProblemEntry entry() {
  return {
      .name = "four_balls_spin",
      .summary = "four discs, one of them spinning, meet at the centre of a square with friction",
      .reference = "nguyen2024, section 4.6.2.2, table 4.20",
      .parameters = parameters_of<Params>(),
      .make = [](const ParameterSet& given) {
        return four_balls::make("four_balls_spin", parse<Params>(given, "problem four_balls_spin"));
      }};
}

}  // namespace impactbench::four_balls_spin
