#include "problems/model/coordinate_arms.hpp"
#include "schemes/event_driven/event_steps.hpp"
#include "schemes/event_driven/tolerances.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::event_driven {
namespace {

/// Where `before` ends to hold between low and high.
template <class Before>
double bisect(double low, double high, const Before& before) {
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (low + high);
    (before(middle) ? low : high) = middle;
  }
  return high;
}

}  // namespace

/// A step of the integrator within its tolerance, of no more than `left`: its length.
double EventSteps::integrate(double left) {
  double length = std::min(next_, left);
  for (;;) {
    const double error = motion_.take(length, speed_);
    const double growth = std::clamp(0.9 * std::pow(error, -0.2), 0.2, 5.0);
    const bool taken = error <= 1.0 || length <= shortest * h_;
    // A step that was cut by the end of the run's says nothing of the next one.
    if (!taken || length < left || growth < 1.0 || !(next_ > length))
      next_ = std::max(length * (std::isnan(growth) ? 0.2 : growth), shortest * h_);
    if (taken || motion_.broken()) return length;
    length = std::min(next_, left);
  }
}

/// The time of the first impact in that step, which then ends there.
std::optional<double> EventSteps::first_impact(const State& from, double length) {
  enter(Phase::detection);
  motion_.end(to_);
  compute_gaps(to_, gaps_end_);
  std::optional<double> first;
  std::size_t which = 0;
  const Eigen::VectorXd& arms = contacts_->arms();  // radians a second are no speed
  const double reach =
      4.0 * length * std::max(largest_length(from.v, arms), largest_length(to_.v, arms));
  for (std::size_t c = 0; c < contacts_->count(); ++c) {
    if (is_closed_[c] != 0) continue;
    const auto at = static_cast<Eigen::Index>(c);
    if (remembers_ != nullptr && std::min(gaps_[at], gaps_end_[at]) > reach) continue;
    const auto time = impact_of(c, from, length);
    if (!time || (first && *first <= *time)) continue;
    first = time;
    which = c;
  }
  if (first) first = land_on(which, *first, length);
  return first;
}

/// When an open contact closes, on the dense output.
std::optional<double> EventSteps::impact_of(std::size_t c, const State& from, double length) {
  const double gap = gaps_[static_cast<Eigen::Index>(c)];
  const double end = gaps_end_[static_cast<Eigen::Index>(c)];
  const auto rate_at = [&](double time) {
    motion_.at(time, inside_);
    return contacts_->rate(c, inside_.q, inside_.v);
  };
  const bool parts = contacts_->rate(c, from.q, from.v) > 0.0;
  const bool closes = contacts_->rate(c, to_.q, to_.v) < 0.0;
  double low = 0.0, high = length;
  if (gap <= touching_) {
    // It has just been left: it closes after the turn of its rate alone.
    if (!closes || (!parts && end > 0.0)) return std::nullopt;
    if (parts) low = bisect(0.0, length, [&](double s) { return rate_at(s) > 0.0; });
  }
  if (end > 0.0) {
    // A gap that becomes smaller and then larger may have been closed between.
    if (parts || closes) return std::nullopt;
    high = bisect(0.0, length, [&](double s) { return rate_at(s) < 0.0; });
    motion_.at(high, inside_);
    if (!(contacts_->gap(c, inside_.q) < -touching_)) return std::nullopt;
  }
  return bisect(low, high, [&](double s) {
    motion_.at(s, inside_);
    return contacts_->gap(c, inside_.q) > 0.0;
  });
}

/// Newton's method on the length of a step that ends at the impact.
double EventSteps::land_on(std::size_t c, double time, double length) {
  for (int k = 0; k < 8; ++k) {
    (void)motion_.take(time, speed_);
    motion_.end(to_);
    const double gap = contacts_->gap(c, to_.q), rate = contacts_->rate(c, to_.q, to_.v);
    if (std::abs(gap) <= 1e-15 * contacts_->length() || !(rate < 0.0)) break;
    const double next = std::clamp(time - gap / rate, 0.5 * time, std::min(2.0 * time, length));
    if (next == time) break;
    time = next;
  }
  (void)motion_.take(time, speed_);
  return time;
}

