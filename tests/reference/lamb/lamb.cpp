// Lamb's problem: a vertical line force on (or in) an elastic half-space. Three computations that
// share nothing but the material must agree; then facts known from elsewhere.

#include "problems/base/error.hpp"
#include "reference/computed/lamb/shifted_path.hpp"
#include "reference/computed/lamb/surface_formula.hpp"
#include "reference/computed/lamb/wavenumbers.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace impactbench::testing {
namespace {

using computed::lamb::Displacement;
using computed::lamb::HalfSpace;
using computed::lamb::Receiver;
using computed::lamb::Ricker;
using computed::lamb::ShiftedPath;
using computed::lamb::SurfaceFormula;
using computed::lamb::Wavenumbers;

constexpr double end = 0.45;
const double half_line_z = 150.0 * std::sqrt(3.0);  // 300 m away, 60 degrees below the surface

/// The rock of monasse2012, section 4.1.
HalfSpace rock() {
  return {2200.0, 1.88e10, 0.25};
}

template <class Solution>
std::vector<Displacement> trace(const Solution& u) {
  std::vector<Displacement> out;
  for (int k = 0; k <= 450; ++k)
    out.push_back(u.at(1e-3 * k));
  return out;
}

/// Largest difference of a component over its largest value; fails on a trace that is all zero.
double difference(const std::vector<Displacement>& a, const std::vector<Displacement>& b,
                  double Displacement::*component) {
  double largest = 0.0, most = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    largest = larger(largest, std::abs(a[k].*component));
    most = larger(most, std::abs(a[k].*component - b[k].*component));
  }
  EXPECT_GT(largest, 1e-14);
  return most / largest;
}

TEST(Lamb, SpeedsAreThoseOfTheMaterial) {
  const HalfSpace g = rock();
  EXPECT_NEAR(g.cp(), 3202.2719, 1e-4);
  EXPECT_NEAR(g.cs(), 1848.8326, 1e-4);
  // For a Poisson solid the cubic of Rayleigh has the root (c/cs)^2 = 2 - 2 / sqrt 3.
  EXPECT_NEAR(g.rayleigh() / g.cs(), std::sqrt(2.0 - 2.0 / std::sqrt(3.0)), 1e-14);
  // nu = 0: the cubic y^3 - 8 y^2 + 16 y - 8 = (y - 2)(y^2 - 6 y + 4) has the root 3 - sqrt 5.
  const HalfSpace cork(1.0, 1.0, 0.0);
  EXPECT_NEAR(cork.rayleigh() / cork.cs(), std::sqrt(3.0 - std::sqrt(5.0)), 1e-14);
}

TEST(Lamb, ThreeMethodsAgreeOnTheSurface) {
  for (const double x : {30.0, 300.0, 600.0}) {
    const auto a = trace(ShiftedPath(rock(), Ricker{}, {x, 0.0}, end));
    const auto closed = trace(SurfaceFormula(rock(), Ricker{}, x, end));
    const auto b = trace(Wavenumbers(rock(), Ricker{}, 0.0, {x, 0.0}, end));
    for (const auto component : {&Displacement::x, &Displacement::z}) {
      EXPECT_LT(difference(a, closed, component), 1e-10) << x;
      EXPECT_LT(difference(a, b, component), 1e-10) << x;
    }
  }
}

TEST(Lamb, TwoMethodsAgreeBelowTheSurface) {
  // The 60 degree line of the paper, a place with a head wave, one near the source, one nearly
  // below it, other materials.
  for (const Receiver r : {Receiver{150.0, half_line_z}, Receiver{300.0, 100.0},
                           Receiver{30.0, 10.0}, Receiver{5.0, 200.0}}) {
    for (const double poisson : {0.0, 0.25, 0.4}) {
      const HalfSpace g(2200.0, 1.88e10, poisson);
      const auto a = trace(ShiftedPath(g, Ricker{}, r, end));
      const auto b = trace(Wavenumbers(g, Ricker{}, 0.0, r, end));
      for (const auto component : {&Displacement::x, &Displacement::z})
        EXPECT_LT(difference(a, b, component), 1e-9) << r.x << " " << r.z << " " << poisson;
    }
  }
  // Right below the source the arrival lies on the start of the path.
  const auto a = trace(ShiftedPath(rock(), Ricker{}, {0.0, 200.0}, end));
  const auto b = trace(Wavenumbers(rock(), Ricker{}, 0.0, {0.0, 200.0}, end));
  EXPECT_LT(difference(a, b, &Displacement::z), 1e-9);
}

