#include "problems/discs/box_81_fixed/box_81_fixed.hpp"

#include "problems/support/disc_columns.hpp"

namespace impactbench::box_81_fixed {
namespace {

Problem make(const Params& p) {
  DiscSetup setup(p.common);
  setup.box(0.0, 4.0, 0.0, 4.5);
  for_each_place({81, 9, 3.65, 3.65, 0.4}, [&](double x, double y) {
    setup.disc(p.mass, p.radius, {x, y}, {0.0, p.speed});
  });
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
