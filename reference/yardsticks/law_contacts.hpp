#pragma once

#include "problems/contact/round_bodies.hpp"
#include "problems/model/contact_step.hpp"
#include "problems/model/problem.hpp"
#include "reference/yardsticks/near_pairs.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"

#include <Eigen/Core>

#include <utility>
#include <variant>
#include <vector>

namespace impactbench {

/// A body and another (the larger number), or obstacle k as -1 - k.
using LawKey = std::pair<int, int>;

/// One contact of a step, its geometry and masses from the problem alone, and its impulse. In
/// space, components beyond the dimension being 0; a rotation in the plane is about the third
/// axis.
struct LawContact {
  LawKey key;
  Vec3 normal;        ///< from the first body to the second, or into the obstacle
  Vec3 slip_normal;   ///< that across which friction acts: of SlipRule::barrier the one at q^n
  double depth{0.0};  ///< at the place of the law; of a linearised gap minus that gap [m]
  double depth_before{0.0};       ///< at q^n [m]
  double gap_at_start{0.0};       ///< at q^n, along its own normal [m]
  double arm_a{0.0}, arm_b{0.0};  ///< levers of friction [m]
  double reduced_mass{0.0};       ///< [kg]
  double slip_mobility{0.0};      ///< W_t: slip velocity per tangential impulse [1/kg]
  bool recorded{false};
  Vec3 push_a{0.0, 0.0, 0.0}, push_b{0.0, 0.0, 0.0};  ///< impulses on the bodies [N s]
  Vec3 turn_a{0.0, 0.0, 0.0}, turn_b{0.0, 0.0, 0.0};  ///< and their torques [N m s]

  Vec3 resistance{0.0, 0.0, 0.0};  ///< torque against rolling and twisting on the first [N m s]

  [[nodiscard]] bool wall() const { return key.second < 0; }
  /// p_n and the impulse along the tangents on the first body, which is push_a = p_t - p_n normal.
  [[nodiscard]] double pressure() const {
    return -push_a.dot(slip_normal) / normal.dot(slip_normal);
  }
  [[nodiscard]] Vec3 friction() const { return push_a + pressure() * normal; }
};

/// The contacts of round bodies in a step for a yardstick: at the place that the scheme states for
/// its laws, found and measured by the yardstick itself.
class LawContacts {
 public:
  /// The problem must outlive this.
  LawContacts(const Problem& problem, const ContactStep& step, double h);

  /// Takes the step from `before` to `after`, in which a contact pushed or none did; false if a
  /// value is not a number.
  [[nodiscard]] bool look_at(const State& before, const State& after, bool pushed = true);

  /// Geometry and masses of a contact at the place; without impulses.
  [[nodiscard]] LawContact contact(const LawKey& key) const;
  /// The rounding of gaps at the place, whose coordinates are rounded in a sum of two, in the
  /// scheme and here: 4 eps of the largest [m].
  [[nodiscard]] double rounding_of_gaps() const;
  /// The keys of the contacts deeper than `least` [m] at the place (of `step`: at either end), in
  /// order.
  void closed(double least, std::vector<LawKey>& out);
  /// The recorded impulses, with the geometry of the problem. The obstacle of a contact is not
  /// recorded: it is the one whose normal agrees best, or the nearest of several that agree. In the
  /// order of their keys.
  void recorded(const ContactImpulses& recorded, std::vector<LawContact>& out);

  /// Spin of the first body relative to the second, for velocities `v` [rad/s].
  [[nodiscard]] Vec3 relative_spin(const LawContact& c, const Eigen::VectorXd& v) const;

  /// The error of the separating speed and the slip of velocities `v` against those at the place of
  /// the law, as the normal turns over the step [m/s].
  struct Turned {
    double apart, slip;
  };
  [[nodiscard]] Turned turned(const LawContact& c, const Eigen::VectorXd& v) const;
  /// Velocity of the first body at the contact relative to the second, for velocities `v` [m/s].
  [[nodiscard]] Vec3 relative(const LawContact& c, const Eigen::VectorXd& v) const {
    return relative(c, c.slip_normal, v);
  }

  [[nodiscard]] const RoundBodies& bodies() const { return bodies_; }
  [[nodiscard]] Vec3 translation(const Eigen::VectorXd& v, int body) const;
  [[nodiscard]] Vec3 rotation(const Eigen::VectorXd& v, int body) const;

 private:
  struct Measured {
    double distance;
    Vec3 normal;  ///< from a to b
  };
  [[nodiscard]] Measured measure(const LawKey& key, const Eigen::VectorXd& q) const;
  template <int Dim>
  void search(NearPairs<Dim>& pairs, const Eigen::VectorXd& q, double least,
              std::vector<LawKey>& out) const;
  [[nodiscard]] bool sees_linearised() const;
  /// Contact `at` of the recorded ones; its bodies may come there in the other order.
  struct Recorded {
    LawKey key;
    std::size_t at;
    bool swapped;
  };
  void find_keys(const ContactImpulses& recorded);
  [[nodiscard]] LawContact pushed(const ContactImpulses& recorded, const Recorded& from) const;
  [[nodiscard]] Vec3 relative(const LawContact& c, const Vec3& normal,
                              const Eigen::VectorXd& v) const;
  [[nodiscard]] int obstacle_of(int body, const Vec3& towards) const;
  void set_levers(LawContact& c, const Measured& start, const Measured& end) const;
  [[nodiscard]] Vec3 mean_normal(const LawKey& key, const Measured& start,
                                 const Measured& end) const;

  const Problem& problem_;
  ContactStep step_;
  double h_, farthest_{0.0};  ///< farthest_: largest coordinate at the place [m]
  RoundBodies bodies_;
  std::variant<NearPairs<1>, NearPairs<2>, NearPairs<3>> pairs_;
  Eigen::VectorXd start_, end_, place_, w_;
  std::vector<Recorded> keys_;
};

}  // namespace impactbench
