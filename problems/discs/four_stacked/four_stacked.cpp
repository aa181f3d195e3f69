#include "problems/discs/four_stacked/four_stacked.hpp"

namespace impactbench::four_stacked {
namespace {

Problem make(const Params& p) {
  DiscSetup setup(p.common);
  setup.gravity({0.0, -p.gravity});
  setup.box(0.0, 1.0, 0.0, 1.0);
  for (int i = 1; i <= 4; ++i) {
    setup.disc(p.mass, p.radius, {0.5, (2.0 * i - 1.0) * p.radius}, {0.0, 0.0});
  }
  return std::move(setup).make("four_stacked", to_set(p), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "four_stacked",
          .summary = "four discs stacked on the floor under gravity, at rest",
          .reference = "nguyen2024, table 4.5",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem four_stacked"));
          }};
}

}  // namespace impactbench::four_stacked
