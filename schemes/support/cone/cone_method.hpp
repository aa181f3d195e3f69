#pragma once

#include "schemes/support/cone/cone_step.hpp"

#include <memory>

namespace impactbench {

/// A method that steps round bodies by a ConeStep, and generalised systems by ConeCoordinates.
class ConeMethod : public Method {
 public:
  explicit ConeMethod(const ConeRule& rule, const ConeSearch& search = {})
      : rule_(rule), search_(search) {}

  /// A linear solver: contact solvers solve Coulomb's law, which differs where there is friction.
  [[nodiscard]] SolverTask task(const ProblemTraits& traits) const override;
  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State& start,
                                                 double h, Solvers solvers) const override;

 protected:
  /// The contact step of this method, with friction.
  [[nodiscard]] ContactStep contact_step() const;

 private:
  ConeRule rule_;
  ConeSearch search_;
};

}  // namespace impactbench
