#pragma once

#include "problems/model/generalised_system.hpp"
#include "problems/model/state.hpp"

#include <Eigen/Core>

#include <map>
#include <string>
#include <vector>

namespace impactbench {

/// Newton's law of impact at the constraints of a generalised system, of a scheme that records its
/// impulses and states no law of a step. An impact is steps in a row in which one constraint alone
/// transmits an impulse, with rates u = grad f_a . v at the beginning of the first, u^-, and at the
/// end of the last, u^+. Beside forces these differ from those at the impact by no more than what
/// either velocity has of u at one end of its step and not at the other, as grad f_a turns.
///
///   law_restitution  largest |u^+ + e_a u^-|, less what turns, over law_approach [-]
///   law_approach     largest -u^- [unit of f_a a second]
///   law_events       such impacts with u^- < 0 that are over
class ConstraintImpacts {
 public:
  /// The system must outlive this.
  explicit ConstraintImpacts(const GeneralisedSystem& system);

  /// With the normal impulses of the step, by constraint.
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
