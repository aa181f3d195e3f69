#include "problems/discs/random_box/random_box.hpp"

namespace impactbench::box_25 {
namespace {

/// 25 discs of random radii and positions fall to the floor of a box of 3.5 m x 4 m. With the
/// defaults (restitution 1, no friction) the reference solution is `elastic_discs`, until an error
/// of the start has grown 1000-fold; after that, and with other laws, the laws of contact, the
/// energy, the momenta and means over an ensemble judge a run. The problem shows what restitution
/// does to the energy of many bodies.
///
/// Source: nguyen2024, section 4.4 (restitution), figure 4.20; the appendix calls it INITIALIZE_25.
/// The displacement along x is not centred in the listing, that along y is.
struct Params : random_box::Setup {
  Params() {
    mass = 0.25;
    radius = 0.25;
    horizon = 5.0;
  }
};

constexpr random_box::Layout layout{.columns = 5,
                                    .spread = 0.025,
                                    .x = 3.0,
                                    .y = 2.9,
                                    .pitch = 2.5,
                                    .printed_radius = 0.25,
                                    .shift_x = 0.0,
                                    .shift_y = -0.05,
                                    .jitter = 0.12,
                                    .width = 3.5,
                                    .height = 4.0};

}  // namespace

ProblemEntry entry() {
  return {.name = "box_25",
          .summary = "25 discs of random radii and positions fall in a box",
          .reference = "nguyen2024, section 4.4, figure 4.20",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return random_box::make("box_25", layout, parse<Params>(given, "problem box_25"));
          }};
}

}  // namespace impactbench::box_25
