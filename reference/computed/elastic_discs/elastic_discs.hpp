#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::computed::elastic_discs {

/// Rigid elastic discs (restitution 1, no friction), 1 to 81 of them, among line walls with and
/// without gravity, from impact to impact (hard_discs.hpp) in 100 decimal digits.
///
/// The motion is chaotic: an error grows with every impact by about the distance between impacts
/// over the radius. It is known for as long as the same computation in 50 digits has the same
/// impacts and stays within 1e-13 m; and it is given for as long as it can be used to judge a
/// scheme, until a shift of the start by 1e-30 m has grown 1000-fold (`amplification`). Both end at
/// simultaneous contacts that share a disc: elastic impacts of two do not determine their result.
/// Refuses a start at which some contact is closed, and more than 20 000 impacts.
[[nodiscard]] ReferenceEntry entry();

/// The result of the computation, for tests and reports.
struct Course {
  std::vector<double> impacts;  ///< times up to `known` [s]
  double known{0.0};            ///< both precisions agree until here [s]
  double given{0.0};            ///< and a shift of the start has grown less than 1000-fold [s]
  double growth{1.0};           ///< of that shift by then [-]
  double difference{0.0};       ///< largest between both precisions at impacts until `known` [m]
  double energy_defect{0.0};    ///< largest |E - E_0| / E_0 of the 100 digits; |E_0| = 0: |E|
};
[[nodiscard]] std::optional<Course> course_of(const Problem& problem);

}  // namespace impactbench::computed::elastic_discs
