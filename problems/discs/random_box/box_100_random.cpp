#include "problems/discs/random_box/random_box.hpp"

namespace impactbench::box_100_random {
namespace {

/// 100 discs of random radii and positions fall to the floor of a box of 5.3 m x 5.3 m. No
/// reference solution is known for so many discs: the laws of contact, the energy, the momenta, the
/// overlap and means over an ensemble judge a run. The problem shows the influence of friction on a
/// small pile.
///
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

constexpr random_box::Layout layout{.columns = 10,
                                    .spread = 0.025,
                                    .x = 5.0,
                                    .y = 5.0,
                                    .pitch = 2.5,
                                    .printed_radius = 0.21,
                                    .shift_x = -0.05,
                                    .shift_y = -0.05,
                                    .jitter = 0.1,
                                    .width = 5.3,
                                    .height = 5.3};

}  // namespace

ProblemEntry entry() {
  return {.name = "box_100_random",
          .summary = "100 discs of random radii and positions fall in a box",
          .reference = "nguyen2024, section 4.5.3.3, table 4.15",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return random_box::make("box_100_random", layout,
                                    parse<Params>(given, "problem box_100_random"));
          }};
}

}  // namespace impactbench::box_100_random
