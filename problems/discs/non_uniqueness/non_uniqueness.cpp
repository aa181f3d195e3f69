#include "problems/discs/non_uniqueness/non_uniqueness.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::non_uniqueness {
namespace {

/// The largest power of two that is not above t > 0.
double block_of(double t) {
  return std::ldexp(1.0, std::ilogb(t));
}

Problem make(const Params& p) {
  DiscSetup setup(p.common);
  setup.wall({0.0, 0.0}, {0.0, 1.0});
  const double alpha = p.alpha;
  setup.field({.along = {0.0, 1.0, 0.0},
               .value =
                   [alpha](double t) {
                     if (!(t > 0.0)) return 0.5 * (1.0 - alpha);  // the mean: there is no limit
                     return t < 1.5 * block_of(t) ? 1.0 : -alpha;
                   },
               .primitive =
                   [alpha](double t) {
                     if (!(t > 0.0)) return 0.0;
                     const double block = block_of(t);
                     const double s = t - block;
                     return 0.5 * block * (1.0 - alpha) + std::min(s, 0.5 * block) -
                            alpha * std::max(s - 0.5 * block, 0.0);
                   }});
  setup.disc(p.mass, p.radius, {0.0, p.radius}, {0.0, 0.0});
  return std::move(setup).make("non_uniqueness", to_set(p), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "non_uniqueness",
          .summary = "one disc on the floor under a switched force that admits many solutions",
          .reference = "maury2004, section 6.1",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem non_uniqueness"));
          }};
}

}  // namespace impactbench::non_uniqueness