TEST(Lamb, PeaksAndSamplesOfAnotherProgram) {
  // Regression values of a separate program with other quadratures, relative 1e-6; u_y is upwards.
  struct Sample {
    double t, x, up;
  };
  const ShiftedPath surface(rock(), Ricker{}, {300.0, 0.0}, end);
  for (const Sample s :
       {Sample{.19, 1.668430e-12, 3.647531e-13}, Sample{.25, 6.060968e-12, 5.288610e-12},
        Sample{.27, -1.208367e-11, 1.330708e-11}, Sample{.28, -1.468853e-11, -8.521834e-12},
        Sample{.30, 6.963953e-12, -1.010443e-11}}) {
    EXPECT_NEAR(surface.at(s.t).x, s.x, 1e-6 * std::abs(s.x)) << s.t;
    EXPECT_NEAR(-surface.at(s.t).z, s.up, 1e-6 * std::abs(s.up)) << s.t;
  }
  EXPECT_NEAR(surface.at(0.303).x, 7.497963e-12, 1e-17);
  EXPECT_NEAR(surface.at(0.276).x, -1.590384e-11, 1e-17);
  EXPECT_NEAR(-surface.at(0.264).z, 1.840698e-11, 1e-17);
  EXPECT_NEAR(-surface.at(0.289).z, -1.962651e-11, 1e-17);
  const ShiftedPath below(rock(), Ricker{}, {150.0, half_line_z}, end);
  EXPECT_NEAR(below.at(0.243).x, 4.693356e-12, 1e-17);
  EXPECT_NEAR(below.at(0.271).x, -5.693753e-12, 1e-17);
  EXPECT_NEAR(-below.at(0.173).z, 2.882263e-12, 1e-17);
  EXPECT_NEAR(-below.at(0.201).z, -4.113158e-12, 1e-17);
}

TEST(Lamb, NothingArrivesBeforeThePWave) {
  // A source of high frequency is short: 0.99 r / cp minus its reach after its peak all is quiet.
  const Ricker click(500.0, 0.0);
  const ShiftedPath u(rock(), click, {150.0, half_line_z}, 0.3);
  const double arrival = 300.0 / rock().cp();
  double before = 0.0, after = 0.0;
  for (double t = 0.0; t < 0.3; t += 1e-4) {
    const double size = std::hypot(u.at(t).x, u.at(t).z);
    (t < arrival - click.reach() ? before : after) =
        std::max(t < arrival - click.reach() ? before : after, size);
  }
  EXPECT_LT(before, 1e-13 * after);
  const Displacement first = u.at(arrival);
  EXPECT_GT(std::hypot(first.x, first.z), 1e-2 * after);
  // The first motion of a P wave is along the ray: 60 degrees below the surface.
  EXPECT_NEAR(first.z / first.x, std::sqrt(3.0), 0.15);
}

TEST(Lamb, StaticLimitIsFlamants) {
  // A Ricker wavelet is -(1/2a) times the second derivative of exp(-a T^2): the second moment in
  // time of the trace is -(1/a) sqrt(pi/a) times the displacement under a constant force, which
  // Flamant's solution gives as -(1 - 2 nu) / (4 mu) at every distance (towards the source).
  const HalfSpace g = rock();
  const Ricker force;
  const double dt = 1e-3;
  for (const double x : {100.0, 300.0}) {
    const ShiftedPath u(g, force, {x, 0.0}, 1.0);
    double moment = 0.0;
    for (int k = 0; k <= 1000; ++k) {
      const double t = k * dt;
      moment += t * t * u.at(t).x * dt;
    }
    const double constant = -force.a() * std::sqrt(force.a() / std::numbers::pi) * moment;
    EXPECT_NEAR(constant * g.mu(), -0.5 / 4.0, 1e-8) << x;
  }
}

