#include "reference/computed/lamb/shifted_path.hpp"

#include "problems/base/error.hpp"
#include "problems/base/fields.hpp"
#include "reference/support/gauss_legendre.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace impactbench::computed::lamb {
namespace {

using Complex = std::complex<double>;

}  // namespace

ShiftedPath::ShiftedPath(const HalfSpace& ground, const Ricker& force, Receiver receiver,
                         double end)
    : force_(force), receiver_(receiver), end_(end), sign_(receiver.x < 0.0 ? -1.0 : 1.0) {
  check(receiver, 0.0);
  if (!std::isfinite(end)) throw ConfigurationError("Lamb's reference: the end must be finite");
  receiver_.x = std::abs(receiver.x);
  lay(ground, Wave::p);
  lay(ground, Wave::s);
}

void ShiftedPath::add(const HalfSpace& ground, Wave wave, Complex later, Complex dt,
                      std::vector<Node>& path) const {
  const double x = receiver_.x, z = receiver_.z, r2 = x * x + z * z, r = std::sqrt(r2);
  const double speed = wave == Wave::p ? ground.cp() : ground.cs();
  const Complex t = z / speed + later;
  // t - r / c without the difference of two nearly equal times.
  const Complex root = std::sqrt(later - x * x / (speed * (r + z))) * std::sqrt(t + r / speed);
  const Complex i{0.0, 1.0};
  const Complex p = (x * t + i * z * root) / r2;
  const Complex dp = (x + (z > 0.0 ? i * z * t / root : Complex{})) / r2 * dt;
  const double slow_p = 1.0 / ground.cp(), slow_s = 1.0 / ground.cs();
  const Complex eta_p = std::sqrt(slow_p * slow_p - p * p);
  const Complex eta_s = std::sqrt(slow_s * slow_s - p * p);
  const Complex gamma = slow_s * slow_s - 2.0 * p * p;
  const Complex common =
      dp / (gamma * gamma + 4.0 * p * p * eta_p * eta_s) / (std::numbers::pi * ground.mu());
  if (wave == Wave::p) {
    path.push_back({t, p * gamma * common, eta_p * gamma * common});
  } else {
    path.push_back({t, -2.0 * p * eta_p * eta_s * common, 2.0 * p * p * eta_p * common});
  }
}

void ShiftedPath::lay(const HalfSpace& ground, Wave wave) {
  std::vector<Node>& path = wave == Wave::p ? p_ : s_;
  const double start = receiver_.z / (wave == Wave::p ? ground.cp() : ground.cs());
  const double shift = 0.9 / std::sqrt(force_.a());
  // From p = 0 on the real axis up to the shift, t = start + (1 + i) shift w^2: the square and the
  // panels that halve towards the start resolve an arrival right beside it (receiver below the
  // source).
  const Complex up{1.0, 1.0};
  for (int k = 20; k >= 0; --k) {
    const double low = k == 20 ? 0.0 : std::ldexp(1.0, -k - 1), high = std::ldexp(1.0, -k);
    each_gauss_node<16>(low, high, [&](double w, double weight) {
      add(ground, wave, up * shift * w * w, 2.0 * up * shift * w * weight, path);
    });
  }
  const double stop = end_ - force_.delay() + force_.reach();
  const double panel = 0.5 * shift;
  for (double low = start + shift; low < stop; low += panel) {
    each_gauss_node<16>(low, low + panel, [&](double tau, double weight) {
      add(ground, wave, {tau - start, shift}, weight, path);
    });
  }
  std::sort(path.begin(), path.end(),
            [](const Node& a, const Node& b) { return a.time.real() < b.time.real(); });
}

Displacement ShiftedPath::at(double t) const {
  if (!(t <= end_)) {
    throw ConfigurationError("Lamb's reference: time " + to_text(t) +
                             " s asked for; it was made for times up to " + to_text(end_) + " s");
  }
  const double centre = t - force_.delay(), reach = force_.reach();
  Displacement out;
  for (const std::vector<Node>* path : {&p_, &s_}) {
    const auto first =
        std::lower_bound(path->begin(), path->end(), centre - reach,
                         [](const Node& n, double limit) { return n.time.real() < limit; });
    for (auto node = first; node != path->end() && node->time.real() <= centre + reach; ++node) {
      const Complex f = force_(t - node->time);
      out.x += (node->x * f).imag();
      out.z += (node->z * f).imag();
    }
  }
  out.x *= sign_;
  return out;
}

}  // namespace impactbench::computed::lamb
