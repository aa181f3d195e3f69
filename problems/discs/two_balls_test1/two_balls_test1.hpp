#pragma once

#include "problems/discs/two_balls/two_balls.hpp"

namespace impactbench::two_balls_test1 {

/// Equal discs meet head-on at equal speeds; each then returns from its wall.
/// Source: nguyen2024, table 4.1; also the input of its table 4.7.
struct Params : two_balls::Setup {
  Params() { speed_2 = -1.0; }
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::two_balls_test1
