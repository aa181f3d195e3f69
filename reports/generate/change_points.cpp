#include "reports/generate/change_points.hpp"

#include "problems/base/median.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>

namespace impactbench {
namespace {

/// Median and sum |x - median| of numbers that are added one by one.
class RunningMedian {
 public:
  void add(double x) {
    if (low_.empty() || x <= low_.top()) {
      low_.push(x), low_sum_ += x;
    } else {
      high_.push(x), high_sum_ += x;
    }
    if (low_.size() > high_.size() + 1) {
      move(low_, low_sum_, high_, high_sum_);
    } else if (high_.size() > low_.size()) {
      move(high_, high_sum_, low_, low_sum_);
    }
  }
  [[nodiscard]] double median() const {
    return low_.size() > high_.size() ? low_.top() : 0.5 * (low_.top() + high_.top());
  }
  [[nodiscard]] double deviations() const {
    const double odd = low_.size() > high_.size() ? low_.top() : 0.0;
    return std::max(0.0, high_sum_ - low_sum_ + odd);
  }

 private:
  template <class From, class To>
  static void move(From& from, double& from_sum, To& to, double& to_sum) {
    const double x = from.top();
    from.pop(), from_sum -= x;
    to.push(x), to_sum += x;
  }

  std::priority_queue<double> low_;
  std::priority_queue<double, std::vector<double>, std::greater<>> high_;
  double low_sum_{0.0}, high_sum_{0.0};
};

}  // namespace

std::vector<Level> levels(std::span<const double> y, double noise, double penalty,
                          std::size_t shortest) {
  const std::size_t n = y.size();
  if (n == 0) return {};
  // best[e]: the least cost of the first e values; from[e]: where its last stretch begins.
  std::vector<double> best(n + 1, std::numeric_limits<double>::infinity());
  std::vector<std::size_t> from(n + 1, 0);
  best[0] = -penalty;
  for (std::size_t begin = 0; begin < n; ++begin) {
    if (!std::isfinite(best[begin])) continue;
    RunningMedian stretch;
    for (std::size_t end = begin + 1; end <= n; ++end) {
      stretch.add(y[end - 1]);
      const bool whole = begin == 0 && end == n;
      if (end - begin < shortest && !whole) continue;
      const double cost = best[begin] + penalty + stretch.deviations() / noise;
      if (cost < best[end]) best[end] = cost, from[end] = begin;
    }
  }
  std::vector<Level> out;
  for (std::size_t end = n; end > 0; end = from[end]) {
    RunningMedian stretch;
    for (std::size_t i = from[end]; i < end; ++i)
      stretch.add(y[i]);
    out.push_back({from[end], end, stretch.median()});
  }
  std::reverse(out.begin(), out.end());
  return out;
}

double neighbour_noise(std::span<const double> y) {
  if (y.size() < 2) return 0.0;
  std::vector<double> steps;
  for (std::size_t i = 1; i < y.size(); ++i)
    steps.push_back(std::abs(y[i] - y[i - 1]));
  // The median of |a - b| of two normal deviations of width s is 0.954 s, the mean |a| 0.798 s.
  return median(steps) * 0.798 / 0.954;
}

}  // namespace impactbench
