#include "reference/computed/spring_constraints/motion.hpp"

#include "problems/model/coordinate_arms.hpp"
#include "reference/support/damping_ratio.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::computed::spring_constraints {
namespace {

constexpr std::size_t most_nodes = 200000;
constexpr int most_at_once = 20;  ///< events without time between them

}  // namespace

Forces::Forces(const GeneralisedSystem& system, const Compliance& law)
    : system_(system),
      law_(law),
      zeta_(static_cast<double>(damping_ratio(system.restitution(), law.end))),
      q_(Eigen::VectorXd::Zero(system.dofs())),
      v_(q_),
      force_(q_),
      inertial_(q_),
      gradient_(q_),
      push_(q_),
      mass_(Eigen::MatrixXd::Zero(q_.size(), q_.size())) {}

void Forces::look(const Phase& x) {
  const Eigen::Index n = q_.size();
  q_ = Eigen::Map<const Eigen::VectorXd>(x.data(), n);
  v_ = Eigen::Map<const Eigen::VectorXd>(x.data() + n, n);
}

double Forces::depth(Eigen::Index a, const Phase& x) {
  look(x);
  return -system_.constraint(a, q_);
}

double Forces::rate(Eigen::Index a, const Phase& x) {
  look(x);
  system_.constraint_gradient(a, q_, gradient_);
  return -gradient_.dot(v_);
}

double Forces::force(Eigen::Index a, const Phase& x) {
  look(x);
  system_.mass_matrix(q_, mass_);
  llt_.compute(mass_);
  return force_here(a);
}

/// At q_, v_ with M factorised; leaves grad f_a and M^-1 grad f_a behind.
double Forces::force_here(Eigen::Index a) {
  system_.constraint_gradient(a, q_, gradient_);
  push_ = llt_.solve(gradient_);
  // A step may reach beyond the end of a contact: the law continues there as an odd function, so
  // that its error estimate sees it.
  const double signed_depth = -system_.constraint(a, q_), alpha = law_.exponent;
  const double depth = std::abs(signed_depth);
  double force =
      std::copysign(alpha * law_.coefficient * std::pow(depth, alpha - 1.0), signed_depth);
  if (zeta_ > 0.0) {
    const double eta = zeta_ * alpha * std::sqrt(2.0 * law_.coefficient / gradient_.dot(push_));
    force -= eta * std::pow(depth, 0.5 * alpha - 1.0) * gradient_.dot(v_);
  }
  return force;
}

void Forces::derivative(const Contacts& contacts, const Phase& x, Phase& dx, double t) {
  look(x);
  system_.external_force(t, q_, v_, force_);
  system_.inertial_force(q_, v_, inertial_);
  system_.mass_matrix(q_, mass_);
  llt_.compute(mass_);
  const Eigen::Index n = q_.size();
  dx.resize(x.size());
  Eigen::Map<Eigen::VectorXd> velocity(dx.data(), n), acceleration(dx.data() + n, n);
  velocity = v_;
  acceleration = llt_.solve(force_ + inertial_);
  for (std::size_t a = 0; a < contacts.size(); ++a) {
    if (contacts[a].closed && contacts[a].presses)
      acceleration += force_here(static_cast<Eigen::Index>(a)) * push_;
  }
}

Motion::Motion(const GeneralisedSystem& system, const Compliance& law, const State& start,
               double end, double tolerance)
    : forces_(system, law),
      end_(end),
      time_(system.length() / std::max(system.top_speed(), system.length() / end)),
      arms_(arms_of(system)),
      longest_(0.01 * time_),
      tolerance_(tolerance) {
  Node first{0.0, Phase(start.q.begin(), start.q.end()),
             Contacts(static_cast<std::size_t>(system.constraints()))};
  first.x.insert(first.x.end(), start.v.begin(), start.v.end());
  for (std::size_t a = 0; a < first.contacts.size(); ++a)
    first.contacts[a].closed = forces_.depth(static_cast<Eigen::Index>(a), first.x) > 0.0;
  nodes_.push_back(std::move(first));
  error_.resize(nodes_.front().x.size());
}

