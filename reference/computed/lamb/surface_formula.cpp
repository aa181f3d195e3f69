#include "reference/computed/lamb/surface_formula.hpp"

#include "problems/base/error.hpp"
#include "problems/base/fields.hpp"
#include "reference/support/gauss_legendre.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace impactbench::computed::lamb {
namespace {

/// Rayleigh's function and its derivative for p > 1/cs.
struct Beyond {
  double kappa_p, kappa_s, gamma, r, slope;
  Beyond(double p, double slow_p, double slow_s)
      : kappa_p(std::sqrt((p - slow_p) * (p + slow_p))),
        kappa_s(std::sqrt((p - slow_s) * (p + slow_s))),
        gamma(slow_s * slow_s - 2.0 * p * p),
        r(gamma * gamma - 4.0 * p * p * kappa_p * kappa_s),
        slope(-8.0 * p * gamma - 8.0 * p * kappa_p * kappa_s -
              4.0 * p * p * p * (kappa_s / kappa_p + kappa_p / kappa_s)) {}
};

}  // namespace

SurfaceFormula::SurfaceFormula(const HalfSpace& ground, const Ricker& force, double x, double end)
    : force_(force), distance_(x), end_(end) {
  if (!(x > 0.0) || !std::isfinite(x) || !std::isfinite(end)) {
    throw ConfigurationError("Lamb's reference: distance along the surface is " + to_text(x) +
                             "; it must be positive and finite, the end finite");
  }
  between_p_and_s(ground);
  beyond_s(ground);
}

void SurfaceFormula::between_p_and_s(const HalfSpace& ground) {
  // p = middle - half cos(theta) takes the square roots at both ends away.
  const double slow_p = 1.0 / ground.cp(), slow_s = 1.0 / ground.cs();
  const double middle = 0.5 * (slow_p + slow_s), half = 0.5 * (slow_s - slow_p);
  const int panels = 8 + static_cast<int>(6.0 * half * distance_ * std::sqrt(force_.a()));
  const double pi = std::numbers::pi, step = pi / panels;
  for (int k = 0; k < panels; ++k) {
    each_gauss_node<16>(k * step, (k + 1) * step, [&](double theta, double weight) {
      const double p = middle - half * std::cos(theta);
      const double kappa = std::sqrt((p - slow_p) * (p + slow_p));
      const double eta = std::sqrt((slow_s - p) * (slow_s + p));
      const double gamma = slow_s * slow_s - 2.0 * p * p, g2 = gamma * gamma;
      const double r2 = g2 * g2 + 16.0 * p * p * p * p * kappa * kappa * eta * eta;
      const double dp = half * std::sin(theta) * weight * slow_s * slow_s / (pi * ground.mu());
      nodes_.push_back(
          {p * distance_, 2.0 * p * kappa * eta * gamma / r2 * dp, -kappa * g2 / r2 * dp});
    });
  }
}

void SurfaceFormula::beyond_s(const HalfSpace& ground) {
  const double slow_p = 1.0 / ground.cp(), slow_s = 1.0 / ground.cs();
  const double pole = 1.0 / ground.rayleigh(), scale = 1.0 / (std::numbers::pi * ground.mu());
  const Beyond at_pole(pole, slow_p, slow_s);
  nodes_.push_back({pole * distance_,
                    -std::numbers::pi * pole *
                        (at_pole.gamma + 2.0 * at_pole.kappa_p * at_pole.kappa_s) / at_pole.slope *
                        scale,
                    0.0});
  const auto add = [&](double p, double weight) {
    const Beyond b(p, slow_p, slow_s);
    nodes_.push_back({p * distance_, 0.0, -b.kappa_p * slow_s * slow_s / b.r * weight * scale});
  };
  // Principal value: nodes in pairs pole -+ s; s = reach (1 - w^2) takes the root at 1/cs away.
  const double reach = pole - slow_s;
  const int panels = 4 + static_cast<int>(8.0 * reach * distance_ * std::sqrt(force_.a()));
  for (int k = 0; k < panels; ++k) {
    const double step = 1.0 / panels;
    each_gauss_node<16>(k * step, (k + 1) * step, [&](double w, double weight) {
      const double s = reach * (1.0 - w * w);
      add(pole - s, 2.0 * reach * w * weight);
      add(pole + s, 2.0 * reach * w * weight);
    });
  }
  const double stop = (end_ - force_.delay() + force_.reach()) / distance_;
  const double panel = 0.5 / (std::sqrt(force_.a()) * distance_);
  for (double low = pole + reach; low < stop;) {
    const double high = low + std::min(panel, 0.5 * (low - pole));
    each_gauss_node<16>(low, high, add);
    low = high;
  }
}

Displacement SurfaceFormula::at(double t) const {
  if (!(t <= end_)) {
    throw ConfigurationError("Lamb's reference: time " + to_text(t) +
                             " s asked for; it was made for times up to " + to_text(end_) + " s");
  }
  Displacement out;
  for (const Node& node : nodes_) {
    if (std::abs(t - force_.delay() - node.time) > force_.reach()) continue;
    const double f = force_(t - node.time);
    out.x += node.x * f;
    out.z += node.z * f;
  }
  return out;
}

}  // namespace impactbench::computed::lamb
