#include "problems/discs/newton_cradle/newton_cradle.hpp"

namespace impactbench::newton_cradle {

Problem make(const Params& p) {
  DiscSetup setup(p.common);
  setup.box(-1.0, 4.0, -0.2, 1.0);
  setup.disc(p.mass, p.radius, {0.0, 0.0}, {p.speed, 0.0});
  // 1.4 and 1.8 are single-precision literals in the listing: the gap 3-4 is then not zero.
  for (const double x : {1.0, 1.4, 1.8}) {
    setup.disc(p.mass, p.radius, {setup.literal(x), 0.0}, {0.0, 0.0});
  }
  return std::move(setup).make("newton_cradle", to_set(p), p.horizon);
}

ProblemEntry entry() {
  return {.name = "newton_cradle",
          .summary = "four discs in a row without gravity, the first hits the three at rest",
          .reference = "nguyen2024, section 4.3.2.3, table 4.11",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem newton_cradle"));
          }};
}

}  // namespace impactbench::newton_cradle
