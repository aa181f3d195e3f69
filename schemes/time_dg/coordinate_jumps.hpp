#pragma once

#include "schemes/support/coordinate_contacts.hpp"
#include "schemes/time_dg/time_dg.hpp"

#include <span>
#include <vector>

namespace impactbench::time_dg {

/// The steps of generalised systems, f with what is quadratic in v; time_dg.hpp has the equations.
class CoordinateJumps final : public Scheme {
 public:
  CoordinateJumps(const Params& params, const GeneralisedSystem& system, double h,
                  ContactSolver& solver);
  StepReport step(State& state) override;

  /// Of the impacts, where there were any; else of the forces at the end.
  [[nodiscard]] const ContactProblem* contact_problem() const override {
    return &(jumps_ ? impacts_ : end_).problem();
  }
  [[nodiscard]] std::span<const double> impulses() const override {
    return (jumps_ ? impacts_ : end_).impulses();
  }

 private:
  [[nodiscard]] StepReport press_at_start(const State& state);
  void turn(Eigen::Index a, const Eigen::VectorXd& v, std::span<double> b);
  [[nodiscard]] StepReport press_at_end();
  [[nodiscard]] StepReport jump();
  [[nodiscard]] bool look(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  void tell(const CoordinateContacts& contacts, double share);

  const GeneralisedSystem* system_;
  double h_, reach_;
  CoordinateStep coordinates_;
  CoordinateContacts start_, end_, impacts_;
  std::vector<bool> closed_;       ///< A, per constraint
  Eigen::VectorXd q_, v_, ahead_;  ///< q^{n+1}, v^- and then v^{n+1}, w
  Eigen::VectorXd kick_, gradient_, none_;
  bool jumps_{false};
};

}  // namespace impactbench::time_dg