/// Its speed against the friction of that pair, along the slip at the start of the step.
double EventSteps::slip(const Closed& closed, std::size_t pair, const State& state) {
  const AlongRows u = contacts_->slips(closed.contact, state.q, state.v);
  const Direction& along = *closed.slides[pair];
  return u[1 + 2 * pair] * along[0] + u[2 + 2 * pair] * along[1];
}

/// The time at which slip first ends in that step, which then ends there.
std::optional<double> EventSteps::first_stop(double length) {
  constexpr int looks = 16;
  std::optional<double> first;
  const Closed* which = nullptr;
  std::size_t of_pair = 0;
  for (const Closed& closed : closed_) {
    for (std::size_t pair = 0; pair < 2; ++pair) {
      if (!closed.slides[pair]) continue;
      const auto slips = [&](double time) {
        motion_.at(time, inside_);
        return slip(closed, pair, inside_);
      };
      // Slip that has only just begun is not above 0 at once.
      const bool begins = !(slips(0.0) > still * speed_);
      const double end = begins ? -0.5 * still * speed_ : 0.0;
      double last = 0.0;
      for (int k = 1; k <= looks; ++k) {
        const double time = length * k / looks;
        if (first && last >= *first) break;
        if (slips(time) < -still * speed_) {
          const double stop = bisect(last, time, [&](double s) { return slips(s) > end; });
          if (!first || stop < *first)
            first = stop, which = begins ? nullptr : &closed, of_pair = pair;
          break;
        }
        last = time;
      }
    }
  }
  if (first && which != nullptr) {
    first = land_on_stop(*which, of_pair, *first, length);
  } else if (first) {
    (void)motion_.take(*first, speed_);
  }
  return first;
}

/// The secant method on the length of a step that ends with the slip.
double EventSteps::land_on_stop(const Closed& closed, std::size_t pair, double time,
                                double length) {
  const auto left = [&](double s) {
    (void)motion_.take(s, speed_);
    motion_.end(to_);
    return slip(closed, pair, to_);
  };
  double before = time * (1.0 - 1e-3), at_before = left(before), at = left(time);
  for (int k = 0; k < 8 && std::abs(at) > 1e-15 * speed_ && at != at_before; ++k) {
    const double next =
        std::clamp(time - at * (time - before) / (at - at_before), 0.5 * time, length);
    before = time, at_before = at;
    if (next == time) break;
    time = next;
    at = left(time);
  }
  return time;
}

/// Whether a contact that carried a force at the start of the step carries none there, or one that
/// did not does, or friction that stuck is at its bound.
bool EventSteps::changed(double t, const State& state) {
  const auto forces = motion_.forces(t, state);
  const auto rows = static_cast<std::size_t>(contacts_->rows());
  for (std::size_t n = 0; n < closed_.size(); ++n) {
    const Closed& closed = closed_[n];
    AlongRows f{};
    std::copy_n(forces.begin() + static_cast<std::ptrdiff_t>(n * rows), rows, f.begin());
    if ((f[0] > 0.0) != closed.carries) return true;
    const auto bounds = contacts_->holds(closed.contact);
    for (std::size_t pair = 0; pair < 2 && closed.carries; ++pair) {
      if (!closed.slides[pair] &&
          direction(closed.contact, pair, f, at_its_bound * bounds[pair] * f[0]))
        return true;
    }
  }
  return false;
}

/// The time up to which closed contacts keep their modes. If forces vary in time and nothing moves,
/// the error of the integrator does not show it: forces are checked in between.
double EventSteps::first_change(double t, double length) {
  if (closed_.empty() || length <= 1e3 * shortest * h_) return length;
  double low = 0.0, high = 0.0;
  for (int k = 1; k <= looks_; ++k) {
    const double time = length * k / looks_;
    k < looks_ ? motion_.at(time, inside_) : motion_.end(inside_);
    if (changed(t + time, inside_)) {
      high = time;
      break;
    }
    low = time;
  }
  if (high == 0.0) return length;
  while (high - low > 1e-9 * length) {
    const double middle = 0.5 * (low + high);
    (void)motion_.take(middle, speed_);
    motion_.end(inside_);
    (changed(t + middle, inside_) ? high : low) = middle;
  }
  // An immediate change means that the start was not a valid state.
  if (high > 1e2 * shortest * h_) return high;
  (void)motion_.take(length, speed_);
  return length;
}

}  // namespace impactbench::event_driven
