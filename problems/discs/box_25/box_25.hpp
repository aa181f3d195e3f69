#pragma once

#include "problems/discs/random_box/random_box.hpp"

namespace impactbench::box_25 {

/// 25 discs of random radii and positions fall to the floor of a box.
/// Source: nguyen2024, section 4.4 (restitution), figure 4.20; the appendix calls it
/// INITIALIZE_25. The displacement along x is not centred in the listing, that along y is.
struct Params : random_box::Setup {
  Params() {
    mass = 0.25;
    radius = 0.25;
    horizon = 5.0;
  }
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::box_25
