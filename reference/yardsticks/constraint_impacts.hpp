#pragma once

#include "problems/model/generalised_system.hpp"
#include "problems/model/state.hpp"

#include <Eigen/Core>

#include <map>
#include <string>
#include <vector>

namespace impactbench {

/// Newton's law of impact at the constraints of a generalised system, for a scheme that records its
/// impulses and states no law of a step. An impact consists of successive steps in which a single
/// constraint transmits an impulse, with rates u = grad f_a . v at the beginning of the first, u^-,
/// and at the end of the last, u^+. Apart from forces these differ from those at the impact by at
/// most the change of u, for either velocity, between the ends of its step, as grad f_a turns.
///
///   law_restitution  largest |u^+ + e_a u^-|, minus this change, over law_approach [-]
///   law_approach     largest -u^- [unit of f_a a second]
///   law_events       such impacts with u^- < 0 that have ended
class ConstraintImpacts {
 public:
  /// The system must outlive this.
  explicit ConstraintImpacts(const GeneralisedSystem& system);

  /// Takes the normal impulses of the step, by constraint.
  void after_step(const State& before, const State& after, const Eigen::VectorXd& impulse);
  void finish(std::map<std::string, double>& quantities) const;

 private:
  struct Impact {
    bool lasts{false}, alone{true};
    double approach{0.0}, separation{0.0}, turned_before{0.0}, turned_after{0.0};
  };
  [[nodiscard]] double rate(Eigen::Index a, const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  void close(Eigen::Index a, Impact& impact);

  const GeneralisedSystem& system_;
  Eigen::VectorXd gradient_;
  std::vector<Impact> impacts_;
  double approach_{0.0}, defect_{0.0}, count_{0.0};
};

}  // namespace impactbench
