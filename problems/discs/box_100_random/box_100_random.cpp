#include "problems/discs/box_100_random/box_100_random.hpp"

namespace impactbench::box_100_random {
namespace {

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
