#include "reference/computed/compliant_impact/taylor.hpp"

#include <algorithm>

namespace impactbench::computed::compliant_impact {

void TaylorPath::expand(const Law& law, Series& d) const {
  Series y;
  d[0] = depth_;
  d[1] = rate_;
  for (int n = 0; n + 2 <= order; ++n) {
    if (n == 0) {
      y[0] = pow(d[0], law.power);
    } else {
      Wide sum = 0;
      for (int k = 1; k <= n; ++k)
        sum += (law.power * k - (n - k)) * d[k] * y[n - k];
      y[n] = sum / (n * d[0]);
    }
    const Wide force = (n == 0 ? law.g : Wide(0)) - law.stiffness * y[n];
    d[n + 2] = force / ((n + 1) * (n + 2));
  }
}

TaylorPath::TaylorPath(const Law& law, const Wide& depth, const Wide& rate, const Wide& end,
                       const Wide& smallest)
    : depth_(depth), rate_(rate), end_(0) {
  const auto energy = [&] {
    const Wide p = law.power + 1;
    return Wide(rate_ * rate_ / 2 - law.g * depth_ + law.stiffness * pow(depth_, p) / p);
  };
  const Wide scale = rate * rate / 2 + law.stiffness * pow(depth, law.power + 1);
  const Wide initial = energy();
  Series d;
  while (end_ < end && depth_ > smallest) {
    expand(law, d);
    const Wide last = abs(d[order]) + abs(d[order - 1]);
    Wide step = end - end_;
    if (last > 0) step = std::min(step, Wide(pow(depth_ * Wide(1e-32) / last, Wide(1) / order)));
    if (rate_ < 0) step = std::min(step, Wide(depth_ / (-2 * rate_)));
    Piece piece{static_cast<double>(end_), static_cast<double>(step), {}};
    Wide power = 1;
    for (int k = 0; k <= order; ++k) {
      piece.coefficients[k] = static_cast<double>(Wide(d[k] * power));
      power *= step;
    }
    pieces_.push_back(piece);
    Wide x = 0;
    Wide v = 0;
    for (int k = order; k >= 0; --k) {
      v = v * step + x;
      x = x * step + d[k];
    }
    depth_ = x;
    rate_ = v;
    end_ += step;
    defect_ = std::max(defect_, static_cast<double>(abs(energy() - initial) / scale));
  }
}

DepthState TaylorPath::at(double t) const {
  const auto end = static_cast<double>(end_);
  if (t > end) {
    const auto rate = static_cast<double>(rate_);
    return {static_cast<double>(depth_) + rate * (t - end), rate};
  }
  const auto after = std::upper_bound(pieces_.begin(), pieces_.end(), t,
                                      [](double s, const Piece& p) { return s < p.start; });
  const Piece& piece = after == pieces_.begin() ? pieces_.front() : *std::prev(after);
  const double s = (t - piece.start) / piece.length;
  double x = 0.0;
  double v = 0.0;
  for (int k = order; k >= 0; --k) {
    v = v * s + x;
    x = x * s + piece.coefficients[k];
  }
  return {x, v / piece.length};
}

}  // namespace impactbench::computed::compliant_impact
