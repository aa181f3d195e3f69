#pragma once

#include "problems/model/problem.hpp"
#include "reference/api/reference.hpp"
#include "reference/yardsticks/series.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace impactbench {

/// Histories of a problem's observables. For an observable called NAME:
///
///   NAME_initial, NAME   at the start and at the end [its unit]
///   NAME_rate            for generalised systems: history of its rate along v, by a central
///                        difference, for phase portraits
///   NAME_error_sup       max over steps of |x - x_true| over max |x_true|, if the truth has its
///                        history [-]; absent where that is zero but for rounding
class ObservableMeter {
 public:
  /// `truth` may be null; both must outlive this.
  ObservableMeter(const Problem& problem, const Truth* truth, std::int64_t steps);
  void after_step(const State& after, double t);
  void finish(std::map<std::string, double>& quantities,
              std::map<std::string, Series>& series) const;

 private:
  struct Observed {
    const Observable* observable;
    std::function<double(double t)> exact;  ///< empty where nothing is known
    double error{0.0}, largest{0.0};
    Series history, rate;
  };
  void take(const State& state, double t, bool keep);

  [[nodiscard]] double rate(const Observable& observable, const State& state);

  Thinning thinning_;
  bool moves_;  ///< rates are kept
  Eigen::VectorXd ahead_;
  std::vector<Observed> observed_;
  std::vector<double> first_, last_;
  double largest_coordinate_{0.0};
};

}  // namespace impactbench
