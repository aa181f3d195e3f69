#pragma once

#include "problems/contact/gap.hpp"
#include "problems/contact/round_bodies.hpp"
#include "problems/model/generalised_setup.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <array>
#include <cmath>
#include <memory>

namespace impactbench::testing {

/// The lever arms of friction: the radii, or the distances to the middle of the overlap, r_i d /
/// (r_i + r_j), d the distance of the centres or that from an obstacle.
enum class Arms { radii, to_the_middle };

/// Round bodies as a generalised system, in the coordinates y of x = A y: constraints are the gaps
/// of all pairs and obstacles, tangents the slip of their surfaces,
///
///   s_k = t_k . (v_i - v_j) + (n x t_k) . (l_i om_i + l_j om_j),   n from i to j or into the wall,
///
/// l_i and l_j the arms.
template <int Dim>
class BodiesInCoordinates final : public GeneralisedSystem {
 public:
  BodiesInCoordinates(const RoundSystem& bodies, const Eigen::MatrixXd& a, Arms arms = Arms::radii)
      : bodies_(bodies),
        arms_(arms),
        stride_(round_bodies(bodies).stride),
        a_(a),
        mass_(a.transpose() * bodies.mass().asDiagonal() * a),
        diagonal_(mass_.diagonal()) {}

  [[nodiscard]] double length() const override { return 1.0; }
  [[nodiscard]] double top_speed() const override { return 1.0; }
  [[nodiscard]] const Eigen::VectorXd& mass() const override { return diagonal_; }
  void mass_matrix(const Eigen::VectorXd&, Eigen::MatrixXd& m) const override { m = mass_; }
  void external_force(double, const Eigen::VectorXd&, const Eigen::VectorXd&,
                      Eigen::VectorXd& force) const override {
    force = a_.transpose() * bodies_.weight();
  }
  [[nodiscard]] double external_potential(double t, const Eigen::VectorXd& q) const override {
    return bodies_.external_potential(t, a_ * q);
  }
  [[nodiscard]] Eigen::Index constraints() const override {
    return count() * (count() - 1) / 2 + count() * obstacles();
  }
  [[nodiscard]] double constraint(Eigen::Index c, const Eigen::VectorXd& q) const override {
    return look(c, a_ * q).gap;
  }
  void constraint_gradient(Eigen::Index c, const Eigen::VectorXd& q,
                           Eigen::VectorXd& g) const override {
    const Contact at = look(c, a_ * q);
    g = row(at, -at.normal, Eigen::Vector3d::Zero());
  }
  [[nodiscard]] double restitution() const override { return bodies_.law().restitution; }
  [[nodiscard]] ContactLaw law(Eigen::Index c) const override {
    const Contact at = look(c, Eigen::VectorXd::Zero(bodies_.dofs()));
    return bodies_.law(static_cast<int>(at.i), static_cast<int>(at.j));
  }
  [[nodiscard]] int tangents() const override { return Dim - 1; }
  void constraint_tangent(Eigen::Index c, int k, const Eigen::VectorXd& q,
                          Eigen::VectorXd& t) const override {
    const Contact at = look(c, a_ * q);
    Vec<Dim> along;
    Eigen::Vector3d turn(1.0, 0.0, 0.0);  // in the plane a rotation is one number
    if constexpr (Dim == 2) {
      along << -at.normal[1], at.normal[0];
    } else {
      const Vec<3> s = at.normal.unitOrthogonal();
      along = k == 0 ? s : at.normal.cross(s).eval();
      turn = at.normal.cross(along);
    }
    t = row(at, along, turn);
  }

 private:
  struct Contact {
    Eigen::Index i, j;  ///< bodies; of obstacles -1 - number
    double gap;
    Vec<Dim> normal;
  };

  [[nodiscard]] Eigen::Index count() const {
    return static_cast<Eigen::Index>(bodies_.bodies().size());
  }
  [[nodiscard]] Eigen::Index obstacles() const {
    return static_cast<Eigen::Index>(bodies_.obstacles().size());
  }
  [[nodiscard]] double radius(Eigen::Index i) const {
    return bodies_.bodies().radius[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] Vec<Dim> centre(const Eigen::VectorXd& x, Eigen::Index i) const {
    return x.segment<Dim>(stride_ * i);
  }

  [[nodiscard]] Contact look(Eigen::Index c, const Eigen::VectorXd& x) const {
    for (Eigen::Index i = 0; i < count(); ++i) {
      for (Eigen::Index o = 0; o < obstacles(); ++o, --c) {
        if (c != 0) continue;
        const Gap<Dim> gap = obstacle_gap<Dim>(centre(x, i), radius(i),
                                               bodies_.obstacles()[static_cast<std::size_t>(o)]);
        return {i, -1 - o, gap.distance, -gap.normal};
      }
      for (Eigen::Index j = i + 1; j < count(); ++j, --c) {
        if (c != 0) continue;
        const Vec<Dim> d = centre(x, j) - centre(x, i);
        return {i, j, d.norm() - radius(i) - radius(j), d.normalized()};
      }
    }
    return {0, 0, 1.0, Vec<Dim>::Zero()};
  }

  /// e . (v_i - v_j) + turn . (l_i om_i + l_j om_j) as a row of v in y.
  [[nodiscard]] Eigen::VectorXd row(const Contact& at, const Vec<Dim>& e,
                                    const Eigen::Vector3d& turn) const {
    Eigen::VectorXd of_x = Eigen::VectorXd::Zero(bodies_.dofs());
    const double touching = radius(at.i) + (at.j >= 0 ? radius(at.j) : 0.0);
    const double arm = arms_ == Arms::radii ? 1.0 : 1.0 + at.gap / touching;
    const auto add = [&](Eigen::Index body, double sign) {
      of_x.segment<Dim>(stride_ * body) += sign * e;
      const Eigen::Index turns = stride_ - Dim;
      of_x.segment(stride_ * body + Dim, turns) += arm * radius(body) * turn.head(turns);
    };
    add(at.i, 1.0);
    if (at.j >= 0) add(at.j, -1.0);
    return a_.transpose() * of_x;
  }

  const RoundSystem& bodies_;
  Arms arms_;
  Eigen::Index stride_;
  Eigen::MatrixXd a_, mass_;
  Eigen::VectorXd diagonal_;
};

/// The same round bodies in coordinates y; `problem` must outlive it.
[[nodiscard]] inline Problem coordinates_of(const Problem& problem, const Eigen::MatrixXd& a,
                                            Arms arms = Arms::radii) {
  State start = problem.initial;
  const auto lu = a.lu();
  start.q = lu.solve(problem.initial.q);
  start.v = lu.solve(problem.initial.v);
  const RoundSystem& bodies = *round_system(*problem.system);
  std::unique_ptr<const GeneralisedSystem> system;
  if (bodies.dimension() == 3) {
    system = std::make_unique<BodiesInCoordinates<3>>(bodies, a, arms);
  } else {
    system = std::make_unique<BodiesInCoordinates<2>>(bodies, a, arms);
  }
  return make_generalised("coordinates", {}, std::move(system), start, problem.horizon);
}

/// Coordinates in which no mass is diagonal.
[[nodiscard]] inline Eigen::MatrixXd skewed(Eigen::Index n) {
  Eigen::MatrixXd a(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j)
      a(i, j) = (i == j ? 1.5 : 0.0) + 0.3 * std::sin(1.0 + 2.0 * static_cast<double>(i + 3 * j));
  }
  return a;
}

}  // namespace impactbench::testing
