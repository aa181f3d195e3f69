#include "reference/yardsticks/reaction_meter.hpp"

#include <cmath>
#include <utility>

namespace impactbench {
namespace {

/// The length of a stored history: oscillations from step to step must be visible in it.
constexpr std::int64_t most_samples = 20000;

}  // namespace

ReactionMeter::ReactionMeter(std::function<double(double t)> exact_impulse, double h,
                             std::int64_t steps)
    : exact_impulse_(std::move(exact_impulse)), h_(h), thinning_(steps, most_samples) {
  impulse_ = exact_impulse_(0.0);
  for (Series* s : {&history_, &exact_history_}) {
    s->time.reserve(thinning_.size());
    s->value.reserve(thinning_.size());
  }
}

void ReactionMeter::after_step(std::int64_t end, const ContactImpulses* recorded) {
  known_ = known_ && recorded != nullptr && recorded->known;
  if (!known_) return;
  const double t = static_cast<double>(end) * h_, total = exact_impulse_(t);
  const double exact = total - impulse_;
  impulse_ = total;
  double p = 0.0;
  for (const double one : recorded->impulse)
    p += one;
  sum_ += p;
  exact_sum_ += exact;
  error_ += std::abs(p - exact);
  square_ += (p - exact) * (p - exact);
  exact_square_ += exact * exact;
  variation_ += std::abs(p - last_);
  exact_variation_ += std::abs(exact - last_exact_);
  last_ = p;
  last_exact_ = exact;
  if (!thinning_.keeps(end)) return;
  for (const auto& [history, impulse] : {std::pair{&history_, p}, {&exact_history_, exact}}) {
    history->time.push_back(t);
    history->value.push_back(impulse / h_);
  }
}

void ReactionMeter::finish(std::map<std::string, double>& quantities,
                           std::map<std::string, Series>& series) const {
  if (!known_ || !(exact_sum_ > 0.0)) return;
  quantities["reaction_error_l1"] = error_ / exact_sum_;
  quantities["reaction_error_l2"] = std::sqrt(square_ / exact_square_);
  quantities["reaction_variation"] = variation_ / exact_variation_;
  quantities["contact_impulse_error"] = std::abs(sum_ - exact_sum_) / exact_sum_;
  series["reaction"] = history_;
  series["reaction_exact"] = exact_history_;
}

}  // namespace impactbench
