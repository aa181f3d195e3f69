#include "problems/discs/two_balls/two_balls.hpp"

namespace impactbench::two_balls_test3_case1 {
namespace {

/// A larger disc overtakes a smaller one of the same mass (the text calls it heavier; the table and
/// the printed initial energy 0.625 J do not). The problem shows impacts of different radii, where
/// overlap is measured against the larger one. Source: nguyen2024, tables 4.3 and 4.4.
struct Params : two_balls::Setup {
  Params() {
    radius_1 = 0.2;
    x_2 = 1.0;
    speed_2 = 0.5;
  }
};

}  // namespace

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
