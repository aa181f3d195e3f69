#include "problems/discs/four_balls/four_balls.hpp"

namespace impactbench::four_balls_to_point {
namespace {

/// Four discs at the corners of a unit square move to its centre and meet there at once. The
/// problem shows how a scheme resolves simultaneous impacts, and whether they conserve energy and
/// momentum.
///
/// Source: nguyen2024, section 4.3.2.4 (Test 4), table 4.12. The appendix box is [-1, 2]^2 (margin
/// = 1), which the discs reach at t = 0.87 s; the printed table has no wall hit before 1.1 s.
struct Params : four_balls::Setup {};

}  // namespace

ProblemEntry entry() {
  return {.name = "four_balls_to_point",
          .summary = "four discs meet at the centre of a square at once",
          .reference = "nguyen2024, section 4.3.2.4, table 4.12",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return four_balls::make("four_balls_to_point",
                                    parse<Params>(given, "problem four_balls_to_point"));
          }};
}

}  // namespace impactbench::four_balls_to_point
