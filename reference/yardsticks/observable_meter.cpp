#include "reference/yardsticks/observable_meter.hpp"

#include "reference/yardsticks/extremes.hpp"

#include <cmath>

namespace impactbench {
namespace {

constexpr std::int64_t most_samples = 2000;  ///< of a stored history
constexpr double rounding = 1e-14;           ///< of an observable, over the largest coordinate

}  // namespace

ObservableMeter::ObservableMeter(const Problem& problem, const Truth* truth, std::int64_t steps)
    : thinning_(steps, most_samples), moves_(problem.traits.bodies == BodyKind::generalised) {
  for (const Observable& observable : problem.observables) {
    Observed one{&observable, {}, 0.0, 0.0, {}, {}};
    if (truth != nullptr) {
      const auto it = truth->histories.find(observable.name);
      if (it != truth->histories.end()) one.exact = it->second;
    }
    one.history.time.reserve(thinning_.size());
    one.history.value.reserve(thinning_.size());
    if (moves_) {
      one.rate.time.reserve(thinning_.size());
      one.rate.value.reserve(thinning_.size());
    }
    observed_.push_back(std::move(one));
  }
  last_.resize(observed_.size());
  take(problem.initial, 0.0, true);
  first_ = last_;
}

void ObservableMeter::take(const State& state, double t, bool keep) {
  keep_largest(largest_coordinate_, state.q.size() > 0 ? state.q.cwiseAbs().maxCoeff() : 0.0);
  for (std::size_t k = 0; k < observed_.size(); ++k) {
    Observed& one = observed_[k];
    last_[k] = one.observable->value(state.q);
    if (one.exact) {
      const double exact = one.exact(t);
      keep_largest(one.largest, std::abs(exact));
      keep_largest(one.error, std::abs(last_[k] - exact));
    }
    if (!keep) continue;
    one.history.time.push_back(t);
    one.history.value.push_back(last_[k]);
    if (!moves_) continue;
    one.rate.time.push_back(t);
    one.rate.value.push_back(rate(*one.observable, state));
  }
}

double ObservableMeter::rate(const Observable& observable, const State& state) {
  const double size = state.v.norm();
  if (!(size > 1e-300)) return 0.0;
  const double s = 1e-5 * (state.q.norm() + 1e-3) / size;
  ahead_ = state.q + s * state.v;
  const double later = observable.value(ahead_);
  ahead_ = state.q - s * state.v;
  return (later - observable.value(ahead_)) / (2.0 * s);
}

void ObservableMeter::after_step(const State& after, double t) {
  take(after, t, thinning_.keeps(after.step));
}

void ObservableMeter::finish(std::map<std::string, double>& quantities,
                             std::map<std::string, Series>& series) const {
  for (std::size_t k = 0; k < observed_.size(); ++k) {
    const Observed& one = observed_[k];
    const std::string& name = one.observable->name;
    quantities[name + "_initial"] = first_[k];
    quantities[name] = last_[k];
    if (one.exact && one.largest > rounding * largest_coordinate_)
      quantities[name + "_error_sup"] = one.error / one.largest;
    series[name] = one.history;
    if (moves_) series[name + "_rate"] = one.rate;
  }
}

}  // namespace impactbench
