#include "problems/discs/two_balls/two_balls.hpp"

namespace impactbench::two_balls_test1 {
namespace {

/// Equal discs meet head-on at equal speeds; each then returns from its wall. The problem shows the
/// error of one impact in energy, restitution and time in the simplest case. Source: nguyen2024,
/// table 4.1; also the input of its table 4.7.
struct Params : two_balls::Setup {
  Params() { speed_2 = -1.0; }
};

}  // namespace

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
