#include "schemes/solvers/contact/admm/admm.hpp"

#include "schemes/solvers/api/contact_entry.hpp"
#include "schemes/solvers/support/coulomb/coulomb_admm.hpp"
#include "schemes/solvers/support/coulomb/coulomb_solver.hpp"

namespace impactbench::admm {
namespace {

struct Own {
  using Parameters = Params;
  static constexpr std::string_view name = "admm";
  static CoulombAdmm::Settings settings(const Params& p) {
    return {.rho = p.rho,
            .relaxation = p.relaxation,
            .iterations = p.max_iterations,
            .check = p.check,
            .tolerance = p.tolerance};
  }
};

}  // namespace

SolverEntry entry() {
  return contact_entry<CoulombSolver<CoulombAdmm, Own>>(
      "alternating directions with Coulomb's law, one factorisation",
      "Boyd et al. 2011; Tasora et al. 2021");
}

}  // namespace impactbench::admm
