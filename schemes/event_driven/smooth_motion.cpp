#include "schemes/event_driven/smooth_motion.hpp"

#include <algorithm>
#include <array>
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
  forces_.reserve(contacts * static_cast<std::size_t>(contacts_.rows()));
  along_.reserve(contacts);
}

void SmoothMotion::begin(double t, const State& state) {
  t_ = t;
  q_ = state.q;  // what forces remember, behind all places
  std::copy_n(state.q.data(), dofs_, from_.begin());
  std::copy_n(state.v.data(), dofs_, from_.begin() + dofs_);
  stage_ = 0;
  rates(from_, slope_, t);
}

double SmoothMotion::take(double length, double speed) {
  length_ = length;
  stage_ = 1;
  const auto rate = [this](const Point& x, Point& dx, double t) { rates(x, dx, t); };
  stepper_.do_step(rate, from_, slope_, t_, to_, slope_end_, length, error_);
  double most = 0.0;
  for (Eigen::Index k = 0; k < 2 * dofs_; ++k) {
    const double unit = (k < dofs_ ? contacts_.length() : speed) / contacts_.arms()[k % dofs_];
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
  if (keeps_) keep_stage();
  std::copy_n(v_.data(), dofs_, dx.begin());
  std::copy_n(a_.data(), dofs_, dx.begin() + dofs_);
}

/// The last one, at the end of the step, has no weight there.
void SmoothMotion::keep_stage() {
  if (stage_ >= stages_.size()) return;
  Stage& stage = stages_[stage_++];
  stage.q = q_;
  stage.forces = forces_;
  stage.along = along_;
}

void SmoothMotion::record(StepImpulses& out) {
  constexpr std::array weights{35.0 / 384.0,     0.0,        500.0 / 1113.0, 125.0 / 192.0,
                               -2187.0 / 6784.0, 11.0 / 84.0};
  const auto rows = static_cast<std::size_t>(contacts_.rows());
  for (std::size_t s = 0; s < stages_.size() && !broken_; ++s) {
    const Stage& stage = stages_[s];
    for (std::size_t n = 0; n < closed_->size(); ++n)
      contacts_.record((*closed_)[n].contact, stage.q, stage.along[n],
                       std::span(stage.forces).subspan(n * rows, rows), weights[s] * length_, out);
  }
}

/// The accelerations along rows due to their rotation: for the normal v . (d^2 gap / dq^2) v.
/// Computed as the central difference of order 6 of rates along v, which omits some 1e-13 of it and
/// has an error by rounding.
AlongRows SmoothMotion::bend(std::size_t c) {
  constexpr std::array weights{45.0 / 60.0, -9.0 / 60.0, 1.0 / 60.0};
  const double fastest = v_.cwiseProduct(contacts_.arms()).cwiseAbs().maxCoeff();
  // It is quadratic in the speed, and that of a body at rest may decay to 1e-310.
  if (!(fastest > 1e-150 * contacts_.reach())) return {};
  const double time = contacts_.reach() / fastest;
  AlongRows out{};
  for (std::size_t k = 0; k < weights.size(); ++k) {
    for (const double side : {1.0, -1.0}) {
      moved_.head(dofs_) = q_.head(dofs_) + side * static_cast<double>(k + 1) * time * v_;
      const AlongRows there = contacts_.slips(c, moved_, v_);
      for (std::size_t r = 0; r < out.size(); ++r)
        out[r] += side * weights[k] / time * there[r];
    }
  }
  return out;
}

/// Directions of the present slip, as long as it stays within a right angle of that at the start of
/// the step: beyond the end of the slip the motion continues smoothly, so that the end can be
/// located.
Directions SmoothMotion::against(const Closed& closed) {
  Directions out = closed.slides;
  if (!out[0] && !out[1]) return out;
  const AlongRows u = contacts_.slips(closed.contact, q_, v_);
  for (std::size_t pair = 0; pair < out.size(); ++pair) {
    if (!out[pair]) continue;
    const double first = u[1 + 2 * pair], second = u[2 + 2 * pair];
    const double size = std::hypot(first, second);
    const double same = first * (*out[pair])[0] + second * (*out[pair])[1];
    if (same > 0.5 * size) out[pair] = Direction{first / size, second / size};
  }
  return out;
}

/// a_ and forces_ at q_ and v_. Slip is posed as faster than any change that forces could make.
void SmoothMotion::solve(double t) {
  constexpr double faster = 1e3;
  const auto rows = static_cast<std::size_t>(contacts_.rows());
  forces_.assign(rows * closed_->size(), 0.0);
  along_.clear();
  if (!contacts_.acceleration(t, q_, v_, a_)) broken_ = true;
  if (closed_->empty() || broken_) return;
  problem_.resize(0);
  if (!contacts_.go_to(q_)) broken_ = true;
  double unit = 0.0;
  for (const Closed& closed : *closed_) {
    AlongRows b = contacts_.rates(closed.contact, q_, a_);
    const AlongRows turned = bend(closed.contact);
    for (std::size_t r = 0; r < rows; ++r) {
      b[r] += turned[r];
      unit = std::max(unit, std::abs(b[r]));
    }
    along_.push_back(against(closed));
    contacts_.add(closed.contact, q_, b, along_.back(), problem_);
    if (!closed.slides[0]) problem_.friction.back() = contacts_.holds(closed.contact)[0];
  }
  problem_.velocity_unit = unit > 0.0 ? unit : 1.0;
  for (std::size_t n = 0; n < closed_->size(); ++n) {
    for (std::size_t r = 1; r < rows; ++r) {
      if (!(*closed_)[n].slides[r > 2 ? 1 : 0]) continue;
      problem_.b[n * rows + r] = r == 1 || r == 3 ? faster * problem_.velocity_unit : 0.0;
    }
  }
  const SolveReport solved = solver_.solve(problem_, forces_);
  iterations_ += solved.iterations;
  if (solved.status == SolveStatus::breakdown) broken_ = true;
  if (solved.status == SolveStatus::iteration_limit)
    fault_ = "the contact solver reached its limit of iterations on accelerations";
  check_slides();
  contacts_.push(problem_, forces_, a_);
}

/// A slide whose friction is not at its bound would have been stopped at once by forces that grow
/// with the speed it was posed with.
void SmoothMotion::check_slides() {
  const auto rows = static_cast<std::size_t>(contacts_.rows());
  for (std::size_t n = 0; n < closed_->size(); ++n) {
    for (std::size_t pair = 0; pair < 2; ++pair) {
      if (!(*closed_)[n].slides[pair]) continue;
      const double bound = (pair == 0 ? problem_.friction[n] : problem_.rolling[n]) *
                           std::max(forces_[n * rows], 0.0);
      if (!(-forces_[n * rows + 1 + 2 * pair] >= (1.0 - 1e-6) * bound)) fault_ = no_slide;
    }
  }
}

}  // namespace impactbench::event_driven
