#include "schemes/support/cone_coordinates.hpp"

#include "schemes/support/impedance.hpp"

#include <algorithm>
#include <numbers>

namespace impactbench {

ConeCoordinates::ConeCoordinates(const ConeRule& rule, const GeneralisedSystem& system, double h,
                                 LinearSolver& solver)
    : rule_(rule), h_(h), settles_(h + rule.relaxation) {
  const auto n = static_cast<std::size_t>(system.dofs());
  const auto m = static_cast<std::size_t>(system.constraints());
  coordinates_.prepare(system, h);
  problem_.rows = 1;
  problem_.dofs = static_cast<int>(n);
  problem_.reserve(m, 1);
  problem_.inverse_mass.assign(n, 1.0);
  posed_.reserve(m);
  impulses_.reserve(m);
  give_.reserve(m);
  none_.setZero(system.dofs());
  next_ = row_ = none_;
  newton_.prepare(m, 1, 1, problem_.dofs, solver);
}

StepReport ConeCoordinates::step(State& state) {
  enter(Phase::detection);
  if (!coordinates_.look(static_cast<double>(state.step) * h_, state.q, state.v)) {
    StepReport broken;
    broken.status = StepStatus::breakdown;
    broken.reason = no_mass_there;
    return broken;
  }
  enter(Phase::assembly);
  coordinates_.kick_at_start(state.v, none_, next_);
  pose(state.v);
  enter(Phase::solve);
  row_ = coordinates_.factor().matrixU() * next_;  // L^T v, as the rows have it
  const double speed = row_.lpNorm<Eigen::Infinity>();
  const StepReport report = rule_.hard() ? newton_.hard(problem_, speed, impulses_)
                                         : newton_.soft(problem_, speed, give_, impulses_);
  if (report.status == StepStatus::breakdown) return report;
  enter(Phase::update);
  if (told() != nullptr) told()->clear(1, static_cast<int>(next_.size()));
  for (std::size_t c = 0; c < posed_.size(); ++c) {
    const Eigen::Index a = posed_[c];
    const double p = impulses_[c];
    next_ += p * coordinates_.push(a);
    if (told() != nullptr) tell_constraint(a, coordinates_.gradient(a), p, *told());
  }
  state.v.swap(next_);
  state.q += h_ * state.v;
  ++state.step;
  return report;
}

/// Rows L^-1 g_a, and b of the velocity without impulses.
void ConeCoordinates::pose(const Eigen::VectorXd& v) {
  give_.clear();
  posed_.clear();
  problem_.resize(0);
  for (Eigen::Index a = 0; a < coordinates_.constraints(); ++a)
    if (!rule_.impedance || coordinates_.gap(a) < 0.0) add(a, v);
  if (impulses_.size() != posed_.size()) impulses_.assign(posed_.size(), 0.0);
}

void ConeCoordinates::add(Eigen::Index a, const Eigen::VectorXd& v) {
  const auto n = static_cast<std::size_t>(row_.size());
  const std::size_t c = posed_.size();
  posed_.push_back(a);
  problem_.resize(c + 1);
  problem_.body_a[c] = 0;
  problem_.body_b[c] = ContactProblem::fixed;
  problem_.friction[c] = 0.0;
  row_ = coordinates_.gradient(a);
  coordinates_.factor().matrixL().solveInPlace(row_);
  std::copy(row_.begin(), row_.end(),
            problem_.jacobian_a.begin() + static_cast<std::ptrdiff_t>(c * n));
  std::fill_n(problem_.jacobian_b.begin() + static_cast<std::ptrdiff_t>(c * n), n, 0.0);
  const double gap = coordinates_.gap(a), W = row_.squaredNorm();
  double asked = gap / settles_;
  const double turns = rule_.near_rigid / (2.0 * std::numbers::pi);
  double R = std::max(turns * turns * W, rule_.compliance / (h_ * settles_));
  if (rule_.impedance) {
    const Impedance i = impedance_at(*rule_.impedance, -gap, h_);
    asked = i.pull * gap - i.kept * coordinates_.gradient(a).dot(v);
    R = i.yield * W;
  }
  problem_.b[c] = coordinates_.gradient(a).dot(next_) + asked;
  give_.push_back({R, R});
}

}  // namespace impactbench
