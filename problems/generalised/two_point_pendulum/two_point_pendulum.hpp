#pragma once

#include "problems/model/coordinate_arms.hpp"
#include "problems/model/generalised_setup.hpp"
#include "problems/model/picture.hpp"

namespace impactbench::two_point_pendulum {

/// Two point masses on massless rods under gravity. Coordinates: the angles of the rods from the
/// vertical, counter-clockwise; d = theta_1 - theta_2, m = m_1 + m_2:
///
///   M = [[m l_1^2, m_2 l_1 l_2 cos d], [m_2 l_1 l_2 cos d, m_2 l_2^2]],
///   F = -g (m l_1 sin(theta_1), m_2 l_2 sin(theta_2)),
///   S = m_2 l_1 l_2 sin d (-theta_2'^2, theta_1'^2).
struct Rods {
  double mass_1{1.0}, mass_2{0.5};
  double length_1{1.0}, length_2{0.7};
  double gravity{9.81};
  double angle_1{1.0}, angle_2{1.6};

  template <class Self, class F>
  static void each_mass_field(Self& self, F&& f) {
    f(Field{"mass_1", "kg", "of the inner point"}, self.mass_1, Range::positive());
    f(Field{"mass_2", "kg", "of the outer point"}, self.mass_2, Range::positive());
    f(Field{"length_1", "m", "of the inner rod"}, self.length_1, Range::positive());
    f(Field{"length_2", "m", "of the outer rod"}, self.length_2, Range::positive());
    f(Field{"gravity", "m/s2", "downwards"}, self.gravity, Range::any());
  }
  template <class Self, class F>
  static void each_start_field(Self& self, F&& f) {
    f(Field{"angle_1", "rad", "initial, of the inner rod"}, self.angle_1, Range::any());
    f(Field{"angle_2", "rad", "initial, of the outer rod"}, self.angle_2, Range::any());
  }
  friend bool operator==(const Rods&, const Rods&) = default;

  /// The start, at rest.
  [[nodiscard]] State start() const {
    return {Eigen::Vector2d(angle_1, angle_2), Eigen::Vector2d(0.0, 0.0)};
  }
};

/// The pendulum without constraints.
class Pendulum : public GeneralisedSystem, public CoordinateArms, public Drawn {
 public:
  explicit Pendulum(const Rods& rods);

  [[nodiscard]] const Eigen::VectorXd& mass() const override { return mass_; }
  void mass_matrix(const Eigen::VectorXd& q, Eigen::MatrixXd& m) const override;
  [[nodiscard]] bool constant_mass() const override { return false; }
  void inertial_force(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                      Eigen::VectorXd& force) const override;
  [[nodiscard]] bool constant_force() const override { return false; }
  void external_force(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                      Eigen::VectorXd& force) const override;
  [[nodiscard]] double external_potential(double t, const Eigen::VectorXd& q) const override;
  [[nodiscard]] double arm(Eigen::Index k) const override;
  /// The shorter rod: a point at the end of a rod turns round on it.
  [[nodiscard]] double length() const override;
  /// The largest l_k |theta_k'| [m/s], from E, the energy of the start above the lowest place: that
  /// of the inner point is at most v_1, that of the outer one v_1 + v_2, and
  ///
  ///   m_1 v_1^2 + m_2 v_2^2 <= 2 E   gives   v_1 + v_2 <= sqrt(2 E (1 / m_1 + 1 / m_2)).
  [[nodiscard]] double top_speed() const override;
  /// The rods below the pivot at the origin, and the points.
  [[nodiscard]] Picture picture(const Eigen::VectorXd& q) const override;

 protected:
  [[nodiscard]] const Rods& rods() const { return rods_; }

 private:
  Rods rods_;
  double inner_, outer_, coupling_;  ///< [kg m2]
  double weight_1_, weight_2_;       ///< [N m]
  Eigen::VectorXd mass_;
};

}  // namespace impactbench::two_point_pendulum
