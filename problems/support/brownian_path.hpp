#pragma once

#include "problems/base/portable_random.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace impactbench {

/// A Wiener process W on [0, horizon], W(0) = 0, by its values at `cells` + 1 equidistant times and
/// linear between them: every step size uses the same path. Constant after the horizon. Normal
/// numbers by Marsaglia's polar method from std::mt19937_64 of `seed`.
class BrownianPath {
 public:
  BrownianPath(double horizon, std::int64_t cells, std::int64_t seed)
      : cell_(horizon / static_cast<double>(cells)) {
    PortableRandom random(seed);
    const double step = std::sqrt(cell_);
    value_.reserve(static_cast<std::size_t>(cells) + 2);
    value_.push_back(0.0);
    while (static_cast<std::int64_t>(value_.size()) <= cells) {
      double x = 0.0, y = 0.0, s = 0.0;
      do {
        x = 2.0 * random.uniform() - 1.0;
        y = 2.0 * random.uniform() - 1.0;
        s = x * x + y * y;
      } while (!(s > 0.0 && s < 1.0));
      const double scale = step * std::sqrt(-2.0 * std::log(s) / s);
      value_.push_back(value_.back() + scale * x);
      value_.push_back(value_.back() + scale * y);
    }
    value_.resize(static_cast<std::size_t>(cells) + 1);
  }

  [[nodiscard]] double at(double t) const {
    const double place = std::clamp(t / cell_, 0.0, static_cast<double>(value_.size() - 1));
    const auto k = std::min(static_cast<std::size_t>(place), value_.size() - 2);
    return value_[k] + (place - static_cast<double>(k)) * (value_[k + 1] - value_[k]);
  }
  /// dW/dt of the broken line, its right limit [1/sqrt(s)].
  [[nodiscard]] double rate(double t) const {
    const double place = t / cell_;
    if (!(place >= 0.0) || place >= static_cast<double>(value_.size() - 1)) return 0.0;
    const auto k = static_cast<std::size_t>(place);
    return (value_[k + 1] - value_[k]) / cell_;
  }

 private:
  double cell_;  ///< [s]
  std::vector<double> value_;
};

}  // namespace impactbench
