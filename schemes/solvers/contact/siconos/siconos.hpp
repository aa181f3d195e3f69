#pragma once

#include "schemes/solvers/api/solver_entry.hpp"

namespace impactbench::siconos {

/// Solvers of the library Siconos, by name, on W as the library stores it. The rows of a contact
/// determine which of its problems is solved:
///
///   method                 no friction        plane                 space
///   nsgs                   LCP, blocks        fc2d, blocks          fc3d, blocks; rolling, sparse
///   lemke, cpg             LCP, dense         fc2d, dense           -
///   pgs, rpgs, psor,
///   newton_min, newton_fb  LCP, dense         -                     -
///   nsn_ac, nsn_fb,
///   admm, vi_eg            fc3d with mu = 0   fc3d, second tangent  fc3d, sparse
///                                             on its own
///
/// An added tangent has W_nn on the diagonal and no coupling. The library is given W / mean(W_cc)
/// and q / velocity_unit, so that its natural maps, which add impulses to velocities, are in our
/// units; its tolerance is relative to |q|_2, hence tolerance / |q|_2.
///
/// own_residual is what the library reports, times |q|_2; converged is what it says; iterations 0
/// where it does not count (nsgs without friction). Dense methods
/// take at most 5000 rows. A method may end the process (assertions, MUMPS): cells and
/// `impactbench solve` run it in one of its own. Allocates in every solve, as the library does.
/// Source: Acary, Bremond and Huber 2018 (Siconos), library version 4.4 of Debian 12.
struct Params {
  std::string method{"nsgs"};
  double tolerance{1e-8};
  int max_iterations{100000};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"method", "-", "solver of the library"}, self.method,
      OneOf{"nsgs", "lemke", "cpg", "pgs", "rpgs", "psor", "newton_min", "newton_fb", "nsn_ac",
            "nsn_fb", "admm", "vi_eg"});
    f(Field{"tolerance", "-", "of its residual in velocity units of the scheme"}, self.tolerance,
      Range::positive());
    f(Field{"max_iterations", "-", "most iterations a solve"}, self.max_iterations,
      Range::between(1, 1e9));
  }
  friend bool operator==(const Params&, const Params&) = default;
};

/// The sentence on the missing library where it is not installed; or nothing.
[[nodiscard]] std::optional<std::string> absence();
/// Throws ConfigurationError with that sentence where the library is not installed.
[[nodiscard]] std::unique_ptr<ContactSolver> make(const Params& params);

[[nodiscard]] SolverEntry entry();

}  // namespace impactbench::siconos
