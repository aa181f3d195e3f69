#include "problems/discs/disc_gas/disc_gas.hpp"

#include "problems/base/error.hpp"
#include "problems/base/portable_random.hpp"

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace impactbench::disc_gas {
namespace {

/// A random direction without a library function whose last bit may differ between machines.
Vec2 direction(PortableRandom& random) {
  for (;;) {
    const double x = 2.0 * random.uniform() - 1.0, y = 2.0 * random.uniform() - 1.0;
    const Vec2 d(x, y);
    const double square = x * x + y * y;
    if (square <= 1.0 && square > 1e-6) return d / std::sqrt(square);
  }
}

/// Takes the mean out and scales to the mean square.
void settle(std::vector<Vec2>& velocities, double speed) {
  const auto n = static_cast<double>(velocities.size());
  Vec2 mean(0.0, 0.0);
  for (const Vec2& v : velocities)
    mean += v;
  mean /= n;
  double square = 0.0;
  for (Vec2& v : velocities) {
    v -= mean;
    square += v.squaredNorm();
  }
  for (Vec2& v : velocities)
    v *= speed / std::sqrt(square / n);
}

DiscSetup set_up(const Params& p, Bodies bodies) {
  DiscSetup setup(p.common, bodies);
  auto k = static_cast<std::int64_t>(std::sqrt(static_cast<double>(p.n)));
  while (k * k < p.n)
    ++k;
  const double side =
      p.radius * std::sqrt(static_cast<double>(p.n) * std::numbers::pi / p.fraction);
  const double pitch = side / static_cast<double>(k);
  if (!(pitch > 2.0 * p.radius)) {
    const double most =
        0.25 * std::numbers::pi * static_cast<double>(p.n) / static_cast<double>(k * k);
    throw ConfigurationError("problem disc_gas: fraction = " + to_text(p.fraction) + ": " +
                             std::to_string(p.n) + " discs on " + std::to_string(k) + " x " +
                             std::to_string(k) + " places need a fraction below " + to_text(most));
  }
  setup.reserve(static_cast<std::size_t>(p.n));
  setup.box(0.0, side, 0.0, side * p.headroom);
  setup.gravity({0.0, -p.gravity});
  PortableRandom random(p.seed);
  const double reach = 0.9 * (0.5 * pitch - p.radius);
  std::vector<Vec2> places, velocities;
  for (std::int64_t i = 0; i < p.n; ++i) {
    const std::int64_t cell = i * k * k / p.n;
    const double u = random.uniform(), w = random.uniform();
    places.push_back({(static_cast<double>(cell % k) + 0.5) * pitch + reach * (2.0 * u - 1.0),
                      (static_cast<double>(cell / k) + 0.5) * pitch + reach * (2.0 * w - 1.0)});
    velocities.push_back(direction(random));
  }
  settle(velocities, p.speed);
  for (std::size_t i = 0; i < places.size(); ++i)
    setup.disc(p.mass, p.radius, places[i], velocities[i]);
  return setup;
}

}  // namespace

ProblemEntry entry() {
  return {.name = "disc_gas",
          .summary = "a gas of equal discs in a box, elastic, cooling or under gravity",
          .reference = "kinetic theory of gases; statistical checks of this suite",
          .parameters = parameters_of<Params>(),
          .make =
              [](const ParameterSet& given) {
                const auto p = parse<Params>(given, "problem disc_gas");
                return set_up(p, Bodies::kept).make("disc_gas", to_set(p), p.horizon);
              },
          .sketch =
              [](const ParameterSet& given) {
                const auto p = parse<Params>(given, "problem disc_gas");
                return set_up(p, Bodies::counted).outline(p.horizon);
              }};
}

}  // namespace impactbench::disc_gas
