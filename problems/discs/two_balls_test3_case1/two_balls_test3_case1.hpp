#pragma once

#include "problems/discs/two_balls/two_balls.hpp"

namespace impactbench::two_balls_test3_case1 {

/// A larger disc overtakes a smaller one of the same mass (the text calls it heavier; the table
/// and the printed initial energy 0.625 J do not).
/// Source: nguyen2024, tables 4.3 and 4.4.
struct Params : two_balls::Setup {
  Params() {
    radius_1 = 0.2;
    x_2 = 1.0;
    speed_2 = 0.5;
  }
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::two_balls_test3_case1
