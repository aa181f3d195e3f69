#pragma once

#include "schemes/support/coordinates/coordinate_contacts.hpp"
#include "schemes/time_dg/time_dg.hpp"

#include <array>
#include <span>
#include <vector>

namespace impactbench::time_dg {

/// Steps of generalised systems, terms quadratic in v in f; time_dg.hpp has the equations.
class CoordinateJumps final : public Scheme {
 public:
  CoordinateJumps(const Params& params, const GeneralisedSystem& system, double h,
                  ContactSolver& solver);
  StepReport step(State& state) override;

  /// The problem of the impacts, if there were any; else that of the forces at the end.
  [[nodiscard]] const ContactProblem* contact_problem() const override {
    return &(jumps_ ? impacts_ : end_).problem();
  }
  [[nodiscard]] std::span<const double> impulses() const override {
    return (jumps_ ? impacts_ : end_).impulses();
  }

 private:
  /// The kinematics of the rows of a constraint in a step at one velocity.
  struct Rows {
    std::array<double, 3> slip{}, turned{};  ///< rates, and their gain as rows turn [m/s]
    double speed{0.0};                       ///< of the slip [m/s]
  };

  [[nodiscard]] bool approaches(Eigen::Index a, const Eigen::VectorXd& v) const;
  [[nodiscard]] bool touches(Eigen::Index a, const Eigen::VectorXd& q) const;
  [[nodiscard]] bool starts_with_impact(const Eigen::VectorXd& q) const;
  [[nodiscard]] StepReport hit_at_start(const Eigen::VectorXd& q);
  [[nodiscard]] StepReport press_at_start(const State& state);
  [[nodiscard]] Rows rows_at_start(Eigen::Index a);
  [[nodiscard]] bool jams(Eigen::Index a, const Rows& rows, double closing);
  void add_force_at_start(Eigen::Index a);
  [[nodiscard]] StepReport press_at_end();
  [[nodiscard]] StepReport jump();
  [[nodiscard]] bool pushed() const;
  [[nodiscard]] bool look(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  void record(const CoordinateContacts& contacts, double share);

  const GeneralisedSystem* system_;
  double h_, length_;
  CoordinateStep coordinates_;
  CoordinateContacts start_, end_, impacts_;
  std::vector<bool> closed_;       ///< A, per constraint
  Eigen::VectorXd from_;           ///< v^n, after line 0
  Eigen::VectorXd q_, v_, ahead_;  ///< q^{n+1}, v^- and then v^{n+1}, w
  Eigen::VectorXd kick_, push_, gradient_, none_;
  bool jumps_{false};
};

}  // namespace impactbench::time_dg
