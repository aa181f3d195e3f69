#pragma once

#include <Eigen/Core>

#include <cstddef>
#include <optional>
#include <vector>

namespace impactbench {

/// Elastic bars in linear elements whose ends meet each other or a wall, without restitution of the
/// nodes in contact:
///
///   M d2u/dt2 = -K u + w + lambda g,   0 <= lambda perpendicular to g . u >= 0,
///   v^+ = v^- - M^-1 g (g . v^-) / (g . M^-1 g) where g . u falls to 0
///
/// The motion is linear between events, in modes of M and K: off, those of all nodes; pressed,
/// those with g . u = 0. It is off until g . u falls to 0, and pressed until
///
///   lambda = g . M^-1 (K u - w) / (g . M^-1 g)
///
/// falls to 0. Modes are those of a dense eigenvalue problem, events are found to rounding.
class StoppedElements {
 public:
  struct Bodies {
    Eigen::MatrixXd mass, stiffness;
    Eigen::VectorXd weight, gradient;  ///< w, g: each entry of it 0, 1 or -1
    Eigen::Index loose, joined;        ///< motions without strain, off and pressed
  };
  /// A bar of `nodes` nodes for Bodies, from its first node on.
  struct Bar {
    Eigen::Index nodes;
    double length, stiffness, density;  ///< [m], EA [N], [kg/m]
  };
  /// The matrices of adjacent bars: lumped or consistent masses, under `gravity` against the
  /// coordinates; without a gradient.
  [[nodiscard]] static Bodies elements(const std::vector<Bar>& bars, bool consistent,
                                       double gravity);

  /// The motion from u, v with g . u >= 0 at t = 0 until `end`. Nothing for more than 10 000
  /// events, or for more than 600 coordinates, whose modes would take minutes.
  [[nodiscard]] static std::optional<StoppedElements> motion(const Bodies& bodies,
                                                             const Eigen::VectorXd& u,
                                                             const Eigen::VectorXd& v, double end);

  /// Displacements and velocities at t in [0, end].
  void at(double t, Eigen::VectorXd& u, Eigen::VectorXd& v) const;
  [[nodiscard]] const std::vector<double>& impacts() const { return impacts_; }  ///< instants [s]
  /// The residual of the eigenvectors, over the displacements and the lengths of the motion [-].
  static constexpr double rounding = 1e-11;

 private:
  /// Modes normal in M, in columns, and the condition that ends their phase: at . u + constant.
  struct Modes {
    Eigen::MatrixXd shapes;
    Eigen::VectorXd omega, push;  ///< omega: 0 without strain; push: shapes^T w
    Eigen::VectorXd signal;       ///< shapes^T at
    double constant;
  };
  /// Mode k is where + cosine cos(omega s) + sine sin(omega s), s = t - begin; without strain it is
  /// cosine + sine s + push s^2 / 2.
  struct Phase {
    double begin;
    bool pressed;
    Eigen::VectorXd where, cosine, sine;
  };
  struct Signal {
    double value, rate;
  };

  explicit StoppedElements(const Bodies& bodies);
  [[nodiscard]] const Modes& modes(bool pressed) const { return modes_[pressed ? 1 : 0]; }
  [[nodiscard]] Phase phase(double begin, bool pressed, const Eigen::VectorXd& u,
                            const Eigen::VectorXd& v) const;
  void evaluate(const Phase& phase, double t, Eigen::VectorXd& u, Eigen::VectorXd& v) const;
  [[nodiscard]] Signal signal(const Phase& phase, double s) const;
  [[nodiscard]] std::optional<double> next_event(const Phase& phase, double end) const;
  /// Stops the nodes in contact; returns whether they stay pressed.
  [[nodiscard]] bool stop(Eigen::VectorXd& u, Eigen::VectorXd& v) const;

  Modes modes_[2];
  Eigen::MatrixXd mass_;
  Eigen::VectorXd gradient_, answer_;  ///< g, M^-1 g / (g . M^-1 g)
  Eigen::VectorXd reaction_;           ///< lambda = reaction . u + constant
  double size_{0.0};                   ///< of displacements, roughly [m]
  double stride_{0.0};                 ///< a sixteenth of the shortest period [s]
  std::vector<Phase> phases_;
  std::vector<double> impacts_;
};

}  // namespace impactbench
