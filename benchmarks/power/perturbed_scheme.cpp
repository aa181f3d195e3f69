#include "benchmarks/power/perturbed_scheme.hpp"

#include "problems/contact/round_bodies.hpp"
#include "problems/model/generalised_system.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <utility>

namespace impactbench {
namespace {

constexpr double rounding_of_impulses = 1e-9;

}  // namespace

PerturbedScheme::PerturbedScheme(std::unique_ptr<Scheme> scheme, const Problem& right,
                                 std::unique_ptr<const MechanicalSystem> system, State start,
                                 double h, const Perturbation& wrong, Observed& observed)
    : right_(right),
      system_(std::move(system)),
      scheme_(std::move(scheme)),
      start_(std::move(start)),
      h_(h),
      generalised_(generalised_system(*right.system)),
      observed_(observed) {
  if (has_contacts(*right.system)) stride_ = round_bodies(*right.system).stride;
  if (wrong.parameter == "impulses") factor_ = 1.0 + wrong.eps;
  if (wrong.parameter == "contacts") left_out_ = std::max(std::llround(1.0 / wrong.eps), 1LL);
  scheme_->record_impulses(&impulses_);
}

StepReport PerturbedScheme::step(State& state) {
  if (state.step == 0) state = start_;
  before_ = state;
  impulses_.known = false;
  const StepReport report = scheme_->step(state);
  if (report.status == StepStatus::breakdown) return report;
  if (impulses_.known) perturb_impulses(state);
  if (recorded() != nullptr && impulses_.known) *recorded() = impulses_;
  observed_.motion.take(right_.initial, state, h_);
  return report;
}

void PerturbedScheme::perturb_impulses(State& state) {
  observed_.contacts.recorded = true;
  momentum_.setZero(state.v.size());
  bool differs = false;
  const auto rows = static_cast<std::size_t>(impulses_.rows);
  for (std::size_t c = 0; c < impulses_.contacts(); ++c) {
    double* p = impulses_.impulse.data() + c * rows;
    double size = 0.0;
    for (std::size_t r = 0; r < rows; ++r)
      size = std::max(size, std::abs(p[r]));
    largest_ = std::max(largest_, size);
    if (size <= rounding_of_impulses * largest_) continue;
    ++observed_.contacts.impulses;
    const bool out = left_out_ > 0 && observed_.contacts.impulses % left_out_ == 0;
    const double by = out ? 0.0 : factor_;
    if (by == 1.0) continue;
    differs = true;
    add_momentum(c, by - 1.0);
    for (std::size_t r = 0; r < rows; ++r)
      p[r] *= by;
  }
  if (differs) kick(state);
}

/// share H p of one contact.
void PerturbedScheme::add_momentum(std::size_t contact, double share) {
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto rows = static_cast<Eigen::Index>(impulses_.rows);
  const auto dofs = static_cast<Eigen::Index>(impulses_.dofs);
  const auto first = static_cast<Eigen::Index>(contact) * rows;
  const Eigen::Map<const Eigen::VectorXd> p(impulses_.impulse.data() + first, rows);
  const auto add = [&](const std::vector<double>& jacobian, Eigen::Index body) {
    const Eigen::Map<const Rows> h(jacobian.data() + first * dofs, rows, dofs);
    momentum_.segment(body * stride_, dofs) += share * h.transpose() * p;
  };
  // In a system of coordinates body_a is the number of a constraint.
  add(impulses_.jacobian_a, has_coordinates(*right_.system) ? 0 : impulses_.body_a[contact]);
  if (const int partner = impulses_.body_b[contact]; partner != ContactProblem::fixed)
    add(impulses_.jacobian_b, partner);
}

/// v += M^-1 of the momentum.
void PerturbedScheme::kick(State& state) {
  if (generalised_ != nullptr) {
    Eigen::MatrixXd mass(momentum_.size(), momentum_.size());
    generalised_->mass_matrix(before_.q, mass);
    momentum_ = mass.llt().solve(momentum_);
  } else {
    momentum_.array() /= right_.system->mass().array();
  }
  state.v += momentum_;
  if (right_.traits.first_order) state.q.head(state.v.size()) += h_ * momentum_;
}

}  // namespace impactbench
