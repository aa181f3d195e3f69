#pragma once

#include "reference/support/elastic_bounce.hpp"
#include "reference/support/line_motion.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace impactbench {

/// Two discs on a line between two walls that are springs, contact by contact. A wall returns a
/// disc after the duration of its contact. In a contact of the two the centre of mass moves
/// uniformly and the distance is r_0 + r_1 - D; afterwards v_i' = V - e (v_i - V), V the velocity
/// of the centre and e the restitution of the profile.
struct TwoDiscBounce {
  /// Motion from `start` to the next leg of the same disc.
  struct Leg {
    double start;
    std::function<LineState(double t)> at;
  };
  struct Hit {
    LineEvent event;
    double end;    ///< of the contact [s]
    double depth;  ///< the largest [m]
  };
  std::vector<Leg> legs[2];
  std::vector<Hit> hits;  ///< ascending in time
};

/// Nothing if the start is not that of line_of_two, a small disc is crushed to nothing, or a disc
/// may be in two contacts at a time before the horizon (three bodies at once have no solution in
/// terms of profiles). This is decided conservatively.
[[nodiscard]] std::optional<TwoDiscBounce> two_disc_bounce(const Problem& problem,
                                                           const ProfileOf& profile);

/// The Truth of such a motion.
[[nodiscard]] Truth truth_of(const Problem& problem, const TwoDiscBounce& motion);
[[nodiscard]] std::optional<Truth> two_disc_truth(const Problem& problem, const ProfileOf& profile);

}  // namespace impactbench
