#include "schemes/support/cone/convex_newton.hpp"

#include "schemes/support/cone/cone_projection.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace impactbench {
namespace {

constexpr int most_newton = 200, most_outer = 200;
/// Tolerances of velocities, over their scale; the second where rounding allows no more; and the
/// tolerance of openings whose impulses do not converge.
constexpr double found = 1e-13, enough = 1e-10, slack = 1e-9;
/// R of the hard problem over W: each proximal point reduces the error in the regular part of W by
/// about this; where W is singular it is less, and R falls to the limit of rounding.
constexpr double prox = 1e-3, least_prox = 1.1e-5, slow = 0.3, longest_jump = 16.0;

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

double row_weight(const ContactProblem& problem, std::size_t contact, std::size_t row) {
  const auto rows = index(problem.rows), dofs = index(problem.dofs);
  double sum = 0.0;
  const auto add = [&](int body, const std::vector<double>& jacobian) {
    if (body == ContactProblem::fixed) return;
    for (std::size_t k = 0; k < dofs; ++k) {
      const double j = jacobian[(contact * rows + row) * dofs + k];
      sum += j * j * problem.inverse_mass[index(body) * dofs + k];
    }
  };
  add(problem.body_a[contact], problem.jacobian_a);
  add(problem.body_b[contact], problem.jacobian_b);
  return sum;
}

}  // namespace

ConeSoft contact_weights(const ContactProblem& problem, std::size_t contact) {
  return {row_weight(problem, contact, 0),
          problem.rows > 1 ? tangential_weight(problem, contact) : 0.0};
}

void ConvexNewton::prepare(std::size_t contacts, std::size_t bodies, int rows, int dofs,
                           LinearSolver& solver) {
  give_.reserve(contacts);
  for (auto* per_row : {&u_, &step_u_, &z_, &p_, &last_})
    per_row->reserve(contacts * index(rows));
  x_.setZero(static_cast<Eigen::Index>(bodies) * dofs);
  gradient_ = direction_ = x_;
  matrix_.prepare(contacts, bodies, dofs, solver);
}

void ConvexNewton::begin(const ContactProblem& problem, double speed) {
  matrix_.begin(problem);
  x_.setZero();
  scale_ = speed;
}

StepReport ConvexNewton::soft(const ContactProblem& problem, double speed, const Soft& give,
                              std::vector<double>& p) {
  begin(problem, speed);
  last_.assign(problem.size(), 0.0);
  const StepReport report = minimise(problem, give, last_);
  answer(problem, p);
  return report;
}

/// R = share W of each contact.
void ConvexNewton::harden(const ContactProblem& problem, double share) {
  give_.clear();
  for (std::size_t c = 0; c < problem.contacts(); ++c) {
    const ConeSoft w = contact_weights(problem, c);
    const double R = share * std::max(w.normal, w.tangential);
    give_.push_back({R, R});
  }
}

StepReport ConvexNewton::hard(const ContactProblem& problem, double speed, std::vector<double>& p) {
  begin(problem, speed);
  double share = prox, before = HUGE_VAL, jump = 0.0;
  harden(problem, share);
  last_ = p;
  int iterations = 0;
  for (int k = 1;; ++k) {
    StepReport report = minimise(problem, give_, last_);
    iterations += report.nonlinear_iterations;
    report.nonlinear_iterations = iterations;
    if (report.status == StepStatus::breakdown) return report;
    double off = 0.0;
    const auto rows = index(problem.rows);
    for (std::size_t at = 0; at < p_.size(); ++at)
      off = std::max(off, give_[at / rows].normal * std::abs(p_[at] - last_[at]));
    const bool is_slow = off > slow * before, is_steady = std::abs(off - before) < 0.1 * before;
    before = off;
    const double bound = share > least_prox ? enough : slack;
    if (off <= found * scale_ || (is_slow && off <= bound * scale_) || k == most_outer) {
      if (off > bound * scale_) {
        report.status = StepStatus::not_converged;
        report.reason = "the impulses of the cone problem did not settle";
      }
      answer(problem, p);
      return report;
    }
    jump = is_steady && share <= least_prox ? std::clamp(2.0 * jump, 1.0, longest_jump) : 0.0;
    for (std::size_t at = 0; at < p_.size(); ++at)
      last_[at] = p_[at] + jump * (p_[at] - last_[at]);
    if (is_slow && share > least_prox) {
      share *= 0.1;
      harden(problem, share);
      before = HUGE_VAL;
    }
  }
}

/// The impulses, and the velocities that they make: momentum holds whatever is left.
void ConvexNewton::answer(const ContactProblem& problem, std::vector<double>& p) {
  p = p_;
  x_.setZero();
  add_impulses(problem, p, 1.0, x_);
  for (const int body : matrix_.touched())
    for (std::size_t k = 0; k < index(problem.dofs); ++k) {
      const std::size_t at = index(body) * index(problem.dofs) + k;
      x_[static_cast<Eigen::Index>(at)] *= problem.inverse_mass[at];
    }
}

