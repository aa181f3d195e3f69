#pragma once

#include "schemes/solvers/api/solver_entry.hpp"
#include "tests/solvers/systems.hpp"

#include <string>
#include <vector>

namespace impactbench::testing {

/// A contact solver with settings for contacts without friction and for the natural
/// residual.
struct FrictionlessCase {
  SolverEntry entry;
  ParameterSet settings;
  std::string name;
  std::string limit;  ///< the key of its most iterations; empty where it has none

  [[nodiscard]] bool chains_only() const { return entry.name == "pava"; }
  /// Its factors, or their order, are a library's, which allocates them.
  [[nodiscard]] bool factorises() const {
    return entry.name == "interior_point" || entry.name == "ssn" || entry.name == "schwarz" ||
           entry.name == "alm_newton" || entry.name == "admm" || entry.name == "prox_ssn" ||
           entry.name == "hybrid";
  }
  [[nodiscard]] bool takes_friction() const {
    return entry.name == "nlgs" || entry.name == "nlgs_momentum" || entry.name == "apgd" ||
           entry.name == "admm" || entry.name == "prox_ssn" || entry.name == "hybrid" ||
           entry.name == "interior_point";
  }
  /// Its speed depends on the conditioning of W itself, masses and all.
  [[nodiscard]] bool unscaled() const;
};

std::ostream& operator<<(std::ostream& out, const FrictionlessCase& c);

/// Every contact solver of the catalogue, those with choices several times.
std::vector<FrictionlessCase> frictionless_cases();

/// Solves from p with the settings of the case and these.
SolveReport solve(const FrictionlessCase& c, const ContactProblem& problem, std::vector<double>& p,
                  const ParameterSet& more = {});

/// u = W p + b.
std::vector<double> velocity_of(const ContactProblem& problem, std::vector<double> p);

/// Random rows between `bodies` bodies and walls, b = H^T v of a random v. `pairs`: J_b = -J_a. The
/// masses of the bodies lie between 1 and `mass_ratio`, evenly on the logarithmic scale.
ContactProblem random_rows(int bodies, int contacts, int dofs, bool pairs, double mass_ratio,
                           std::uint64_t seed);

/// Seven unit discs, six around one, all 12 contacts closed; the outer ones move inwards at 1 m/s
/// and a bit more or less. 2 * 7 - 3 = 11 is the rank of W: impulses are not unique.
ContactProblem hexagon();

}  // namespace impactbench::testing