double Motion::step(const Node& from, double h) {
  x_ = from.x;
  const auto rhs = [&](const Phase& x, Phase& dx, double t) {
    forces_.derivative(from.contacts, x, dx, t);
  };
  method_.do_step(rhs, x_, from.t, h, error_);
  double worst = 0.0;
  const std::size_t n = error_.size() / 2;
  for (std::size_t k = 0; k < n; ++k) {
    const double off = std::max(std::abs(error_[k]), time_ * std::abs(error_[n + k]));
    worst = std::max(worst, arms_[static_cast<Eigen::Index>(k)] * off);
  }
  return std::isfinite(worst) ? worst : 1e300;
}

Eigen::Index Motion::changed(const Contacts& contacts, const Phase& x) {
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const auto a = static_cast<Eigen::Index>(k);
    const double depth = forces_.depth(a, x);
    if (contacts[k].closed ? depth < 0.0 : depth > 0.0) return a;
    if (contacts[k].closed && forces_.ends_with_force() &&
        (forces_.force(a, x) < 0.0) == contacts[k].presses) {
      return a;
    }
  }
  return -1;
}

void Motion::change(Eigen::Index a, Node& node) {
  Contact& c = node.contacts[static_cast<std::size_t>(a)];
  events_.push_back(node.t);
  const double depth = forces_.depth(a, node.x);
  if (!c.closed) {
    begins_.push_back(node.t);
    c = {true, true};
  } else if (depth < 0.0) {
    c = {false, true};
  } else {
    c.presses = !c.presses;
  }
}

/// The deepest of the constraints that turn back in a step.
void Motion::record_depths(const Node& from, double h) {
  const Phase last = x_;
  for (std::size_t k = 0; k < from.contacts.size(); ++k) {
    const auto a = static_cast<Eigen::Index>(k);
    deepest_ = std::max(deepest_, forces_.depth(a, last));
    if (!from.contacts[k].closed) continue;
    if (!(forces_.rate(a, from.x) > 0.0 && forces_.rate(a, last) < 0.0)) continue;
    double low = 0.0, high = h;
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (low + high);
      (void)step(from, middle);
      (forces_.rate(a, x_) > 0.0 ? low : high) = middle;
    }
    deepest_ = std::max(deepest_, forces_.depth(a, x_));
  }
  x_ = last;
}

bool Motion::run() {
  double h = 1e-3 * end_;
  int at_once = 0;
  while (nodes_.back().t < end_) {
    if (nodes_.size() > most_nodes) return false;
    const Node& from = nodes_.back();
    h = std::min({h, longest_, end_ - from.t});
    const double error = step(from, h);
    if (error > tolerance_) {
      h *= std::max(0.2, 0.9 * std::pow(tolerance_ / error, 0.2));
      if (h < 1e-15 * end_) return false;
      continue;
    }
    double length = h;
    const bool event = changed(from.contacts, x_) >= 0;
    if (event) {
      double low = 0.0;
      for (int i = 0; i < 60 && length - low > 1e-17 * (from.t + length); ++i) {
        const double middle = 0.5 * (low + length);
        (void)step(from, middle);
        (changed(from.contacts, x_) >= 0 ? length : low) = middle;
      }
      (void)step(from, length);
    }
    record_depths(from, length);
    Node next{from.t + length, x_, from.contacts};
    if (event) {
      at_once = length > 1e-14 * end_ ? 0 : at_once + 1;
      if (at_once > most_at_once) return false;
      change(changed(next.contacts, next.x), next);
    } else {
      h *= std::min(3.0, 0.9 * std::pow(tolerance_ / std::max(error, 1e-300), 0.2));
    }
    nodes_.push_back(std::move(next));
  }
  return true;
}

void Motion::at(double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
  const auto next = std::upper_bound(nodes_.begin(), nodes_.end(), t,
                                     [](double s, const Node& n) { return s < n.t; });
  const Node& from = *std::prev(next);
  x_ = from.x;
  if (t > from.t) (void)step(from, t - from.t);
  const Eigen::Index n = q.size();
  q = Eigen::Map<const Eigen::VectorXd>(x_.data(), n);
  v = Eigen::Map<const Eigen::VectorXd>(x_.data() + n, n);
}

}  // namespace impactbench::computed::spring_constraints