TEST(Lamb, SourceAndReceiverMayChangePlaces) {
  const auto down = trace(Wavenumbers(rock(), Ricker{}, 50.0, {200.0, 120.0}, end));
  const auto up = trace(Wavenumbers(rock(), Ricker{}, 120.0, {200.0, 50.0}, end));
  EXPECT_LT(difference(down, up, &Displacement::z), 1e-10);
  // Not a tautology: the horizontal components are different.
  EXPECT_GT(difference(down, up, &Displacement::x), 0.1);
}

TEST(Lamb, SurfaceSourceIsTheLimitOfABuriedOne) {
  // The displacement is smooth in the depth of the source: O(depth) away, seen to first order.
  const auto surface = trace(ShiftedPath(rock(), Ricker{}, {150.0, half_line_z}, end));
  const auto at = [](double depth) {
    return trace(Wavenumbers(rock(), Ricker{}, depth, {150.0, half_line_z}, end));
  };
  const double coarse = difference(surface, at(0.2), &Displacement::z);
  const double fine = difference(surface, at(0.1), &Displacement::z);
  EXPECT_GT(fine, 1e-5);
  EXPECT_NEAR(coarse / fine, 2.0, 0.05);
}

TEST(Lamb, LeftIsTheMirrorOfRight) {
  const auto right = ShiftedPath(rock(), Ricker{}, {120.0, 40.0}, end).at(0.2);
  const auto left = ShiftedPath(rock(), Ricker{}, {-120.0, 40.0}, end).at(0.2);
  EXPECT_EQ(left.x, -right.x);
  EXPECT_EQ(left.z, right.z);
  const auto other = Wavenumbers(rock(), Ricker{}, 0.0, {-120.0, 40.0}, end).at(0.2);
  EXPECT_NEAR(other.x, left.x, 1e-8 * std::abs(left.x));
}

TEST(Lamb, WrongInputIsASentence) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(HalfSpace(2200.0, 1e10, 0.5), ConfigurationError);
  EXPECT_THROW(HalfSpace(2200.0, 1e10, nan), ConfigurationError);
  EXPECT_THROW(HalfSpace(0.0, 1e10, 0.2), ConfigurationError);
  EXPECT_THROW(Ricker(-1.0, 0.0), ConfigurationError);
  EXPECT_THROW(ShiftedPath(rock(), Ricker{}, {0.0, 0.0}, end), ConfigurationError);
  EXPECT_THROW(ShiftedPath(rock(), Ricker{}, {10.0, -1.0}, end), ConfigurationError);
  EXPECT_THROW((void)ShiftedPath(rock(), Ricker{}, {10.0, 1.0}, end).at(0.5), ConfigurationError);
  EXPECT_THROW((void)ShiftedPath(rock(), Ricker{}, {10.0, 1.0}, end).at(nan), ConfigurationError);
  EXPECT_THROW(SurfaceFormula(rock(), Ricker{}, 0.0, end), ConfigurationError);
  EXPECT_THROW(Wavenumbers(rock(), Ricker{}, 20.0, {0.0, 20.0}, end), ConfigurationError);
  try {
    ShiftedPath(rock(), Ricker{}, {10.0, -1.0}, end);
  } catch (const ConfigurationError& error) {
    EXPECT_STREQ(error.what(),
                 "Lamb's reference: depth of the receiver is -1; it must be at least 0 (below the "
                 "surface)");
  }
}

}  // namespace
}  // namespace impactbench::testing
