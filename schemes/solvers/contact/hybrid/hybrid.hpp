#pragma once

#include "schemes/solvers/api/solver_entry.hpp"

namespace impactbench::hybrid {

/// Sweeps, a central path, alternating directions and a proximal Newton method in turn: a solver
/// for settled piles with friction, where none of these converges alone at every step.
///
///   0  warm, with one or two rows: if the start is within 30 tolerances, 10 sweeps (no more than
///      `sweeps`), repeated as long as they divide the residual by 3; then path following from the
///      start given (see ProximalNewton), sigma from 200 times that of the parameters, with at most
///      100 factorisations: along paths of up to 32 kinks until one does not arrive, then after 100
///      iterations of admm with 0.6 rho, over-relaxed by 1.6, as in 2
///   1  `sweeps` sweeps of nonlinear Gauss-Seidel (see nlgs; in space nlgs_momentum) from the start
///      given, again as long as they divide the residual by 10; where they come within 30
///      tolerances, or a hundredth of the residual without impulses, at most 60 factorisations of
///      prox_ssn; then, with three rows, the central path (see CentralPath) for 300 factorisations
///      or until it has turned more than 20 times
///   2  `rounds` times: 200 iterations of admm with rho, rho, rho / 3 in turn (one or two rows: 600
///      with 0.6 of these, over-relaxed by 1.6), with one or two rows path following along paths of
///      up to 24 kinks until six in turn do not arrive or 100 factorisations are made, then the
///      outer loop of prox_ssn from sigma with at most 600 factorisations, which ends at the
///      eleventh failure in turn without progress; each continues where the last stopped. Below a
///      thousandth of the residual without impulses prox_ssn tries jumps (see there). If the first
///      round leaves more than 200 tolerances: prox_ssn from zero, 100 factorisations. With three
///      rows the central path goes on for 4000 factorisations after each round, or, once it has
///      ended, the next one of CentralPath begins; the next round continues from the best impulses
///      of all. With one or two rows a central path comes after the last round, for 4000
///      factorisations
///   3  with `fallbacks`, each from its own start, with paths of up to 100 kinks at first, then of
///      1000 (else 24):
///        given (in space only a warm start),                   prox_ssn,                 1500
///        zero,                                                 prox_ssn,                 1500
///        zero,  2000 sweeps,                                   prox_ssn from sigma / 10, 1500
///        given, admm rho, over-relaxed by 1.6, 4000 iterations, prox_ssn,                 150
///        zero,  admm rho, 6000,                                prox_ssn,                  150
///        given, admm rho / 3, over-relaxed by 1.6, 4000,       prox_ssn,                  150
///   4  with `fallbacks` and three rows, for k = 1, 4, 16, ..: 500 k sweeps from zero, then
///      prox_ssn with 5000 k factorisations
///
/// and stops at the first impulses that meet the tolerance. Alternating
/// directions cross kinks of Coulomb's law cheaply; Newton's method is finite once the statuses of
/// the contacts are known. The fallbacks are a list of starts that helped where others failed: a
/// heuristic without a proof.
///
/// own_residual is the natural residual / velocity_unit of the impulses (see admm); the best
/// impulses of all stages are returned, at the limit too. Sweeps, iterations of admm and
/// factorisations all count as iterations. 1, 2, 3 or 5 rows a contact; memory as admm.
/// Source: this suite; for the parts see nlgs, admm and prox_ssn.
struct Params {
  double tolerance{1e-8};
  int max_iterations{100000};
  int sweeps{50};
  int rounds{5};
  bool fallbacks{true};
  double rho{0.015};
  double sigma{20.0};
  double largest{2e5};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"tolerance", "-", "stop at this natural residual, in velocity units of the scheme"},
      self.tolerance, Range::positive());
    f(Field{"max_iterations", "-", "most iterations of all kinds a solve"}, self.max_iterations,
      Range::between(1, 1e9));
    f(Field{"sweeps", "-", "sweeps of Gauss-Seidel at a time at the start"}, self.sweeps,
      Range::between(0, 1e6));
    f(Field{"rounds", "-", "rounds of admm and prox_ssn, in space of a central path too"},
      self.rounds, Range::between(0, 1000));
    f(Field{"fallbacks", "-", "other starts where the rounds were not enough"}, self.fallbacks);
    f(Field{"rho", "-", "penalty of admm"}, self.rho, Range{1e-9, 1e9, false, false});
    f(Field{"sigma", "-", "first proximal parameter of prox_ssn"}, self.sigma,
      Range{1e-6, 1e12, false, false});
    f(Field{"largest", "-", "largest proximal parameter"}, self.largest,
      Range{1e-6, 1e12, false, false});
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SolverEntry entry();

}  // namespace impactbench::hybrid
