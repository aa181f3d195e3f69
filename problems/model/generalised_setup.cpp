#include "problems/model/generalised_setup.hpp"

#include "problems/base/error.hpp"
#include "problems/model/start_checks.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace impactbench {
namespace {

void refuse_constraints(const GeneralisedSystem& system, const Eigen::VectorXd& q,
                        const std::string& where) {
  Eigen::VectorXd g(q.size());
  for (Eigen::Index a = 0; a < system.constraints(); ++a) {
    const std::string which = where + ": constraint " + std::to_string(a + 1);
    const double f = system.constraint(a, q);
    const double allowed = 1e-12 * system.length();
    refuse_violated(which, f, allowed, "K");
    system.constraint_gradient(a, q, g);
    refuse_flat(which, g);
  }
}

/// Numbers of its law, and tangents where it has friction.
void refuse_law(const GeneralisedSystem& system, Eigen::Index a, const Eigen::VectorXd& q,
                const std::string& which) {
  const ContactLaw law = system.law(a);
  const auto refuse = [&](const char* what, double value, const char* range) {
    throw ConfigurationError(which + " has " + what + " = " + to_text(value) + "; it must be in " +
                             range);
  };
  const double e = law.restitution, least = system.restitution();
  if (!(e >= least && e <= 1.0))
    refuse("restitution", e, ("[" + to_text(least) + ", 1], from the least of all on").c_str());
  if (!(std::abs(law.tangential_restitution) <= 1.0))
    refuse("tangential_restitution", law.tangential_restitution, "[-1, 1]");
  if (!(law.friction >= 0.0) || !std::isfinite(law.friction))
    refuse("friction", law.friction, "[0, inf)");
  if (law.static_friction != 0.0 && !(law.static_friction >= law.friction && law.friction > 0.0 &&
                                      std::isfinite(law.static_friction)))
    refuse("static_friction", law.static_friction,
           "{0} or [friction, inf) where there is friction");
  if (law.rolling_friction != 0.0 || law.twisting_friction != 0.0)
    refuse("rolling or twisting friction", std::max(law.rolling_friction, law.twisting_friction),
           "{0}: constraints have none");
  if (law.friction == 0.0) return;
  if (system.tangents() != 1 && system.tangents() != 2) {
    throw ConfigurationError(which + " has friction along " + std::to_string(system.tangents()) +
                             " tangents; they must be 1 in the plane or 2 in space");
  }
  Eigen::VectorXd t(q.size());
  for (int k = 0; k < system.tangents(); ++k) {
    system.constraint_tangent(a, k, q, t);
    if (!(t.norm() > 0.0) || !t.allFinite())
      refuse("friction and a tangent of length", t.norm(), "(0, inf)");
  }
}

bool laws_differ(const GeneralisedSystem& system) {
  for (Eigen::Index a = 1; a < system.constraints(); ++a)
    if (system.law(a) != system.law(0)) return true;
  return false;
}

bool holds_more(const GeneralisedSystem& system) {
  for (Eigen::Index a = 0; a < system.constraints(); ++a)
    if (system.law(a).static_friction > system.law(a).friction) return true;
  return false;
}

/// 1 / (grad f_a . M^-1 grad f_a) of the lightest constraint.
double smallest_reduced_mass(const GeneralisedSystem& system, const Eigen::MatrixXd& mass,
                             const Eigen::VectorXd& q) {
  const auto factor = mass.llt();
  Eigen::VectorXd g(q.size());
  double largest = 0.0;
  for (Eigen::Index a = 0; a < system.constraints(); ++a) {
    system.constraint_gradient(a, q, g);
    largest = std::max(largest, g.dot(factor.solve(g)));
  }
  return largest > 0.0 ? 1.0 / largest : mass.diagonal().minCoeff();
}

}  // namespace

Problem make_generalised(std::string_view name, const ParameterSet& complete,
                         std::unique_ptr<const GeneralisedSystem> system, State start,
                         double horizon, std::optional<double> corner) {
  const auto refuse = [](const std::string& what, double value, const char* range) {
    throw ConfigurationError("start: " + what + " = " + to_text(value) +
                             " is not allowed; it must be in " + range);
  };
  refuse_horizon(horizon);
  const double e = system->restitution();
  if (!(e >= 0.0 && e <= 1.0)) refuse("restitution", e, "[0, 1]");
  const std::string where = "start: at q = " + text_of(start.q);
  if (!start.q.allFinite() || !start.v.allFinite()) {
    throw ConfigurationError(where + ", v = " + text_of(start.v) + ": all must be finite");
  }
  Eigen::MatrixXd m(system->dofs(), system->dofs());
  system->mass_matrix(start.q, m);
  if (!m.allFinite() || m.llt().info() != Eigen::Success) {
    throw ConfigurationError(where + ": the mass matrix is not positive definite; it must be");
  }
  refuse_constraints(*system, start.q, where);
  for (Eigen::Index a = 0; a < system->constraints(); ++a)
    refuse_law(*system, a, start.q, where + ": constraint " + std::to_string(a + 1));
  Problem problem;
  problem.name = name;
  problem.parameters = complete;
  problem.horizon = horizon;
  problem.initial = std::move(start);
  Eigen::VectorXd force(system->dofs());
  system->external_force(0.0, problem.initial.q, problem.initial.v, force);
  problem.traits = {.bodies = BodyKind::generalised,
                    .dimension = static_cast<int>(system->dofs()),
                    .body_count = 1,
                    .gravity = force.norm() > 0.0,
                    .friction = system->has_friction(),
                    .static_friction = holds_more(*system),
                    .restitution = e,
                    .laws_differ = laws_differ(*system),
                    .smallest_reduced_mass = smallest_reduced_mass(*system, m, problem.initial.q),
                    .corner = corner};
  problem.system = std::move(system);
  return problem;
}

}  // namespace impactbench
