#include "schemes/event_driven/smooth_motion.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::event_driven {

SmoothMotion::SmoothMotion(Contacts& contacts, const State& start, ContactSolver& solver,
                           double tolerance)
    : contacts_(contacts),
      solver_(solver),
      tolerance_(tolerance),
      dofs_(start.v.size()),
      q_(start.q),
      v_(start.v),
      a_(start.v),
      moved_(start.q) {
  const auto size = static_cast<std::size_t>(2 * dofs_);
  for (Point* x : {&from_, &slope_, &to_, &slope_end_, &error_, &inside_})
    x->assign(size, 0.0);
  // A step in which nothing moves, so that the integrator has its memory.
  const auto still = [](const Point&, Point& dx, double) { std::fill(dx.begin(), dx.end(), 0.0); };
  stepper_.do_step(still, from_, slope_, 0.0, to_, slope_end_, 1.0, error_);
}

void SmoothMotion::reserve(std::size_t contacts) {
  problem_ = contacts_.shape(contacts);
  forces_.reserve(contacts);
}

void SmoothMotion::begin(double t, const State& state) {
  t_ = t;
  q_ = state.q;  // what forces remember, behind all places
  std::copy_n(state.q.data(), dofs_, from_.begin());
  std::copy_n(state.v.data(), dofs_, from_.begin() + dofs_);
  rates(from_, slope_, t);
}

double SmoothMotion::take(double length, double speed) {
  length_ = length;
  const auto rate = [this](const Point& x, Point& dx, double t) { rates(x, dx, t); };
  stepper_.do_step(rate, from_, slope_, t_, to_, slope_end_, length, error_);
  double most = 0.0;
  for (Eigen::Index k = 0; k < 2 * dofs_; ++k) {
    const double unit = k < dofs_ ? contacts_.length() : speed;
    const double error = std::abs(error_[static_cast<std::size_t>(k)]) / (tolerance_ * unit);
    if (!(error <= most)) most = error;  // NaN too
  }
  return most;
}

void SmoothMotion::end(State& state) const {
  write(to_, state);
}

void SmoothMotion::at(double time, State& state) const {
  stepper_.calc_state(t_ + time, inside_, from_, slope_, t_, to_, slope_end_, t_ + length_);
  write(inside_, state);
}

void SmoothMotion::write(const Point& x, State& state) const {
  std::copy_n(x.begin(), dofs_, state.q.data());
  std::copy_n(x.begin() + dofs_, dofs_, state.v.data());
}

std::span<const double> SmoothMotion::forces(double t, const State& state) {
  q_ = state.q;
  v_ = state.v;
  solve(t);
  return forces_;
}

void SmoothMotion::rates(const Point& x, Point& dx, double t) {
  std::copy_n(x.begin(), dofs_, q_.data());
  std::copy_n(x.begin() + dofs_, dofs_, v_.data());
  solve(t);
  std::copy_n(v_.data(), dofs_, dx.begin());
  std::copy_n(a_.data(), dofs_, dx.begin() + dofs_);
}

/// v . (d^2 gap / dq^2) v, as the central difference of the rate along v over 1e-5 of a length on
/// either side, where what it leaves out and its rounding are alike: some 1e-11 of it. Places and
/// velocities go back to the contact, but the way along it keeps h times that.
double SmoothMotion::bend(std::size_t c) {
  const double fastest = v_.cwiseAbs().maxCoeff();
  if (!(fastest > 0.0)) return 0.0;
  const double time = 1e-5 * contacts_.length() / fastest;
  moved_.head(dofs_) = q_.head(dofs_) + time * v_;
  const double after = contacts_.rate(c, moved_, v_);
  moved_.head(dofs_) = q_.head(dofs_) - time * v_;
  return (after - contacts_.rate(c, moved_, v_)) / (2.0 * time);
}

/// a_ and forces_ at q_ and v_.
void SmoothMotion::solve(double t) {
  forces_.assign(closed_->size(), 0.0);
  if (!contacts_.acceleration(t, q_, v_, a_)) broken_ = true;
  if (closed_->empty() || broken_) return;
  problem_.resize(0);
  if (!contacts_.go_to(q_)) broken_ = true;
  for (const std::size_t c : *closed_)
    contacts_.add_row(c, q_, contacts_.rate(c, q_, a_) + bend(c), problem_);
  const SolveReport solved = solver_.solve(problem_, forces_);
  iterations_ += solved.iterations;
  if (solved.status == SolveStatus::breakdown) broken_ = true;
  contacts_.push(problem_, forces_, a_);
}

}  // namespace impactbench::event_driven
