#include "problems/discs/random_box/random_box.hpp"

namespace impactbench::box_1225 {
namespace {

/// 1225 discs of random radii and positions fall to the floor of a box of 17 m x 17 m. The motion
/// is chaotic, so that only statistics can agree. No reference solution is known for so many discs:
/// the laws of contact, the energy, the momenta, the overlap and means over an ensemble judge a
/// run. The problem shows what steps and contact solvers cost in a pile that settles, with friction
/// and without.
///
/// Source: nguyen2024, section 4.6.2.4, tables 4.23 (frictionless) and 4.24 (friction 0.25, 0.5,
/// 1); the appendix calls it INITIALIZE_1225.
struct Params : random_box::Setup {
  Params() {
    radius = 0.17;
    horizon = 7.5;
  }
};

constexpr random_box::Layout layout{.columns = 35,
                                    .spread = 0.015,
                                    .x = 16.5,
                                    .y = 16.5,
                                    .pitch = 2.75,
                                    .printed_radius = 0.17,
                                    .shift_x = -0.025,
                                    .shift_y = -0.025,
                                    .jitter = 0.125,
                                    .width = 17.0,
                                    .height = 17.0};

}  // namespace

ProblemEntry entry() {
  return {.name = "box_1225",
          .summary = "1225 discs of random radii and positions fall in a box",
          .reference = "nguyen2024, section 4.6.2.4, tables 4.23 and 4.24",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return random_box::make("box_1225", layout, parse<Params>(given, "problem box_1225"));
          }};
}

}  // namespace impactbench::box_1225
