#include "schemes/support/cone/cone_coordinates.hpp"

#include "schemes/support/coordinates/across_rows.hpp"
#include "schemes/support/laws/impedance.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

namespace impactbench {

ConeCoordinates::ConeCoordinates(const ConeRule& rule, const GeneralisedSystem& system, double h,
                                 LinearSolver& solver)
    : rule_(rule), h_(h), settles_(h + rule.relaxation) {
  const auto n = static_cast<std::size_t>(system.dofs());
  const auto m = static_cast<std::size_t>(system.constraints());
  coordinates_.prepare(system, h);
  rows_ = static_cast<std::size_t>(coordinates_.rows());
  problem_.rows = static_cast<int>(rows_);
  problem_.dofs = static_cast<int>(n);
  problem_.reserve(m, 1);
  problem_.inverse_mass.assign(n, 1.0);
  posed_.reserve(m);
  impulses_.reserve(m * rows_);
  give_.reserve(m);
  none_.setZero(system.dofs());
  next_ = row_ = across_ = none_;
  newton_.prepare(m, 1, problem_.rows, problem_.dofs, solver);
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
  row_.noalias() = coordinates_.factor().matrixU() * next_;  // L^T v, as the rows have it
  const double speed = row_.lpNorm<Eigen::Infinity>();
  const StepReport report = rule_.hard() ? newton_.hard(problem_, speed, impulses_)
                                         : newton_.soft(problem_, speed, give_, impulses_);
  if (report.status == StepStatus::breakdown) return report;
  enter(Phase::update);
  if (recorded() != nullptr) recorded()->clear(problem_.rows, static_cast<int>(next_.size()));
  for (std::size_t c = 0; c < posed_.size(); ++c) {
    const Eigen::Index a = posed_[c];
    const auto p = std::span<const double>(impulses_).subspan(c * rows_, rows_);
    for (std::size_t r = 0; r < rows_; ++r)
      next_ += p[r] * coordinates_.push(a, static_cast<Eigen::Index>(r));
    if (recorded() != nullptr) record_constraint(a, coordinates_.rows_of(a), p, *recorded());
  }
  state.v.swap(next_);
  state.q += h_ * state.v;
  ++state.step;
  return report;
}

/// Rows in the coordinates L^T v, and b of the velocity without impulses.
void ConeCoordinates::pose(const Eigen::VectorXd& v) {
  give_.clear();
  posed_.clear();
  problem_.resize(0);
  for (Eigen::Index a = 0; a < coordinates_.constraints(); ++a)
    if (!rule_.impedance || coordinates_.gap(a) < 0.0) add(a, v);
  if (impulses_.size() != problem_.size()) impulses_.assign(problem_.size(), 0.0);
}

void ConeCoordinates::add(Eigen::Index a, const Eigen::VectorXd& v) {
  const std::size_t c = posed_.size();
  posed_.push_back(a);
  problem_.resize(c + 1);
  problem_.body_a[c] = 0;
  problem_.body_b[c] = ContactProblem::fixed;
  problem_.friction[c] = coordinates_.law(a).friction;
  for (std::size_t r = 0; r < rows_; ++r)
    add_row(a, r);
  const double gap = coordinates_.gap(a);
  double asked = gap / settles_, kept = -coordinates_.law(a).tangential_restitution;
  ConeSoft give = softness(c);
  if (rule_.impedance) {
    const Impedance i = impedance_at(*rule_.impedance, -gap, h_);
    kept = i.kept;
    asked = i.pull * gap - kept * coordinates_.gradient(a).dot(v);
    give.normal = i.yield * contact_weights(problem_, c).normal;
    give.tangential = give.normal / rule_.impedance->ratio;
  }
  problem_.b[c * rows_] = coordinates_.gradient(a).dot(next_) + asked;
  for (std::size_t r = 1; r < rows_; ++r) {
    const auto tangent = coordinates_.row(a, static_cast<Eigen::Index>(r));
    problem_.b[c * rows_ + r] = tangent.dot(next_) - kept * tangent.dot(v);
  }
  give_.push_back(give);
}

/// L^-1 j of the constraint that was added last, after its rows before.
void ConeCoordinates::add_row(Eigen::Index a, std::size_t r) {
  const auto n = static_cast<std::size_t>(row_.size());
  const std::size_t c = posed_.size() - 1, at = (c * rows_ + r) * n;
  if (r > 0 && !(problem_.friction[c] > 0.0)) {
    compute_across(std::span<const double>(problem_.jacobian_a).subspan(c * rows_ * n, r * n), row_,
                   across_);
  } else {
    row_ = coordinates_.row(a, static_cast<Eigen::Index>(r));
    coordinates_.factor().matrixL().solveInPlace(row_);
  }
  std::copy(row_.begin(), row_.end(),
            problem_.jacobian_a.begin() + static_cast<std::ptrdiff_t>(at));
  std::fill_n(problem_.jacobian_b.begin() + static_cast<std::ptrdiff_t>(at), n, 0.0);
}

/// R_n and R_t of ConeRule. A constraint without friction has no tangents.
ConeSoft ConeCoordinates::softness(std::size_t contact) const {
  const ConeSoft w = contact_weights(problem_, contact);
  const double tangents = problem_.friction[contact] > 0.0 ? static_cast<double>(rows_) - 1.0 : 0.0;
  const double mean =
      std::sqrt(w.normal * w.normal + tangents * w.tangential * w.tangential) / (1.0 + tangents);
  const double turns = rule_.near_rigid / (2.0 * std::numbers::pi);
  const double normal = std::max(turns * turns * mean, rule_.compliance / (h_ * settles_));
  return {normal, tangents > 0.0 ? rule_.slip * mean : normal};
}

}  // namespace impactbench
