#include "schemes/solvers/contact/prox_ssn/prox_ssn.hpp"

#include "schemes/solvers/api/contact_entry.hpp"
#include "schemes/solvers/support/coulomb/coulomb_solver.hpp"
#include "schemes/solvers/support/coulomb/proximal_newton.hpp"

#include <limits>

namespace impactbench::prox_ssn {
namespace {

struct Own {
  using Parameters = Params;
  static constexpr std::string_view name = "prox_ssn";
  static ProximalNewton::Settings settings(const Params& p) {
    return {.sigma = p.sigma,
            .largest = p.largest,
            .factorisations = p.max_iterations,
            .tolerance = p.tolerance,
            .patience = std::numeric_limits<int>::max(),
            .near = std::numeric_limits<double>::infinity(),
            .kinks = 48};
  }
};

}  // namespace

SolverEntry entry() {
  return contact_entry<CoulombSolver<ProximalNewton, Own>>(
      "proximal semi-smooth Newton in velocity space with Coulomb's law, unsymmetric block LU",
      "Alart and Curnier 1991; Rockafellar 1976");
}

}  // namespace impactbench::prox_ssn
