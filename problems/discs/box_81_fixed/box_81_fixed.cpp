#include "problems/discs/box_81_fixed/box_81_fixed.hpp"

namespace impactbench::box_81_fixed {
namespace {

Problem make(const Params& p) {
  DiscSetup setup(p.common);
  setup.box(0.0, 4.0, 0.0, 4.5);
  // Columns from right to left, each from top to bottom; the coordinates by subtraction, as the
  // listing makes them.
  double x = 3.65;
  for (int column = 0; column < 9; ++column, x -= 0.4) {
    double y = 3.65;
    for (int row = 0; row < 9; ++row, y -= 0.4) {
      setup.disc(p.mass, p.radius, {x, y}, {0.0, p.speed});
    }
  }
  return std::move(setup).make("box_81_fixed", to_set(p), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "box_81_fixed",
          .summary = "81 discs in nine identical columns move down in a box without gravity",
          .reference = "nguyen2024, section 4.3.2.5, table 4.13",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem box_81_fixed"));
          }};
}

}  // namespace impactbench::box_81_fixed
