#pragma once

#include "reference/api/reference.hpp"
#include "reference/support/line_motion.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace impactbench {

/// Depth D [m] and its rate [m/s] at a time since the contact began.
struct DepthState {
  double depth, rate;
};

/// One contact: D(0) = 0, and at `duration` again.
struct ContactProfile {
  double duration;  ///< [s]
  double depth;     ///< the largest [m]
  std::function<DepthState(double since)> at;
  double leaves{1.0};  ///< speed at the end over that at the begin [-]
};

/// Contact profile for a (reduced) mass, a speed of approach and an acceleration into the contact.
using ProfileOf =
    std::function<std::optional<ContactProfile>(double mass, double speed, double gravity)>;

/// Motion of one coordinate between two elastic walls, or on an elastic floor under gravity:
/// free flights and contacts alternate; every contact has the same profile, since no energy is
/// lost.
class ElasticBounce {
 public:
  /// Speed of impacts on the walls [m/s]; 0: none, or under gravity from a start at rest on the
  /// floor, where contacts follow each other without a flight.
  [[nodiscard]] static double speed_of_approach(const Axis& axis);

  ElasticBounce(const Axis& axis, ContactProfile profile);
  void at(double t, double& x, double& v) const;
  void events(double horizon, std::vector<double>& times) const;

 private:
  Axis axis_;
  ContactProfile profile_;
  double first_{0.0};   ///< beginning of the first contact
  double flight_{0.0};  ///< between contacts
  double approach_{0.0};
};

/// The Truth of a single disc from profiles per axis. Nothing unless the problem is a box without
/// gravity, or a ball above the floor under gravity that reaches no other wall.
[[nodiscard]] std::optional<Truth> bouncing_truth(const Problem& problem,
                                                  const ContactModel& contact,
                                                  const ProfileOf& profile);

/// Depth and equilibrium of a disc that starts pressed into the floor under gravity, at rest.
struct PressedStart {
  double mass, gravity, depth, floor, radius;
};
[[nodiscard]] std::optional<PressedStart> pressed_start(const Problem& problem);

/// The Truth of such a disc from its depth over time.
[[nodiscard]] Truth pressed_truth(const Problem& problem, const PressedStart& start,
                                  std::function<DepthState(double)> depth);

}  // namespace impactbench