/// Least l, from x_ on; P(z) there into p_.
StepReport ConvexNewton::minimise(const ContactProblem& problem, const Soft& give,
                                  const std::vector<double>& p0) {
  StepReport report;
  double before = HUGE_VAL;
  for (int k = 0;; ++k) {
    const double left = compute_gradient(problem, give, p0);
    const double size = scale_ + x_.lpNorm<Eigen::Infinity>();
    report.nonlinear_iterations = k;
    if (left <= found * size) return report;
    if (!std::isfinite(left)) {
      report.status = StepStatus::breakdown;
      report.reason = "a velocity is not a number";
      return report;
    }
    // Rounding ends it above `found` where contacts are stiff.
    if (left <= enough * size && left > 0.5 * before) return report;
    if (k == most_newton) {
      report.status = StepStatus::not_converged;
      report.reason = "Newton's method on the cone problem reached its limit";
      return report;
    }
    before = left;
    if (!compute_direction(problem, give, report)) return report;
    x_ += line_search(problem, give, p0) * direction_;
  }
}

/// dl into gradient_, u, z and P(z). Returns the largest velocity that it stands for.
double ConvexNewton::compute_gradient(const ContactProblem& problem, const Soft& give,
                                      const std::vector<double>& p0) {
  const auto rows = index(problem.rows), dofs = index(problem.dofs);
  contact_rates(problem, x_, u_);
  z_.resize(problem.size());
  p_.resize(problem.size());
  for (std::size_t c = 0; c < problem.contacts(); ++c) {
    for (std::size_t k = 0; k < rows; ++k) {
      const std::size_t at = c * rows + k;
      z_[at] = p0[at] - (u_[at] + problem.b[at]) / (k == 0 ? give[c].normal : give[c].tangential);
    }
    project_on_cone(problem.friction[c], give[c], rows, &z_[c * rows], &p_[c * rows], nullptr);
  }
  gradient_.setZero();
  add_impulses(problem, p_, -1.0, gradient_);
  double most = 0.0;
  for (const int body : matrix_.touched()) {
    for (std::size_t k = 0; k < dofs; ++k) {
      const std::size_t at = index(body) * dofs + k;
      double& g = gradient_[static_cast<Eigen::Index>(at)];
      g += x_[static_cast<Eigen::Index>(at)] / problem.inverse_mass[at];
      const double speed = std::abs(g) * problem.inverse_mass[at];
      if (!(speed <= most)) most = speed;
    }
  }
  return most;
}

/// -ddl^-1 dl of the bodies in contact into direction_.
bool ConvexNewton::compute_direction(const ContactProblem& problem, const Soft& give,
                                     StepReport& report) {
  const auto rows = index(problem.rows);
  double B[9], nearest[3];
  matrix_.clear(problem);
  for (std::size_t c = 0; c < problem.contacts(); ++c) {
    project_on_cone(problem.friction[c], give[c], rows, &z_[c * rows], nearest, B);
    matrix_.add(problem, c, B);
  }
  return matrix_.solve(gradient_, direction_, report);
}

/// d l(x + length direction) / d length.
double ConvexNewton::slope(const ContactProblem& problem, const Soft& give,
                           const std::vector<double>& p0, double length) {
  const auto rows = index(problem.rows), dofs = index(problem.dofs);
  double sum = 0.0, z[3], p[3];
  for (const int body : matrix_.touched()) {
    for (std::size_t k = 0; k < dofs; ++k) {
      const auto at = static_cast<Eigen::Index>(index(body) * dofs + k);
      sum += direction_[at] * (x_[at] + length * direction_[at]) /
             problem.inverse_mass[static_cast<std::size_t>(at)];
    }
  }
  for (std::size_t c = 0; c < problem.contacts(); ++c) {
    for (std::size_t k = 0; k < rows; ++k) {
      const std::size_t at = c * rows + k;
      z[k] = p0[at] - (u_[at] + length * step_u_[at] + problem.b[at]) /
                          (k == 0 ? give[c].normal : give[c].tangential);
    }
    project_on_cone(problem.friction[c], give[c], rows, z, p, nullptr);
    for (std::size_t k = 0; k < rows; ++k)
      sum -= step_u_[c * rows + k] * p[k];
  }
  return sum;
}

/// The length with the least l along direction_: 1 where that is nearly it, else by false position
/// (Illinois), as the slope grows with the length.
double ConvexNewton::line_search(const ContactProblem& problem, const Soft& give,
                                 const std::vector<double>& p0) {
  constexpr double near = 1e-3;
  contact_rates(problem, direction_, step_u_);
  double low = 0.0, high = 1.0;
  double at_low = slope(problem, give, p0, low), at_high = slope(problem, give, p0, high);
  const double start = std::abs(at_low);
  for (int k = 0; k < 60 && at_high < -near * start; ++k) {
    low = high;
    at_low = at_high;
    high *= 2.0;
    at_high = slope(problem, give, p0, high);
  }
  if (at_high <= near * start) return high;
  int side = 0;
  for (int k = 0; k < 100; ++k) {
    const double middle = (low * at_high - high * at_low) / (at_high - at_low);
    const double here = slope(problem, give, p0, middle);
    if (std::abs(here) <= near * start || !(high - low > 1e-12 * high)) return middle;
    if (here > 0.0) {
      high = middle;
      at_high = here;
      if (side > 0) at_low *= 0.5;
      side = 1;
    } else {
      low = middle;
      at_low = here;
      if (side < 0) at_high *= 0.5;
      side = -1;
    }
  }
  return low > 0.0 ? low : high;
}

}  // namespace impactbench
