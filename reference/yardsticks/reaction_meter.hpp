#pragma once

#include "reference/yardsticks/series.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace impactbench {

/// The reaction of the constraints of a generalised system, by the impulses p_k that a scheme
/// recorded in its steps, against the exact ones e_k = I(t_{k+1}) - I(t_k), where I(t) is the
/// history `contact_impulse` of the truth, the total impulse of constraints up to t: an impulse
/// over the step is the mean force of the step on both sides. Written by finish(), all [-], if the
/// exact reaction is not zero and the scheme records impulses:
///
///   reaction_error_l1        sum |p_k - e_k| / sum e_k
///   reaction_error_l2        sqrt(sum (p_k - e_k)^2 / sum e_k^2)
///   reaction_variation       sum |p_{k+1} - p_k| / sum |e_{k+1} - e_k|: oscillations added to the
///                            exact rise and fall make it larger than 1
///   contact_impulse_error    |sum p_k - sum e_k| / sum e_k
class ReactionMeter {
 public:
  ReactionMeter(std::function<double(double t)> exact_impulse, double h, std::int64_t steps);
  /// `recorded` may be null. The step ends at `end`, a number of steps.
  void after_step(std::int64_t end, const ContactImpulses* recorded);
  void finish(std::map<std::string, double>& quantities,
              std::map<std::string, Series>& series) const;

 private:
  std::function<double(double t)> exact_impulse_;
  double h_;
  Thinning thinning_;
  bool known_{true};
  double impulse_{0.0}, last_{0.0}, last_exact_{0.0};  ///< exact impulse so far; of a step
  double sum_{0.0}, exact_sum_{0.0}, square_{0.0}, exact_square_{0.0}, error_{0.0};
  double variation_{0.0}, exact_variation_{0.0};
  Series history_, exact_history_;
};

}  // namespace impactbench
