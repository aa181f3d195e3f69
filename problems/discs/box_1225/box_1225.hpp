#pragma once

#include "problems/discs/random_box/random_box.hpp"

namespace impactbench::box_1225 {

/// 1225 discs of random radii and positions fall to the floor of a box.
/// Source: nguyen2024, section 4.6.2.4, tables 4.23 (frictionless) and 4.24 (friction 0.25, 0.5,
/// 1); the appendix calls it INITIALIZE_1225. Chaotic: only statistics can agree.
struct Params : random_box::Setup {
  Params() {
    radius = 0.17;
    horizon = 7.5;
  }
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::box_1225
