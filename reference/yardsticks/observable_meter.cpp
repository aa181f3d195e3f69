#include "reference/yardsticks/observable_meter.hpp"

#include "reference/yardsticks/extremes.hpp"

#include <cmath>

namespace impactbench {
namespace {

constexpr std::int64_t most_samples = 2000;  ///< of a stored history

}  // namespace

ObservableMeter::ObservableMeter(const Problem& problem, const Truth* truth, std::int64_t steps)
    : thinning_(steps, most_samples) {
  for (const Observable& observable : problem.observables) {
    Observed one{&observable, {}, 0.0, 0.0, {}};
    if (truth != nullptr) {
      const auto it = truth->histories.find(observable.name);
      if (it != truth->histories.end()) one.exact = it->second;
    }
    one.history.time.reserve(thinning_.size());
    one.history.value.reserve(thinning_.size());
    observed_.push_back(std::move(one));
  }
  last_.resize(observed_.size());
  take(problem.initial.q, 0.0, true);
  first_ = last_;
}

void ObservableMeter::take(const Eigen::VectorXd& q, double t, bool keep) {
  for (std::size_t k = 0; k < observed_.size(); ++k) {
    Observed& one = observed_[k];
    last_[k] = one.observable->value(q);
    if (one.exact) {
      const double exact = one.exact(t);
      keep_largest(one.largest, std::abs(exact));
      keep_largest(one.error, std::abs(last_[k] - exact));
    }
    if (!keep) continue;
    one.history.time.push_back(t);
    one.history.value.push_back(last_[k]);
  }
}

void ObservableMeter::after_step(const State& after, double t) {
  take(after.q, t, thinning_.keeps(after.step));
}

void ObservableMeter::finish(std::map<std::string, double>& quantities,
                             std::map<std::string, Series>& series) const {
  for (std::size_t k = 0; k < observed_.size(); ++k) {
    const Observed& one = observed_[k];
    const std::string& name = one.observable->name;
    quantities[name + "_initial"] = first_[k];
    quantities[name] = last_[k];
    if (one.exact && one.largest > 0.0) quantities[name + "_error_sup"] = one.error / one.largest;
    series[name] = one.history;
  }
}

}  // namespace impactbench
