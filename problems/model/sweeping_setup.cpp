#include "problems/model/sweeping_setup.hpp"

#include "problems/base/error.hpp"
#include "problems/model/start_checks.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace impactbench {
namespace {

void refuse_outside(const SweepingSystem& system, const Eigen::VectorXd& q,
                    const std::string& where) {
  const SetAt set{0.0, q};
  const double allowed = 1e-12 * system.length();
  Eigen::VectorXd g(q.size());
  for (Eigen::Index a = 0; a < system.constraints(); ++a) {
    const std::string which = where + ": constraint " + std::to_string(a + 1);
    const double f = system.constraint(a, set, q);
    refuse_violated(which, f, allowed, "C(0)");
    system.constraint_gradient(a, set, q, g);
    if (f <= allowed) refuse_flat(which, g);
  }
}

}  // namespace

Problem make_sweeping(std::string_view name, const ParameterSet& complete,
                      std::unique_ptr<const SweepingSystem> system, Eigen::VectorXd start,
                      double horizon, std::vector<Observable> observables) {
  refuse_horizon(horizon);
  const std::string where = "start: at q = " + text_of(start);
  if (!start.allFinite()) throw ConfigurationError(where + ": all must be finite");
  refuse_outside(*system, start, where);
  Problem problem;
  problem.name = name;
  problem.parameters = complete;
  problem.horizon = horizon;
  problem.initial.v = Eigen::VectorXd::Zero(start.size());
  problem.initial.q = std::move(start);
  problem.traits = {.bodies = BodyKind::sweeping,
                    .dimension = static_cast<int>(system->dofs()),
                    .body_count = 1,
                    .rotates = false,
                    .driven = true,
                    .restitution = 0.0,
                    .smallest_reduced_mass = 1.0,
                    .first_order = true};
  problem.system = std::move(system);
  problem.observables = std::move(observables);
  return problem;
}

}  // namespace impactbench
