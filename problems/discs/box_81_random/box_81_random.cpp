#include "problems/discs/box_81_random/box_81_random.hpp"

namespace impactbench::box_81_random {
namespace {

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
