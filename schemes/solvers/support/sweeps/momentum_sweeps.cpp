#include "schemes/solvers/support/sweeps/momentum_sweeps.hpp"

#include <cmath>
#include <limits>

namespace impactbench {

void MomentumSweeps::prepare(std::size_t contact_count, std::size_t body_count, int rows) {
  sweeps_.prepare(contact_count, body_count, rows);
  for (auto* impulses : {&next_, &old_})
    impulses->reserve(contact_count * static_cast<std::size_t>(rows));
}

void MomentumSweeps::restart() {
  t_ = 1.0;
  change_ = std::numeric_limits<double>::infinity();
}

bool MomentumSweeps::start(const ContactProblem& problem, std::vector<double>& p) {
  next_.resize(p.size());
  restart();
  if (!sweeps_.start(problem, p)) return false;
  old_ = p;
  return true;
}

void MomentumSweeps::step(const ContactProblem& problem, std::vector<double>& p) {
  const double t = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * t_ * t_)), beta = (t_ - 1.0) / t;
  t_ = t;
  for (std::size_t i = 0; i < p.size(); ++i)
    next_[i] = p[i] + beta * (p[i] - old_[i]);
  sweeps_.move(problem, next_);
  const double change = sweeps_.sweep(problem, next_, 1.0).change;
  old_.swap(p);
  p.swap(next_);
  if (change > change_) return restart();
  change_ = change;
}

}  // namespace impactbench
