#include "problems/model/sweeping_setup.hpp"

#include "problems/model/error.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace impactbench {
namespace {

std::string text_of(const Eigen::VectorXd& q) {
  std::string out = "(";
  for (Eigen::Index k = 0; k < std::min<Eigen::Index>(q.size(), 6); ++k)
    out += (k == 0 ? "" : ", ") + to_text(q[k]);
  return out + (q.size() > 6 ? ", ...)" : ")");
}

void refuse_outside(const SweepingSystem& system, const Eigen::VectorXd& q,
                    const std::string& where) {
  const SetAt set{0.0, q};
  const double allowed = 1e-12 * system.length();
  Eigen::VectorXd g(q.size());
  for (Eigen::Index a = 0; a < system.constraints(); ++a) {
    const std::string which = where + ": constraint " + std::to_string(a + 1);
    const double f = system.constraint(a, set, q);
    if (!(f >= -allowed)) {
      throw ConfigurationError(which + " is violated, f = " + to_text(f) + "; at least " +
                               to_text(-allowed) + " is allowed: the start must lie in C(0)");
    }
    system.constraint_gradient(a, set, q, g);
    if (f <= allowed && (!(g.norm() > 0.0) || !g.allFinite())) {
      throw ConfigurationError(which + " has a gradient of length " + to_text(g.norm()) +
                               "; it must be in (0, inf)");
    }
  }
}

}  // namespace

Problem make_sweeping(std::string_view name, const ParameterSet& complete,
                      std::unique_ptr<const SweepingSystem> system, Eigen::VectorXd start,
                      double horizon, std::vector<Observable> observables) {
  if (!(horizon > 0.0) || !std::isfinite(horizon)) {
    throw ConfigurationError("start: horizon = " + to_text(horizon) +
                             " is not allowed; it must be in (0, inf) s");
  }
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
