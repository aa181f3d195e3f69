#include "reference/yardsticks/existence.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

namespace impactbench {
namespace {

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k)
    sum += a[k] * b[k];
  return sum;
}

/// |x_t| and |x_r| of a contact's rows, 0 where it has none.
std::array<double, 2> lengths(std::span<const double> x) {
  const auto length = [&](std::size_t first, std::size_t end) {
    double out = 0.0;
    for (std::size_t k = first; k < std::min(end, x.size()); ++k)
      out = std::hypot(out, x[k]);
    return out;
  };
  return {length(1, 3), length(3, 5)};
}

/// Projects the rows of a contact on |x_t| <= mu[0] x_n, |x_r| <= mu[1] x_n: the new x_n minimises
/// (x_n - a)^2 + the squares of what the lengths exceed their bounds by, of which none, one or both
/// do.
void project(std::span<double> x, const std::array<double, 2>& mu) {
  const std::array<double, 2> length = lengths(x);
  double normal = 0.0;
  for (int which = 0; which < 4; ++which) {
    double sum = x[0], weight = 1.0;
    for (std::size_t k = 0; k < 2; ++k) {
      if ((which >> k & 1) == 0) continue;
      sum += mu[k] * length[k];
      weight += mu[k] * mu[k];
    }
    const double n = std::max(sum / weight, 0.0);
    bool consistent = true;
    for (std::size_t k = 0; k < 2; ++k)
      consistent = consistent && (which >> k & 1) == (length[k] > mu[k] * n ? 1 : 0);
    if (consistent) normal = n;
  }
  x[0] = normal;
  for (std::size_t k = 1; k < x.size(); ++k) {
    const std::size_t part = k < 3 ? 0 : 1;
    const double bound = mu[part] * normal;
    if (length[part] > bound) x[k] *= bound / length[part];
  }
}

class Search {
 public:
  explicit Search(const ContactProblem& problem)
      : problem_(problem),
        rows_(static_cast<std::size_t>(problem.rows)),
        p_(problem.size()),
        ahead_(problem.size()),
        last_(problem.size()) {
    for (const double b : problem.b)
      scale_ = std::max(scale_, std::abs(b));
    if (scale_ == 0.0) scale_ = 1.0;
    stiffness_ = largest_eigenvalue();
  }

  double run(int steps) {
    for (const double share : {1e-1, 1e-3, 1e-5}) {
      std::fill(p_.begin(), p_.end(), 0.0);
      ahead_ = last_ = p_;
      double theta = 1.0;
      for (int k = 0; k < steps; ++k) {
        relative_velocity(problem_, ahead_, momentum_, u_);
        const double opening = smallest_opening();
        if (!std::isfinite(opening)) return std::numeric_limits<double>::quiet_NaN();
        best_ = std::max(best_, opening);
        if (opening > 1e-10 * std::max(scale_, largest_)) return opening / problem_.velocity_unit;
        step(share * scale_, theta);
      }
    }
    return best_ / problem_.velocity_unit;
  }

 private:
  std::array<double, 2> friction(std::size_t c) const {
    return {rows_ > 1 ? problem_.friction[c] : 0.0, rows_ == 5 ? problem_.rolling[c] : 0.0};
  }

  double largest_eigenvalue() {
    ContactProblem still = problem_;
    std::fill(still.b.begin(), still.b.end(), 0.0);
    for (std::size_t k = 0; k < p_.size(); ++k)
      p_[k] = k % rows_ == 0 ? 1.0 + 0.1 * static_cast<double>(k % 7) : 0.3;
    double out = 0.0;
    for (int k = 0; k < 50; ++k) {
      relative_velocity(still, p_, momentum_, u_);
      const double size = std::sqrt(dot(u_, u_));
      if (!(size > 0.0)) return 1.0;
      out = size / std::sqrt(dot(p_, p_));
      for (std::size_t i = 0; i < p_.size(); ++i)
        p_[i] = u_[i] / size;
    }
    return 1.1 * out;
  }

  /// The smallest over the contacts, and the largest speed of any.
  double smallest_opening() {
    double out = std::numeric_limits<double>::infinity();
    largest_ = 0.0;
    for (std::size_t c = 0; c < problem_.contacts(); ++c) {
      const std::array<double, 2> slip = lengths({u_.data() + c * rows_, rows_}), mu = friction(c);
      const double opening = u_[c * rows_] - mu[0] * slip[0] - mu[1] * slip[1];
      largest_ = std::max({largest_, std::abs(u_[c * rows_]), slip[0], slip[1]});
      if (std::isnan(opening)) return opening;
      out = std::min(out, opening);
    }
    return out;
  }

  /// One accelerated step towards u - t n in K*, with u that of ahead_; Nesterov's momentum starts
  /// anew where it points uphill.
  void step(double t, double& theta) {
    double uphill = 0.0;
    for (std::size_t c = 0; c < problem_.contacts(); ++c) {
      std::array<double, 5> force{};
      for (std::size_t k = 0; k < rows_; ++k)
        force[k] = (k == 0 ? t : 0.0) - u_[c * rows_ + k];
      project({force.data(), rows_}, friction(c));
      for (std::size_t k = 0; k < rows_; ++k) {
        const std::size_t i = c * rows_ + k;
        p_[i] = ahead_[i] + force[k] / stiffness_;
        uphill += force[k] * (p_[i] - last_[i]);
      }
    }
    const double next = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * theta * theta));
    const double momentum = uphill < 0.0 ? 0.0 : (theta - 1.0) / next;
    theta = uphill < 0.0 ? 1.0 : next;
    for (std::size_t i = 0; i < p_.size(); ++i) {
      ahead_[i] = p_[i] + momentum * (p_[i] - last_[i]);
      last_[i] = p_[i];
    }
  }

  const ContactProblem& problem_;
  std::size_t rows_;
  std::vector<double> p_, ahead_, last_, momentum_, u_;
  double scale_{0.0}, largest_{0.0}, stiffness_{1.0};
  double best_{-std::numeric_limits<double>::infinity()};
};

}  // namespace

double opening_of(const ContactProblem& problem, int steps) {
  if (problem.contacts() == 0) return std::numeric_limits<double>::infinity();
  return Search(problem).run(steps);
}

}  // namespace impactbench
