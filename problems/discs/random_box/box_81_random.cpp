#include "problems/discs/random_box/random_box.hpp"

namespace impactbench::box_81_random {
namespace {

/// 81 equal discs, randomly placed and moving, in a box of 5.3 m x 6 m without gravity: a gas. The
/// reference solution is `elastic_discs`, until an error of the start has grown 1000-fold; after
/// that, and with other laws, the laws of contact, the energy, the momenta and means over an
/// ensemble judge a run. The problem shows how a scheme keeps the energy over many impacts of a
/// chaotic motion.
///
/// Source: nguyen2024, section 4.3.2.5 (Test 5b), tables 4.14 and 4.18; the appendix calls it
/// INITIALIZE_81. Initial energy 6.7248959752 J as printed. Horizon: that of table 4.18.
struct Params : random_box::Setup {
  Params() {
    speed = 1.0;
    gravity = 0.0;
    horizon = 4.4984;
  }
};

constexpr random_box::Layout layout{.columns = 9,
                                    .spread = 0.0,
                                    .x = 4.6,
                                    .y = 4.32,
                                    .pitch = 2.5,
                                    .printed_radius = 0.2,
                                    .shift_x = -0.05,
                                    .shift_y = -0.05,
                                    .jitter = 0.1,
                                    .width = 5.3,
                                    .height = 6.0};

}  // namespace

ProblemEntry entry() {
  return {.name = "box_81_random",
          .summary = "81 equal discs with random positions and velocities in a box without gravity",
          .reference = "nguyen2024, section 4.3.2.5, tables 4.14 and 4.18",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return random_box::make("box_81_random", layout,
                                    parse<Params>(given, "problem box_81_random"));
          }};
}

}  // namespace impactbench::box_81_random
