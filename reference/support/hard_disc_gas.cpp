#include "reference/support/hard_disc_gas.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace impactbench::hard_disc_gas {
namespace {

constexpr double pi = std::numbers::pi;

/// chi = (d (eta Z) / d eta)^-1 of Henderson's equation.
double susceptibility(double eta) {
  const double free = 1.0 - eta;
  return free * free * free / (1.0 + eta + 0.375 * eta * eta - 0.125 * eta * eta * eta);
}

/// d ln chi / d eta.
double log_slope(double eta) {
  const double bottom = 1.0 + eta + 0.375 * eta * eta - 0.125 * eta * eta * eta;
  return -3.0 / (1.0 - eta) - (1.0 + 0.75 * eta - 0.375 * eta * eta) / bottom;
}

/// Excess of walls and corners of a box at a bulk fraction, lengths in radii, energies in kT.
struct Excess {
  double wall, wall_slope;  ///< gamma and d gamma / d rho
  double corner, corner_slope;
};
Excess excess(double eta) {
  const double rho = eta / pi, free = 1.0 - eta;
  constexpr double second = 1.0 - 8.0 / (3.0 * pi), corners = 76.0 / 3.0 - 8.0 * pi;
  return {.wall = rho / free * (1.0 + second * eta),
          .wall_slope = (1.0 + second * eta) / (free * free) + second * eta / free,
          .corner = -4.0 * rho + corners * rho * rho,
          .corner_slope = -4.0 + 2.0 * corners * rho};
}

/// Discs in a box of side l radii at a bulk fraction.
double count_at(double eta, double l) {
  const double rho = eta / pi;
  const Excess e = excess(eta);
  return rho * l * l - rho * susceptibility(eta) * (4.0 * l * e.wall_slope + e.corner_slope);
}

/// Bulk fraction at which the box holds `count` discs; NaN where there is none.
double bulk_fraction(double count, double l) {
  double low = 0.0, high = 0.9;
  if (!(count_at(high, l) > count)) return std::numeric_limits<double>::quiet_NaN();
  for (int k = 0; k < 200; ++k) {
    const double middle = 0.5 * (low + high);
    (count_at(middle, l) < count ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

/// X = E x^2 / E |x| of a component of a unit vector in n dimensions.
double flux_ratio(double n) {
  return std::sqrt(pi) / n * std::exp(std::lgamma(0.5 * (n + 1.0)) - std::lgamma(0.5 * n));
}

/// E[w_+] of the speed at which two discs, or a disc and a wall, part [m/s].
double parting_speed(const Gas& gas, bool pair) {
  const double temperature = gas.kinetic / (gas.count * gas.mass);
  return std::sqrt((pair ? 2.0 : 1.0) * temperature / (2.0 * pi));
}

/// How far speeds are from Maxwell's (van Noije and Ernst).
double kurtosis(double e) {
  return 16.0 * (1.0 - e) * (1.0 - 2.0 * e * e) / (57.0 - 25.0 * e + 30.0 * e * e * (1.0 - e));
}

}  // namespace

double compressibility(double eta) {
  return (1.0 + 0.125 * eta * eta) / ((1.0 - eta) * (1.0 - eta));
}

double contact_value(double eta) {
  return (1.0 - 7.0 / 16.0 * eta) / ((1.0 - eta) * (1.0 - eta));
}

Softness softness_of_springs(const Gas& gas, double alpha, double coefficient) {
  const double depth =
      std::tgamma(1.0 + 1.0 / alpha) * std::pow(gas.kinetic / gas.count / coefficient, 1.0 / alpha);
  return {depth, depth};
}

Softness softness_of_steps(const Gas& gas, double h) {
  return {h * parting_speed(gas, true), h * parting_speed(gas, false)};
}

Prediction predict(const Gas& gas, const Softness& softness) {
  const double r = gas.radius - 0.5 * softness.pair;
  const double a = gas.side - 2.0 * gas.radius + 2.0 * softness.wall;  // of the centres
  const double l = a / r + 2.0;
  const double eta = bulk_fraction(gas.count, l), kT = gas.kinetic / gas.count;
  const double rho = eta / pi;
  const double force =
      kT / r *
      (l * rho * compressibility(eta) - 2.0 * excess(eta).wall + 0.5 * eta * log_slope(eta) / l);
  const double x = flux_ratio(2.0 * gas.count);
  Prediction out{};
  out.compressibility = force * (gas.side - 2.0 * gas.radius) / gas.kinetic;
  out.pair_impulse = 2.0 * std::sqrt(gas.mass * gas.kinetic) * x;
  out.wall_rate = 4.0 * force / (2.0 * std::sqrt(2.0 * gas.mass * gas.kinetic) * x);
  out.collision_rate = (force * a - gas.kinetic) / (r * out.pair_impulse);
  const double e = gas.restitution, far = kurtosis(e);
  out.cooling = (1.0 - e * e) / (2.0 * gas.count + 1.0) / std::sqrt(gas.kinetic) *
                (out.collision_rate * (1.0 + 0.1875 * far) + out.wall_rate * (1.0 + 0.375 * far));
  return out;
}

double inhomogeneity(const Gas& gas) {
  const double eta = gas.count * pi * gas.radius * gas.radius / (gas.side * gas.side);
  const double free_path = pi * gas.radius / (4.0 * std::sqrt(2.0) * eta * contact_value(eta));
  return 0.5 * (1.0 - gas.restitution * gas.restitution) * gas.side * gas.side /
         (free_path * free_path);
}

double speed_moment(double count, double k) {
  return std::exp(std::lgamma(1.0 + k) + std::lgamma(count) - std::lgamma(count + k));
}

double stored_share(const Gas& gas, const Softness& softness, double alpha) {
  const Prediction p = predict(gas, softness);
  const double held = p.collision_rate / parting_speed(gas, true) * softness.pair +
                      p.wall_rate / parting_speed(gas, false) * softness.wall;
  return held / (alpha * gas.count);
}

}  // namespace impactbench::hard_disc_gas
