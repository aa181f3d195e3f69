#pragma once

#include "schemes/support/cone_step.hpp"

#include <memory>

namespace impactbench {

/// A method that steps round bodies by a ConeStep, and generalised systems by ConeCoordinates.
class ConeMethod : public Method {
 public:
  explicit ConeMethod(const ConeRule& rule, const ConeSearch& search = {})
      : rule_(rule), search_(search) {}

  /// A linear solver: contact solvers know Coulomb's law, which with friction is another.
  [[nodiscard]] SolverTask task(const ProblemTraits& traits) const override;
  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State& start,
                                                 double h, Solvers solvers) const override;

 protected:
  /// Contacts as their step has them, with friction.
  [[nodiscard]] ContactStep contact_step() const;

 private:
  ConeRule rule_;
  ConeSearch search_;
};

}  // namespace impactbench
