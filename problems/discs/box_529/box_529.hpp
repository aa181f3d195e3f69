#pragma once

#include "problems/discs/random_box/random_box.hpp"

namespace impactbench::box_529 {

/// 529 discs of random radii and positions fall to the floor of a box.
/// Source: nguyen2024, section 4.6.2.3, tables 4.21 (frictionless) and 4.22 (friction 0.25, 0.5,
/// 1); the appendix calls it INITIALIZE_529. Chaotic: only statistics can agree.
struct Params : random_box::Setup {
  Params() {
    radius = 0.2;
    horizon = 7.5;
  }
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::box_529
