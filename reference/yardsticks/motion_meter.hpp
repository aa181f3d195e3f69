#pragma once

#include "problems/model/behaviour.hpp"
#include "problems/model/problem.hpp"

#include <Eigen/Core>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace impactbench {

/// The discrete law of motion that a scheme states (MotionStep), step by step from the states
/// alone, with the step, the masses and the energies of the problem:
///
///   path_step_error       [-] largest |dx - h v*| of a coordinate in a step beyond the rounding of
///                             x, over the largest h |v*| of the run, both times the metres of its
///                             unit, CoordinateArms or the radius of a body that rotates; h v* as
///                             PathRule has it; absent where positions are projected
///   elastic_motion_error  [-] of elastic bodies under PathRule::centred, at some 64 instants:
///                             |d.M d - h^2 d.F| over the largest d.M d, d the second difference of
///                             positions and d.F = d.F_ext - (U(x + s d) - U(x - s d)) / (2 s),
///                             s so small that no face meets or leaves a plane in between
///
/// The second one tests masses, stiffness and step at once: d is the displacement by the
/// acceleration of the cells, so that both terms are sums of squares and neither cancels.
///
/// All coordinates are used; for polyhedra the places of movable cells, for a plane grid those
/// without damping by a border. Turns of polyhedra are left out: their steps do not commute.
class MotionMeter {
 public:
  /// `h` > 0 [s], `steps` >= 1. The problem must outlive this.
  MotionMeter(const Problem& problem, const MotionStep& motion, double h, std::int64_t steps);

  /// `t` at the end of the step [s].
  void after_step(const State& before, const State& after, double t);

  void finish(std::map<std::string, double>& quantities) const;

 private:
  struct Coordinate {
    Eigen::Index q, v;
    double arm{1.0};  ///< [m] per unit of the coordinate
  };
  void measure_path(const State& before, const State& after);
  void measure_force(const State& before, const State& after, double t);
  [[nodiscard]] std::optional<double> slope(double t, const Eigen::VectorXd& q);
  [[nodiscard]] double steady_move(const Eigen::VectorXd& q) const;

  const Problem& problem_;
  PathRule rule_;
  double theta_, h_;
  bool elastic_;
  std::int64_t every_, seen_{0};
  double length_{0.0};  ///< of a move in which the energy is as good as quadratic [m]; 0: any
  std::vector<Coordinate> coordinates_;
  Eigen::VectorXd last_;  ///< q before the step before; empty at the start
  Eigen::VectorXd along_, place_, force_;
  double defect_{0.0}, displacement_{0.0}, force_defect_{0.0}, inertia_{0.0};
  bool compared_{false}, force_compared_{false};
};

}  // namespace impactbench
