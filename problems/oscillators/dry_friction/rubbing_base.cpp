#include "problems/oscillators/dry_friction/dry_friction.hpp"

namespace impactbench::rubbing_base {
namespace {

/// A block on a base that shakes with an acceleration of 0.99, 1.01, 1.5 or 15 m/s2 where friction
/// holds up to 1 m/s2: it is carried, or sticks and slips in turn, or slides all the time. The
/// reference solution is `dry_friction`, slide by slide. The problem shows when a scheme lets slip
/// begin and end: events of friction without any impact. Source: code_aster V5.01.104 (SDND104),
/// whose weak springs are left out; the horizon of this suite.
struct Params : dry_friction::Setup {
  Params() {
    base = 1.5;
    horizon = 2.5;
  }
};

}  // namespace

ProblemEntry entry() {
  return {.name = "rubbing_base",
          .summary = "a block sticks and slips on a base that shakes",
          .reference = "code_aster V5.01.104, test SDND104",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return dry_friction::make("rubbing_base", parse<Params>(given, "problem rubbing_base"));
          }};
}

}  // namespace impactbench::rubbing_base
