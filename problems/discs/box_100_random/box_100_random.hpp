#pragma once

#include "problems/discs/random_box/random_box.hpp"

namespace impactbench::box_100_random {

/// 100 discs of random radii and positions fall to the floor of a box.
/// Source: nguyen2024, section 4.5.3.3 (figure 4.29, with friction 0.25, 0.5, 1); the appendix
/// calls it INITIALIZE_100. Table 4.15 (Test 5c of section 4.3.2.5) starts with a kinetic energy
/// that is not printed: the listing has its initial velocities commented out, so that its values
/// cannot be reproduced; gravity = 0 and a speed give a start of that kind.
struct Params : random_box::Setup {
  Params() {
    mass = 0.21;
    radius = 0.21;
    horizon = 4.0;
  }
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::box_100_random
