#include "problems/discs/four_balls/four_balls.hpp"

namespace impactbench::four_balls_spin {
namespace {

/// Four discs meet at the centre of a square with friction; the first one spins, so that the
/// tangential impulses are not zero by symmetry. Initial energy 4.5 J with J = m (inertia =
/// thesis), as in print. The problem shows how simultaneous impacts with friction exchange spin and
/// energy. Source: nguyen2024, section 4.6.2.2, table 4.20; case 400 of the appendix. The energies
/// printed are those after the impact and before the walls of the box [-1, 2]^2: 0.5 s.
struct Params : four_balls::Setup {
  Params() {
    common.friction = 0.5;
    spin = -1.0;
    margin = 1.0;
    horizon = 0.5;
  }
};

}  // namespace

ProblemEntry entry() {
  return {
      .name = "four_balls_spin",
      .summary = "four discs, one of them spinning, meet at the centre of a square with friction",
      .reference = "nguyen2024, section 4.6.2.2, table 4.20",
      .parameters = parameters_of<Params>(),
      .make = [](const ParameterSet& given) {
        return four_balls::make("four_balls_spin", parse<Params>(given, "problem four_balls_spin"));
      }};
}

}  // namespace impactbench::four_balls_spin
