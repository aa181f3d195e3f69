#include "problems/generalised/bars/bars.hpp"

namespace impactbench::bouncing_bar {
namespace {

/// A bar falls on a rigid floor, end on, and bounces for ever: with c = sqrt(EA / m) and w the
/// speed of its first impact each contact lasts 2 L / c. With the defaults w = 10 m/s and 2 L / c =
/// 2/3 s; the bar vibrates in every other flight alone, and its motion has the period 1 + 2/3 + 2 +
/// 2/3 + 1 = 16/3 s. The reference solution is `bouncing_bar`, by characteristics, with the same
/// bar in elements for its trajectory; beyond a tenfold growth of an error of the start no
/// trajectory is judged. The problem shows what one contact after another does to the energy, to
/// reactions and to orders. Source: Doyen, Ern and Piperno 2011.
struct Params : bars::Single {};

}  // namespace

ProblemEntry entry() {
  return {.name = "bouncing_bar",
          .summary = "an elastic bar falls on a floor, end on, and bounces for ever",
          .reference = "Doyen, Ern and Piperno, SIAM J. Sci. Comput. 33 (2011)",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            const auto p = parse<Params>(given, "problem bouncing_bar");
            return bars::make("bouncing_bar", p, to_set(p));
          }};
}

}  // namespace impactbench::bouncing_bar
