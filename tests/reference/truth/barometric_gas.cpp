// The barometric distribution of a finite number of discs against states drawn at random.
#include "problems/base/portable_random.hpp"
#include "reference/support/gas_of_problem.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace impactbench::testing {
namespace {

namespace theory = hard_disc_gas;

/// The column of so many discs at an area fraction at the floor.
theory::Column column(double count, double crowding) {
  theory::Column c{
      .count = count, .radius = 0.1, .room = 10.0, .mass = 2.0, .gravity = 3.0, .energy = 1.0};
  c.energy *= theory::crowding(c) / crowding;
  return c;
}

struct Means {
  double kinetic{0.0}, height_square{0.0}, floor_impulse{0.0}, pair_impulse{0.0}, collisions{0.0};
};

/// Means over states of the energy: shares of it by exponential variates, places across uniform,
/// states in which discs overlap thrown away. What belongs to impacts is taken from states in which
/// a disc is within a tenth of h of the floor, and two are nearer than 1.1 diameters: K of those.
Means drawn(const theory::Column& c, int states) {
  PortableRandom random(5);
  const auto exponential = [&] { return -std::log1p(-random.uniform()); };
  const auto n = static_cast<std::size_t>(c.count);
  const double H = c.energy / (c.mass * c.gravity), s = 2.0 * c.radius, near = 1.1 * s;
  const double unit = H / c.count, low = 0.05 * unit;
  std::vector<double> x(n), z(n);
  Means out;
  double floor_k = 0.0, floor_root = 0.0, pair_k = 0.0, pair_root = 0.0;
  for (int found = 0; found < states;) {
    double sum = 0.0, kinetic = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      x[i] = c.room * random.uniform();
      sum += z[i] = exponential();
      kinetic += exponential();
    }
    sum += kinetic;
    int pairs = 0;
    bool apart = true;
    for (std::size_t i = 0; i < n && apart; ++i) {
      z[i] *= H / sum;
      for (std::size_t j = 0; j < i && apart; ++j) {
        const double d = std::hypot(x[i] - x[j], z[i] - z[j]);
        apart = d >= s;
        if (d < near) ++pairs;
      }
    }
    if (!apart) continue;
    ++found;
    const double K = kinetic / sum * c.energy;
    out.kinetic += K / c.energy / states;
    for (const double height : z) {
      out.height_square += height * height / (unit * unit * c.count * states);
      if (height > low) continue;
      floor_k += K;
      floor_root += std::sqrt(K);
    }
    pair_k += pairs * K;
    pair_root += pairs * std::sqrt(K);
  }
  // Mean size of a component of a unit vector in 2 N dimensions.
  const double component = std::tgamma(c.count) / std::tgamma(c.count + 0.5) / std::sqrt(M_PI);
  const double ratio = 0.5 / c.count / component;
  out.floor_impulse = 2.0 * std::sqrt(2.0 * c.mass) * ratio * floor_k / floor_root;
  out.pair_impulse = 2.0 * std::sqrt(c.mass) * ratio * pair_k / pair_root;
  // Pairs in a ring of the area pi (near^2 - s^2) go through its inner rim, of length 2 pi s.
  const double rim = 2.0 * s / (near * near - s * s);
  out.collisions = pair_root / states * rim * component / std::sqrt(c.mass);
  return out;
}

TEST(BarometricGas, DrawnStatesHaveItsMeans) {
  // 60 000 states of 12 discs: one deviation of K is 6e-4, of z^2 1e-3, of the rate 6e-3; the
  // second order in eta is left out, and the ring changes the rate by 2 %.
  for (const double eta : {0.005, 0.03}) {
    const theory::Column c = column(12.0, eta);
    const theory::Barometric p = theory::predict_column(c);
    const Means m = drawn(c, 60000);
    const double left = 2.0 * eta * eta;
    EXPECT_NEAR(m.kinetic / p.kinetic, 1.0, 2.4e-3 + left) << eta;
    EXPECT_NEAR(m.height_square / p.height_square, 1.0, 4e-3 + 2.0 * left) << eta;
    EXPECT_NEAR(m.floor_impulse / p.floor_impulse, 1.0, 5e-3 + left) << eta;
    EXPECT_NEAR(m.pair_impulse / p.pair_impulse, 1.0, 1e-2 + left) << eta;
    EXPECT_NEAR(m.collisions / p.collision_rate, 1.0, 0.045 + 2.0 * left) << eta;
  }
}

TEST(BarometricGas, PointsAreExact) {
  // Without their size: K / E = 1 / 2, E z^2 = 2 H^2 / (2 N (2 N + 1)), and of one disc that falls
  // and bounces the impulse 2 m v with m v^2 / 2 + (across) = E.
  const theory::Column c = column(50.0, 1e-9);
  const theory::Barometric p = theory::predict_column(c);
  EXPECT_NEAR(p.kinetic, 0.5, 1e-8);
  EXPECT_NEAR(p.height_square, 2.0 * 50.0 * 50.0 / (100.0 * 101.0), 1e-8);
  EXPECT_DOUBLE_EQ(p.floor_rate * p.floor_impulse, 50.0 * c.mass * c.gravity);
  // Many: kT = E / (2 N), impulses of the floor 2 m sqrt(pi kT / (2 m)), Boltzmann's density.
  const theory::Column many = column(1e4, 1e-3);
  const theory::Barometric q = theory::predict_column(many);
  const double kT = 0.5 * many.energy / 1e4, h = kT / (many.mass * many.gravity);
  EXPECT_NEAR(q.floor_impulse / std::sqrt(2.0 * M_PI * many.mass * kT), 1.0, 1e-3);
  EXPECT_NEAR(q.pair_impulse / std::sqrt(M_PI * many.mass * kT), 1.0, 1e-3);
  // N^2 / (2 a h) / 2 pairs per area and relative speed sqrt(4 kT / m) E x_+, around 2 pi s.
  const double pairs = 0.25 * 1e8 / (many.room * h);
  const double rate = pairs * 2.0 * M_PI * 0.2 * std::sqrt(2.0 * kT / many.mass / (2.0 * M_PI));
  // Less at the side walls: the mean of |u| = s |cos| over the room.
  EXPECT_NEAR(q.collision_rate / rate / (1.0 - 2.0 / M_PI * 0.2 / many.room), 1.0, 1e-3);
  EXPECT_NEAR(theory::above(many, h) / 1e4, std::exp(-1.0), 1e-4);
}

TEST(BarometricGas, IsKnownInHighAndDiluteColumnsAlone) {
  const auto known = [](ParameterSet p) {
    p.emplace("n", std::int64_t{50});
    p.emplace("fraction", 0.005);
    p.emplace("headroom", 40.0);
    p.emplace("gravity", 1.0);
    p.emplace("speed", 4.0);
    return theory::column_of(problem_entry("disc_gas").make(p)).has_value();
  };
  EXPECT_TRUE(known({}));
  EXPECT_FALSE(known({{"headroom", 3.0}})) << "the ceiling is met";
  EXPECT_FALSE(known({{"fraction", 0.2}})) << "too dense";
  EXPECT_FALSE(known({{"gravity", 0.0}}));
  EXPECT_FALSE(known({{"restitution", 0.9}}));
  const Problem high = problem_entry("disc_gas").make({{"headroom", 2.0}});
  EXPECT_FALSE(theory::gas_of(high).has_value()) << "not a square";
}

}  // namespace
}  // namespace impactbench::testing
