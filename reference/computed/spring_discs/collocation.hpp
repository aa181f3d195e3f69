#pragma once

#include <Eigen/Core>

#include <functional>

namespace impactbench::computed::spring_discs {

using Real = long double;
using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

/// Collocation for q'' = a(q, q', x), x' = w(q, q') at the s nodes c_i of Radau's rule (c_s = 1):
/// the acceleration is a polynomial of degree s - 1 over a step and exact at the nodes, velocities
/// and positions are its integrals. Order 2 s - 1 at the ends of steps, L-stable for strongly
/// damped parts (viscous stick). Weights from the Vandermonde matrix of the nodes in 50 digits.
/// Source: Hairer and Wanner 1996 (Solving Ordinary Differential Equations II), section IV.5.
struct Radau {
  explicit Radau(int stages);

  Vector node;    ///< c_i
  Matrix once;    ///< int_0^{c_i} l_j
  Matrix twice;   ///< the integral of that
  Matrix powers;  ///< coefficients of tau^k from the values at the nodes
};

/// One step of the motion: polynomials in tau = (t - start) / length.
struct Piece {
  Real start, length;
  Matrix position;  ///< coefficients of tau^k per degree of freedom (row)

  /// Positions and velocities at a time within the step.
  void at(Real t, Vector& q, Vector& v) const;
};

/// The equations of a step, with the stretches `x` of tangential springs.
struct Equations {
  std::function<void(const Vector& q, const Vector& v, const Vector& x, Vector& a)> acceleration;
  std::function<void(const Vector& q, const Vector& v, Vector& w)> slip;
};

/// A step of the collocation method from (q, v, x); nothing if Newton's iteration does not converge
/// at that length.
class RadauStep {
 public:
  explicit RadauStep(int stages) : rule_(stages) {}

  [[nodiscard]] bool solve(const Equations& equations, const Vector& q, const Vector& v,
                           const Vector& x, Real length);
  /// The step as polynomials that begin at `start`.
  [[nodiscard]] Piece piece(Real start) const;
  /// Stretches at a part tau of the step.
  [[nodiscard]] Vector stretch(Real tau) const;
  /// The effect of the last Legendre coefficient of the accelerations, times the length, on the
  /// velocities [m/s]; angular entries are multiplied by `reach` [m].
  [[nodiscard]] Real velocity_defect(Real reach) const;
  [[nodiscard]] int stages() const { return static_cast<int>(rule_.node.size()); }

 private:
  [[nodiscard]] Matrix jacobian(const Equations& equations) const;

  Radau rule_;
  Vector q_, v_, x_;
  Real h_{0};
  Matrix a_, w_;  ///< a column per stage
};

}  // namespace impactbench::computed::spring_discs
