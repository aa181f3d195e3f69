#pragma once

#include "problems/discs/two_balls/two_balls.hpp"

namespace impactbench::two_balls_test2 {

/// A moving disc hits an equal one at rest: elastic discs exchange their velocities.
/// Source: nguyen2024, table 4.2.
struct Params : two_balls::Setup {
  Params() { x_1 = 1.0; }
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::two_balls_test2
