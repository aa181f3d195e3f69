#include "schemes/support/nearest/kinetic_projection.hpp"

#include "problems/model/coordinate_arms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench {

void KineticProjection::prepare(const GeneralisedSystem& system, double tolerance,
                                int max_iterations) {
  system_ = &system;
  tolerance_ = tolerance;
  max_iterations_ = max_iterations;
  mass_.prepare(system);
  arms_ = arms_of(system);
  const Eigen::Index n = system.dofs(), m = system.constraints();
  gradients_.setZero(n, m);
  pushes_.setZero(n, m);
  a_.setZero(m, m);
  lower_.setZero(m, m);
  for (auto* x : {&c_, &p_, &second_p_, &f_})
    x->setZero(m);
  for (auto* x : {&gradient_, &other_, &difference_, &step_})
    x->setZero(n);
  active_.clear();
  active_.reserve(static_cast<std::size_t>(m));
  acts_.assign(static_cast<std::size_t>(m), false);
}

double KineticProjection::distance2(const Eigen::VectorXd& x, const Eigen::VectorXd& y) {
  difference_ = x - y;
  step_.noalias() = mass_.matrix() * difference_;
  return difference_.dot(step_);
}

KineticProjection::Outcome KineticProjection::nearest(const Eigen::VectorXd& w,
                                                      const Eigen::VectorXd& from,
                                                      Eigen::VectorXd& z) {
  p_.setZero();
  z = w;
  bool inside = true;
  for (Eigen::Index a = 0; a < system_->constraints(); ++a)
    inside = inside && system_->constraint(a, w) >= 0.0;
  if (inside) return {};
  Outcome outcome = search(w, z);
  if (!system_->convex()) {
    second_p_ = p_;
    other_ = from;
    const Outcome second = search(w, other_);
    if (second.status == Status::found) {
      const double here = distance2(z, w), there = distance2(other_, w);
      const bool differs = length_of(z - other_) > 1e-6 * system_->length();
      const bool alike = std::abs(here - there) <= 1e-9 * std::max(here, there);
      if (outcome.status != Status::found || there < here || alike) {
        z = other_;
        second_p_ = p_;
        const bool tie = outcome.status == Status::found && differs && alike;
        outcome = second;
        outcome.tie = tie;
      }
    }
    p_ = second_p_;
  }
  if (outcome.status == Status::found) outcome.certificate = certify(w, z);
  return outcome;
}

KineticProjection::Outcome KineticProjection::search(const Eigen::VectorXd& w, Eigen::VectorXd& z) {
  Outcome outcome;
  const double still = tolerance_ * system_->length();
  // The way back to a convex K overshoots by distance times curvature: shorter steps where it
  // grows.
  double share = 1.0, last = std::numeric_limits<double>::infinity();
  for (int k = 1; k <= max_iterations_; ++k) {
    outcome.linearisations = k;
    outcome.status = linearise(w, z);
    if (outcome.status != Status::found) return outcome;
    if (!complement()) {
      outcome.status = Status::dependent_gradients;
      return outcome;
    }
    gradient_ = w;
    gradient_.noalias() += pushes_ * p_;
    const double move = length_of(gradient_ - z);
    if (move <= still) {
      z = gradient_;
      return outcome;
    }
    if (move > 0.7 * last) share = std::max(0.5 * share, 0.03);
    last = move;
    z += share * (gradient_ - z);
  }
  outcome.status = Status::iteration_limit;
  return outcome;
}

KineticProjection::Status KineticProjection::linearise(const Eigen::VectorXd& w,
                                                       const Eigen::VectorXd& z) {
  for (Eigen::Index a = 0; a < f_.size(); ++a) {
    f_[a] = system_->constraint(a, z);
    system_->constraint_gradient(a, z, gradient_);
    const bool flat = !(gradient_.squaredNorm() > 0.0) || !gradient_.allFinite();
    if (flat && !(f_[a] > 0.0)) return Status::vanishing_gradient;
    if (flat) gradient_.setZero();  // far inside: no linearisation is violated
    gradients_.col(a) = gradient_;
    mass_.solve(gradient_);
    pushes_.col(a) = gradient_;
    c_[a] = f_[a] + gradients_.col(a).dot(w - z);
  }
  for (Eigen::Index a = 0; a < f_.size(); ++a) {
    for (Eigen::Index b = 0; b < f_.size(); ++b)
      a_(a, b) = gradients_.col(a).dot(pushes_.col(b));
  }
  return Status::found;
}

bool KineticProjection::complement() {
  // Murty's least-index principal pivoting: finite where the rows that act are independent.
  const auto m = static_cast<std::size_t>(c_.size());
  std::fill(acts_.begin(), acts_.end(), false);
  const double rounding = 1e-15 * system_->length();
  for (std::size_t pivots = 0; pivots < (std::size_t{1} << std::min<std::size_t>(m + 4, 24));
       ++pivots) {
    if (!solve_active()) return false;
    std::size_t wrong = m;
    for (std::size_t a = 0; a < m && wrong == m; ++a) {
      const auto k = static_cast<Eigen::Index>(a);
      if (acts_[a] ? p_[k] < 0.0 : a_.row(k).dot(p_) + c_[k] < -rounding) wrong = a;
    }
    if (wrong == m) return true;
    acts_[wrong] = !acts_[wrong];
  }
  return false;
}

/// A_aa p_a = -c_a over the rows that act, by Cholesky; p = 0 on the others.
bool KineticProjection::solve_active() {
  active_.clear();
  for (std::size_t a = 0; a < acts_.size(); ++a) {
    if (acts_[a]) active_.push_back(static_cast<Eigen::Index>(a));
  }
  p_.setZero();
  const auto n = static_cast<Eigen::Index>(active_.size());
  const auto at = [&](Eigen::Index i) { return active_[static_cast<std::size_t>(i)]; };
  for (Eigen::Index i = 0; i < n; ++i) {
    double rest = -c_[at(i)];
    for (Eigen::Index j = 0; j <= i; ++j) {
      double sum = a_(at(i), at(j));
      for (Eigen::Index k = 0; k < j; ++k)
        sum -= lower_(i, k) * lower_(j, k);
      if (i == j) {
        if (!(sum > 1e-13 * a_(at(i), at(i)))) return false;
        lower_(i, i) = std::sqrt(sum);
      } else {
        lower_(i, j) = sum / lower_(j, j);
        rest -= lower_(i, j) * p_[at(j)];
      }
    }
    p_[at(i)] = rest / lower_(i, i);
  }
  for (Eigen::Index i = n - 1; i >= 0; --i) {
    for (Eigen::Index k = i + 1; k < n; ++k)
      p_[at(i)] -= lower_(k, i) * p_[at(k)];
    p_[at(i)] /= lower_(i, i);
  }
  return true;
}

double KineticProjection::certify(const Eigen::VectorXd& w, const Eigen::VectorXd& z) {
  (void)distance2(z, w);  // step_ = M (z - w)
  const double L = system_->length();
  const double push = std::max(step_.cwiseQuotient(arms_).norm(), 1e-300);
  double worst = 0.0;
  for (Eigen::Index a = 0; a < f_.size(); ++a) {
    const double f = system_->constraint(a, z);
    for (const double miss : {-f / L, std::abs(p_[a] * f) / (L * push)})
      if (!(miss <= worst)) worst = miss;  // NaN too
    if (p_[a] == 0.0) continue;
    system_->constraint_gradient(a, z, gradient_);
    step_ -= p_[a] * gradient_;
  }
  const double left = step_.cwiseQuotient(arms_).norm() / push;
  return left <= worst ? worst : left;
}

}  // namespace impactbench
