#include "schemes/solvers/contact/ssn/ssn.hpp"

#include "schemes/solvers/support/frictionless/frictionless_entry.hpp"
#include "schemes/solvers/support/frictionless/semi_smooth_newton.hpp"
#include "schemes/solvers/support/frictionless/velocity_newton.hpp"

namespace impactbench::ssn {
namespace {

class Solver final : public SemiSmoothNewton<Params, VelocityNewton> {
 public:
  static constexpr std::string_view name = "ssn";
  explicit Solver(const Params& p) : SemiSmoothNewton(p) {}
};

}  // namespace

SolverEntry entry() {
  return frictionless_entry<Solver>(
      "semi-smooth Newton (primal-dual active set), globalised, without friction",
      "Hintermueller, Ito and Kunisch 2002; Bertsekas 1982");
}

}  // namespace impactbench::ssn
