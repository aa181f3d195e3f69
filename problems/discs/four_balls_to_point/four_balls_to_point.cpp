#include "problems/discs/four_balls_to_point/four_balls_to_point.hpp"

namespace impactbench::four_balls_to_point {
namespace {

Problem make(const Params& p) {
  DiscSetup setup(p.common);
  setup.box(-p.margin, 1.0 + p.margin, -p.margin, 1.0 + p.margin);
  const double s = p.speed;
  setup.disc(p.mass, p.radius, {0.0, 0.0}, {s, s}, p.spin);
  setup.disc(p.mass, p.radius, {1.0, 0.0}, {-s, s});
  setup.disc(p.mass, p.radius, {1.0, 1.0}, {-s, -s});
  setup.disc(p.mass, p.radius, {0.0, 1.0}, {s, -s});
  return std::move(setup).make("four_balls_to_point", to_set(p), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "four_balls_to_point",
          .summary = "four discs meet at the centre of a square at once",
          .reference = "nguyen2024, section 4.3.2.4, table 4.12",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem four_balls_to_point"));
          }};
}

}  // namespace impactbench::four_balls_to_point
