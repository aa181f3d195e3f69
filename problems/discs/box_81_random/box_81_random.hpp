#pragma once

#include "problems/discs/random_box/random_box.hpp"

namespace impactbench::box_81_random {

/// 81 equal discs, randomly placed and moving, in a box without gravity: a gas.
/// Source: nguyen2024, section 4.3.2.5 (Test 5b), tables 4.14 and 4.18; the appendix calls it
/// INITIALIZE_81. Initial energy 6.7248959752 J as printed. Horizon: that of table 4.18.
struct Params : random_box::Setup {
  Params() {
    speed = 1.0;
    gravity = 0.0;
    horizon = 4.4984;
  }
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::box_81_random
