#include "reference/yardsticks/constraint_friction.hpp"

#include "reference/yardsticks/extremes.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

/// Along both tangents, as far as there are numbers.
Eigen::Vector2d pair_of(std::span<const double> x) {
  Eigen::Vector2d out = Eigen::Vector2d::Zero();
  std::copy_n(x.begin(), std::min<std::size_t>(x.size(), 2), out.begin());
  return out;
}

/// The nearest of |x| <= bound.
Eigen::Vector2d cut(const Eigen::Vector2d& x, double bound) {
  const double length = x.norm();
  return length > bound ? Eigen::Vector2d(bound / length * x) : x;
}

}  // namespace

ConstraintFriction::ConstraintFriction(const GeneralisedSystem& system, const ContactStep& step,
                                       double h)
    : system_(system),
      step_(step),
      h_(h),
      tangents_(
          Eigen::MatrixXd::Zero(system.dofs(), system.has_friction() ? system.tangents() : 0)),
      stretches_(static_cast<std::size_t>(system.constraints()), Pair::Zero()),
      next_(stretches_) {}

/// A spring that is not stretched further in this step has opened: it restarts.
void ConstraintFriction::begin_step() {
  stretches_.swap(next_);
  std::fill(next_.begin(), next_.end(), Pair::Zero());
}

void ConstraintFriction::go_to(Eigen::Index a, const Eigen::VectorXd& q,
                               const Eigen::LLT<Eigen::MatrixXd>& mass, double stretch) {
  at_ = a;
  law_ = system_.law(a);
  weight_ = 0.0;
  tangents_.setZero();
  if (!(law_.friction > 0.0)) return;
  Eigen::VectorXd t(q.size());
  for (int k = 0; k < tangents_.cols(); ++k) {
    system_.constraint_tangent(a, k, q, t);
    tangents_.col(k) = stretch * t;
  }
  const Eigen::MatrixXd w = tangents_.transpose() * mass.solve(tangents_);
  weight_ = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(w, Eigen::EigenvaluesOnly)
                .eigenvalues()
                .maxCoeff();
}

Eigen::VectorXd ConstraintFriction::momentum(std::span<const double> p) const {
  Eigen::VectorXd out = Eigen::VectorXd::Zero(tangents_.rows());
  const std::size_t count = std::min(p.size(), static_cast<std::size_t>(tangents_.cols()));
  for (std::size_t k = 0; k < count; ++k)
    out += p[k] * tangents_.col(static_cast<Eigen::Index>(k));
  return out;
}

ConstraintFriction::Pair ConstraintFriction::slip_of(const Eigen::VectorXd& v) const {
  Pair out = Pair::Zero();
  out.head(tangents_.cols()) = tangents_.transpose() * v;
  return out;
}

double ConstraintFriction::lift(std::span<const double> tangential, const State& before,
                                const State& after) const {
  if (step_.slip != SlipRule::cone || !(law_.friction > 0.0)) return 0.0;
  return law_.friction * cone_slip(pair_of(tangential), before, after).norm();
}

ConstraintFriction::Pair ConstraintFriction::cone_slip(const Pair& p, const State& before,
                                                       const State& after) const {
  return slip_of(after.v) + kept_ * slip_of(before.v) + give_ * p;
}

void ConstraintFriction::judge(double normal, std::span<const double> tangential,
                               const State& before, const State& after) {
  const Pair p = pair_of(tangential);
  const double bound = law_.friction * std::max(normal, 0.0);
  // Without friction a tangential impulse has no tangent along which to measure it.
  const double unit = weight_ > 0.0 ? std::sqrt(weight_) : 1.0;
  keep_largest(cone_, unit * (p.norm() - bound));
  if (!(law_.friction > 0.0)) return;
  keep_largest(slip_, unit * (p - demanded(p, bound, before, after)).norm());
}

void ConstraintFriction::judge_cone(double normal, std::span<const double> tangential) {
  const double most = std::max(law_.friction, law_.static_friction);
  const double unit = weight_ > 0.0 ? std::sqrt(weight_) : 1.0;
  keep_largest(cone_, unit * (pair_of(tangential).norm() - most * std::max(normal, 0.0)));
}

ConstraintFriction::Pair ConstraintFriction::demanded(const Pair& p, double bound,
                                                      const State& before, const State& after) {
  switch (step_.slip) {
    case SlipRule::velocity:
      return cut(p - (slip_of(after.v) + law_.tangential_restitution * slip_of(before.v)) / weight_,
                 bound);
    case SlipRule::viscous_end:
    case SlipRule::viscous_mean: {
      Pair s = slip_of(after.v);
      if (step_.slip == SlipRule::viscous_mean) s = 0.5 * (s + slip_of(before.v));
      const double yields = 1.0 / (h_ * step_.stick);
      return cut(p - (s + yields * p) / (weight_ + yields), bound);
    }
    case SlipRule::cone:
      return cut(p - cone_slip(p, before, after) / (weight_ + give_), bound);
    case SlipRule::barrier: {
      const Pair u = slip_of(after.v);
      const double speed = u.norm(), x = std::min(speed / step_.barrier.creep, 1.0);
      return speed > 0.0 ? Pair(-bound * x * (2.0 - x) / speed * u) : Pair(Pair::Zero());
    }
    case SlipRule::spring:
      return of_spring(bound, before);
    default:
      return Pair::Constant(std::nan(""));  // a rule that no scheme has of constraints
  }
}

/// Cundall's spring: -(k xi + eta w), cut to the bound, after a step at the slip w of v^n; xi then.
ConstraintFriction::Pair ConstraintFriction::of_spring(double bound, const State& before) {
  const double k = step_.tangential * 2.0 * step_.spring.coefficient;
  const double eta = 2.0 * step_.tangential_damping * std::sqrt(k / weight_);
  const Pair rate = slip_of(before.v);
  Pair& stretch = next_[static_cast<std::size_t>(at_)];
  stretch = stretches_[static_cast<std::size_t>(at_)] + h_ * rate;
  const Pair trial = -h_ * (k * stretch + eta * rate);
  if (!(trial.norm() > bound)) return trial;
  const Pair out = cut(trial, bound);
  stretch = -(out / h_ + eta * rate) / k;
  return out;
}

}  // namespace impactbench
