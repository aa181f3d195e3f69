#pragma once

#include <Eigen/Core>

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace impactbench::computed::frictional_events {

/// The modes of a contact with friction in the plane.
enum class Mode : char { open, stick, forwards, backwards };

constexpr Eigen::Index most_coordinates = 8, most_contacts = 6;

/// Small matrices and vectors, stored inline.
using SmallMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor,
                                  2 * most_contacts, 2 * most_contacts>;
using SmallVector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, 2 * most_contacts, 1>;
static_assert(most_coordinates <= 2 * most_contacts);

/// Contacts between impulses p and velocities, or forces and accelerations, u = W p + b; for
/// contact k entry 2 k is normal, 2 k + 1 tangential.
struct Rows {
  SmallMatrix w;
  SmallVector b;
  std::vector<double> friction;
  /// Sign of a present slip, which u does not change; 0 where u determines it.
  std::vector<int> slides;

  [[nodiscard]] std::size_t contacts() const { return friction.size(); }
};

struct Solution {
  std::vector<Mode> modes;
  SmallVector p, u;
};

/// p for contacts in these modes; nothing where it is not determined:
///   open  p = 0;   stick  u = 0;   slip of sign s  u_n = 0, p_t = -s mu p_n
[[nodiscard]] std::optional<SmallVector> forces(const Rows& rows, const std::vector<Mode>& modes);

/// All that differ in u, for all combinations of modes (or those `among` them), and that satisfy
///   open  u_n >= 0;   stick  |p_t| <= mu p_n;   slip  p_n >= 0, and s u_t >= 0 where it begins.
[[nodiscard]] std::vector<Solution> solutions(
    const Rows& rows, const std::function<bool(const std::vector<Mode>&)>& among = {});

}  // namespace impactbench::computed::frictional_events
