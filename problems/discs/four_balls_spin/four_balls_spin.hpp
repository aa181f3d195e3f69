#pragma once

#include "problems/discs/four_balls/four_balls.hpp"

namespace impactbench::four_balls_spin {

/// Four discs meet at the centre of a square with friction; the first one spins, so that the
/// tangential impulses are not zero by symmetry. Initial energy 4 + J / 2 = 4.5 J (J = m).
/// Source: nguyen2024, section 4.6.2.2, table 4.20; case 400 of the appendix. The energies printed
/// are those after the impact and before the walls of the box [-1, 2]^2: 0.5 s.
struct Params : four_balls::Setup {
  Params() {
    common.friction = 0.5;
    spin = -1.0;
    margin = 1.0;
    horizon = 0.5;
  }
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::four_balls_spin
