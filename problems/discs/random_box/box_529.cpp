#include "problems/discs/random_box/random_box.hpp"

namespace impactbench::box_529 {
namespace {

/// 529 discs of random radii and positions fall to the floor of a box of 12 m x 12 m. The motion is
/// chaotic, so that only statistics can agree. No reference solution is known for so many discs:
/// the laws of contact, the energy, the momenta, the overlap and means over an ensemble judge a
/// run. The problem shows what steps and contact solvers cost in a pile that settles, with friction
/// and without.
///
/// Source: nguyen2024, section 4.6.2.3, tables 4.21 (frictionless) and 4.22 (friction 0.25, 0.5,
/// 1); the appendix calls it INITIALIZE_529.
struct Params : random_box::Setup {
  Params() {
    radius = 0.2;
    horizon = 7.5;
  }
};

constexpr random_box::Layout layout{.columns = 23,
                                    .spread = 0.025,
                                    .x = 11.5,
                                    .y = 11.5,
                                    .pitch = 2.5,
                                    .printed_radius = 0.2,
                                    .shift_x = -0.05,
                                    .shift_y = -0.05,
                                    .jitter = 0.1,
                                    .width = 12.0,
                                    .height = 12.0};

}  // namespace

ProblemEntry entry() {
  return {.name = "box_529",
          .summary = "529 discs of random radii and positions fall in a box",
          .reference = "nguyen2024, section 4.6.2.3, tables 4.21 and 4.22",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return random_box::make("box_529", layout, parse<Params>(given, "problem box_529"));
          }};
}

}  // namespace impactbench::box_529
