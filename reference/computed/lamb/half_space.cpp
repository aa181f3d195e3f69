#include "reference/computed/lamb/half_space.hpp"

#include "problems/base/error.hpp"
#include "problems/base/fields.hpp"

#include <cmath>
#include <numbers>
#include <string>

namespace impactbench::computed::lamb {
namespace {

void require(bool fine, const char* what, double value, const char* range) {
  if (fine) return;
  throw ConfigurationError("Lamb's reference: " + std::string(what) + " is " + to_text(value) +
                           "; it must be " + range);
}

/// (2 - y)^2 - 4 sqrt((1 - y)(1 - k y)) with y = (c/cs)^2, k = (cs/cp)^2, has one root in (0, 1).
/// Divided by y it changes sign once: negative at 0, positive at 1.
double rayleigh_speed(double cp, double cs) {
  const double k = cs * cs / (cp * cp);
  double low = 1e-3, high = 1.0;
  while (true) {
    const double y = 0.5 * (low + high);
    if (y <= low || y >= high) return cs * std::sqrt(y);
    const double value = (2.0 - y) * (2.0 - y) - 4.0 * std::sqrt((1.0 - y) * (1.0 - k * y));
    (value > 0.0 ? high : low) = y;
  }
}

}  // namespace

HalfSpace::HalfSpace(double density, double young, double poisson) {
  require(density > 0.0 && std::isfinite(density), "density", density, "positive and finite");
  require(young > 0.0 && std::isfinite(young), "Young's modulus", young, "positive and finite");
  require(poisson >= 0.0 && poisson < 0.5, "Poisson's ratio", poisson, "in [0, 0.5)");
  density_ = density;
  lambda_ = young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson));
  mu_ = 0.5 * young / (1.0 + poisson);
  cp_ = std::sqrt((lambda_ + 2.0 * mu_) / density);
  cs_ = std::sqrt(mu_ / density);
  rayleigh_ = rayleigh_speed(cp_, cs_);
}

Ricker::Ricker(double frequency, double delay)
    : a_(std::numbers::pi * frequency * std::numbers::pi * frequency), delay_(delay) {
  require(frequency > 0.0 && std::isfinite(frequency), "frequency of the source", frequency,
          "positive and finite");
  require(std::isfinite(delay), "delay of the source", delay, "finite");
}

std::complex<double> Ricker::laplace(std::complex<double> s) const {
  return -(s * s / (2.0 * a_)) * std::sqrt(std::numbers::pi / a_) *
         std::exp(s * s / (4.0 * a_) - s * delay_);
}

double Ricker::reach() const {
  return 6.6 / std::sqrt(a_);  // (2 6.6^2 - 1) exp(-6.6^2) = 1e-17
}

void check(const Receiver& receiver, double source_depth) {
  require(std::isfinite(receiver.x), "x of the receiver", receiver.x, "finite");
  require(receiver.z >= 0.0 && std::isfinite(receiver.z), "depth of the receiver", receiver.z,
          "at least 0 (below the surface)");
  require(source_depth >= 0.0 && std::isfinite(source_depth), "depth of the source", source_depth,
          "at least 0 (below the surface)");
  require(std::hypot(receiver.x, receiver.z - source_depth) > 0.0, "distance from the source", 0.0,
          "positive");
}

}  // namespace impactbench::computed::lamb
