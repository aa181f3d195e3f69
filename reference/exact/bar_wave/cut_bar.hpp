#pragma once

#include <Eigen/Core>

#include <cstddef>
#include <optional>
#include <vector>

namespace impactbench::exact::bar_wave {

/// A bar of N = n - 1 elements of length d and n lumped masses (half ones at its ends), waves of
/// speed c, whose first node is stopped by a wall at 0 without restitution. Its motion is linear
/// between events, in modes that are known in closed form (nodes j = 0 .. N):
///
///   off the wall:  cos(k pi j / N),          omega_k = (2 c / d) sin(k pi / (2 N)),   k = 0 .. N
///   at the wall:   sin((k - 1/2) pi j / N),  omega_k = (2 c / d) sin((k - 1/2) pi / (2 N)),
///                  k = 1 .. N, the first node resting
///
/// It comes to the wall where u_0 falls to 0, and loses (m_0 / 2) v_0^2; it leaves where u_1 rises
/// to 0, when the wall would have to pull. Events are found to rounding.
class CutBar {
 public:
  struct Shape {
    Eigen::Index n;
    double element, wave_speed;
  };
  /// From u = gap, v = -speed in every node at t = 0 until `end`. Nothing where more than 10 000
  /// events come before it.
  [[nodiscard]] static std::optional<CutBar> motion(const Shape& shape, double gap, double speed,
                                                    double end);

  /// Displacements and velocities at t in [0, end].
  void at(double t, Eigen::VectorXd& u, Eigen::VectorXd& v) const;
  [[nodiscard]] const std::vector<double>& impacts() const { return impacts_; }  ///< instants [s]

 private:
  /// u = sum over modes of (cosine cos(omega s) + sine sin(omega s)) with s = t - begin; of the
  /// mode that does not oscillate cosine + sine s.
  struct Phase {
    double begin;
    bool at_wall;
    Eigen::VectorXd cosine, sine;
  };

  explicit CutBar(const Shape& shape);
  [[nodiscard]] const Eigen::MatrixXd& modes(bool at_wall) const { return modes_[at_wall ? 1 : 0]; }
  [[nodiscard]] const Eigen::VectorXd& omega(bool at_wall) const { return omega_[at_wall ? 1 : 0]; }
  [[nodiscard]] Phase phase(double begin, bool at_wall, const Eigen::VectorXd& u,
                            const Eigen::VectorXd& v) const;
  void evaluate(const Phase& phase, double t, Eigen::VectorXd& u, Eigen::VectorXd& v) const;
  [[nodiscard]] std::optional<double> next_event(const Phase& phase, double end) const;

  Shape shape_;
  Eigen::MatrixXd modes_[2];  ///< nodes by modes
  Eigen::VectorXd omega_[2], weight_;
  std::vector<Phase> phases_;
  std::vector<double> impacts_;
};

}  // namespace impactbench::exact::bar_wave
