#include "reference/support/barometric_gas.hpp"

#include "reference/support/gauss_legendre.hpp"

#include <cmath>
#include <numbers>

namespace impactbench::hard_disc_gas {
namespace {

constexpr double pi = std::numbers::pi;

/// Chance that two discs are nearer than s, and its derivative by s, where the other heights and
/// the kinetic energy have the weight `others` together.
struct Overlap {
  double chance, slope;
};
Overlap overlap(const Column& c, double others, double s) {
  const double H = c.energy / (c.mass * c.gravity);
  const auto density = [&](double distance, double angle) {
    const double across = distance * std::cos(angle), up = distance * std::sin(angle);
    return (1.0 - across / c.room) / c.room * 0.5 * (others + 1.0) / H *
           std::pow(1.0 - up / H, others);
  };
  const auto around = [&](double distance) {
    double sum = 0.0;
    each_gauss_node<24>(0.0, 0.5 * pi,
                        [&](double angle, double w) { sum += w * density(distance, angle); });
    return 4.0 * distance * sum;
  };
  Overlap out{0.0, around(s)};
  each_gauss_node<24>(0.0, s,
                      [&](double distance, double w) { out.chance += w * around(distance); });
  return out;
}

/// E|x| of a component of a unit vector in n dimensions.
double mean_component(double n) {
  return std::exp(std::lgamma(0.5 * n) - std::lgamma(0.5 * (n + 1.0))) / std::sqrt(pi);
}

/// Mean kinetic energy.
double kinetic(const Column& c) {
  const double chance = overlap(c, 2.0 * c.count - 1.0, 2.0 * c.radius).chance;
  return 0.5 * c.energy / (1.0 + 0.25 * (c.count - 1.0) * chance);
}

}  // namespace

double crowding(const Column& c) {
  const double height = 0.5 * c.energy / (c.count * c.mass * c.gravity);
  return c.count * pi * c.radius * c.radius / (c.room * height);
}

double above(const Column& c, double height) {
  const double share = 1.0 - height * c.mass * c.gravity / c.energy;
  return share > 0.0 ? c.count * std::pow(share, 2.0 * c.count - 1.0) : 0.0;
}

Coarseness coarseness(const Column& c, double h) {
  const double temperature = 0.5 * c.energy / (c.count * c.mass);  // kT / m
  const double way = h * std::sqrt(temperature / (2.0 * pi));
  return {way * c.gravity / temperature, std::numbers::sqrt2 * way / (2.0 * c.radius)};
}

Barometric predict_column(const Column& c) {
  const double n = c.count, K = kinetic(c), eta = crowding(c);
  const double z = (c.energy - K) / (n * c.mass * c.gravity);
  const double unit = c.energy / (n * c.mass * c.gravity);
  // Beta(N, N - 1) of an energy that is as much less than E as K is.
  const double energy = 2.0 * K, mean = energy * n / (2.0 * n - 1.0);
  const double root =
      std::sqrt(energy) * std::exp(std::lgamma(n + 0.5) - std::lgamma(n) +
                                   std::lgamma(2.0 * n - 1.0) - std::lgamma(2.0 * n - 0.5));
  const double component = mean_component(2.0 * n), ratio = 1.0 / (2.0 * n * component);
  Barometric out{};
  out.kinetic = K / c.energy;
  out.height_square = 2.0 * z * z / (unit * unit) * 2.0 * n / (2.0 * n + 1.0) * (1.0 - 0.5 * eta);
  out.floor_impulse = 2.0 * std::sqrt(2.0 * c.mass) * ratio * mean / root;
  out.floor_rate = n * c.mass * c.gravity / out.floor_impulse;
  out.pair_impulse = 2.0 * std::sqrt(c.mass) * ratio * mean / root;
  const double pairs = 0.5 * n * (n - 1.0) * overlap(c, 2.0 * n - 2.0, 2.0 * c.radius).slope;
  out.collision_rate =
      pairs * (1.0 + (25.0 / 24.0 - 4.0 / 3.0) * eta) * component * root / std::sqrt(c.mass);
  return out;
}

}  // namespace impactbench::hard_disc_gas
