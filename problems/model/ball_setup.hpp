#pragma once

#include "problems/model/ball_system.hpp"
#include "problems/model/problem.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace impactbench {

/// Settings that every problem of balls has beside its own numbers.
struct BallCommon {
  double inertia{0.4};
  double restitution{0.0};
  double tangential_restitution{0.0};
  double friction{0.5};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"inertia", "-", "J / (m r^2): 0.4 a solid ball, 2/3 a hollow one, 0.5 as a disc"},
      self.inertia, Range{0.0, 2.0 / 3.0, true, false});
    f(Field{"restitution", "-", "Newton's normal restitution coefficient"}, self.restitution,
      Range::between(0.0, 1.0));
    f(Field{"tangential_restitution", "-", "Newton's law along the tangents, where friction acts"},
      self.tangential_restitution, Range::between(-1.0, 1.0));
    f(Field{"friction", "-", "Coulomb's coefficient mu"}, self.friction, Range::at_least(0.0));
  }
  friend bool operator==(const BallCommon&, const BallCommon&) = default;
};

/// Collects balls and half-spaces and makes the Problem; the place where every start is checked.
class BallSetup {
 public:
  explicit BallSetup(const BallCommon& common) : common_(common) {}

  /// Room for so many balls: a hint that saves time and memory where there are many.
  void reserve(std::size_t balls);
  void ball(double mass, double radius, const Vec3& position, const Vec3& velocity,
            const Vec3& spin = Vec3::Zero());
  void half_space(const Vec3& point, const Vec3& inward);
  void gravity(const Vec3& g) { gravity_ = g; }

  /// Throws ConfigurationError if there is no ball, if a number of the start is not finite, the
  /// horizon not positive, or if balls overlap or reach into a half-space (round_start.hpp).
  [[nodiscard]] Problem make(std::string_view name, const ParameterSet& complete,
                             double horizon) &&;

 private:
  BallCommon common_;
  Balls balls_;
  std::vector<Obstacle> obstacles_;
  Vec3 gravity_{0.0, 0.0, 0.0};
  std::vector<Vec3> position_, velocity_, spin_;
};

}  // namespace impactbench
