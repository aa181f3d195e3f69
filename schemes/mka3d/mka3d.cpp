#include "schemes/mka3d/mka3d.hpp"

#include "problems/model/error.hpp"
#include "schemes/mka3d/largest_step.hpp"
#include "schemes/mka3d/rotation_step.hpp"

#include <algorithm>

namespace impactbench::mka3d {

void Mka3d::prepare(const MechanicalSystem& system, const State& start, double h, Solvers) {
  system_ = dynamic_cast<const PolyhedralSystem*>(&system);
  if (system_ == nullptr) {
    throw ConfigurationError("scheme mka3d: it moves polyhedral cells; this problem has none");
  }
  const int n = system_->cells();
  h_ = h;
  limit_ = largest_step(*system_, start.q);
  if (!(h < limit_) && !params_.allow_unstable) {
    throw ConfigurationError("scheme mka3d: the step is " + to_text(h) +
                             " s; it must be below the stability limit, " + to_text(limit_) +
                             " s, or allow_unstable set");
  }
  kernel_.emplace(*system_);
  turns_.resize(static_cast<std::size_t>(n));
  terms_.resize(n);
  force_.resize(6 * n);
  half_kick_ = 0.5 * h * system_->mass().cwiseInverse();
  free_.assign(static_cast<std::size_t>(n), 1);
  for (int i = 0; i < n; ++i) {
    if (!system_->is_fixed(i)) continue;
    free_[i] = 0;
    half_kick_.segment<6>(6 * i).setZero();
  }
  for (int i = 0; i < n; ++i)
    turns_[i] = PolyhedralSystem::rotation(start.q, i).toRotationMatrix();
  evaluate(static_cast<double>(start.step) * h, start);
}

void Mka3d::evaluate(double t, const State& state) {
  system_->external_force(t, state.q, state.v, force_);
  system_->traction_terms(t, terms_);
  kernel_->add(state.q, turns_, terms_, force_);
}

void Mka3d::kick(State& state) const {
  state.v += half_kick_.cwiseProduct(force_);
}

bool Mka3d::drift(State& state, int& iterations) {
  const Eigen::VectorXd& mass = system_->mass();
  for (int i = 0; i < system_->cells(); ++i) {
    if (free_[i] == 0) continue;
    state.q.segment<3>(7 * i) += h_ * state.v.segment<3>(6 * i);
    const Vec3 inertia = mass.segment<3>(6 * i + 3);
    auto omega = state.v.segment<3>(6 * i + 3);
    const Vec3 momentum = inertia.cwiseProduct(omega);
    const RotationStep turn(h_ * momentum, inertia);
    iterations = std::max(iterations, turn.iterations);
    if (!turn.converged) return false;
    omega = turn.turned_back(momentum).cwiseQuotient(inertia);
    const Eigen::Quaterniond old = PolyhedralSystem::rotation(state.q, i);
    Eigen::Quaterniond now = old * Eigen::Quaterniond(turn.e0, turn.e.x(), turn.e.y(), turn.e.z());
    // One Newton step back to length 1: rounding must not pile up.
    now.coeffs() *= 1.5 - 0.5 * now.squaredNorm();
    state.q.segment<4>(7 * i + 3) << now.w(), now.x(), now.y(), now.z();
    turns_[i] = now.toRotationMatrix();
  }
  return true;
}

StepReport Mka3d::step(State& state) {
  StepReport report;
  enter(Phase::update);
  kick(state);
  if (!drift(state, report.nonlinear_iterations)) {
    report.status = StepStatus::breakdown;
    report.reason =
        "a cell turns by more than 0.5486 in a step (sum of h |pi_i| / I_i), or is not a number";
    return report;
  }
  ++state.step;
  enter(Phase::assembly);
  evaluate(static_cast<double>(state.step) * h_, state);
  enter(Phase::update);
  kick(state);
  return report;
}

}  // namespace impactbench::mka3d
