// Plane waves on an endless square grid in plane strain: phase speeds and the stability limit.

#include "problems/base/error.hpp"
#include "schemes/mka3d/cell_forces.hpp"
#include "schemes/mka3d/largest_step.hpp"
#include "schemes/mka3d/mka3d.hpp"
#include "tests/schemes/mka3d/bodies.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <string>

namespace impactbench::testing {
namespace {

constexpr int side = 7;  // forces reach two cells; the middle is free of the surface

PolyhedralSystem layer(double poisson, int count) {
  const double n = count;
  return {box_mesh({.count = {count, 1, count},
                    .low = {0, 0, 0},
                    .size = {n, 1, n},
                    .endless = {false, true, false}}),
          {2.0 * (1.0 + poisson), poisson, 1.0},  // mu = rho = 1: c_s = 1, h = 1
          {}};
}

/// Frequencies of the plane waves exp(i k x) of an endless grid, from the answer of a finite one to
/// a push of its middle cell.
class Waves {
 public:
  explicit Waves(double poisson) : body_(layer(poisson, side)) {
    mka3d::CellForces kernel(body_);
    const Eigen::VectorXd terms = Eigen::VectorXd::Zero(body_.cells());
    for (int c = 0; c < 3; ++c) {
      const auto force = [&](double amount) {
        const Eigen::VectorXd q = moved(body_.at_rest().q, 6 * middle() + coordinate(c), amount);
        Eigen::VectorXd out = Eigen::VectorXd::Zero(6 * body_.cells());
        kernel.add(q, rotations(body_, q), terms, out);
        return out;
      };
      stiffness_[c] = (force(-1e-5) - force(1e-5)) / 2e-5;
    }
  }

  /// Squares of the three angular frequencies, increasing.
  [[nodiscard]] Vec3 squares(double kx, double kz) const {
    Eigen::Matrix3cd matrix = Eigen::Matrix3cd::Zero();
    for (int c = 0; c < 3; ++c) {
      for (int cell = 0; cell < body_.cells(); ++cell) {
        const Vec3 apart = body_.mesh().centre[cell] - body_.mesh().centre[middle()];
        const std::complex<double> phase = std::polar(1.0, -kx * apart.x() - kz * apart.z());
        for (int r = 0; r < 3; ++r) {
          const int row = 6 * cell + coordinate(r);
          matrix(r, c) += stiffness_[c][row] * phase /
                          std::sqrt(body_.mass()[row] * body_.mass()[6 * middle() + coordinate(c)]);
        }
      }
    }
    return Eigen::SelfAdjointEigenSolver<Eigen::Matrix3cd>(matrix).eigenvalues();
  }

 private:
  static int middle() { return side / 2 * (side + 1); }
  static int coordinate(int c) { return c == 0 ? 0 : c == 1 ? 2 : 4; }  // u_x, u_z, turn about y

  PolyhedralSystem body_;
  std::array<Eigen::VectorXd, 3> stiffness_;
};

TEST(LargestStep, OfTwoCubesIsThatOfTheirShear) {
  // Without lateral contraction (mu = E / 2) a link of two unit cubes stores mu |du|^2, du the
  // difference of displacements less that of turns: transversally d - theta for turns theta of
  // both. The masses against it are 2 / m + 1 / (2 I) = 5 / m, I = m / 6: omega^2 = 5 E / m, above
  // all other modes (2 E / m along the link). omega comes with 2e-4 more than it is. Forces are
  // known to some 1e-16 of what moves by 1e-6: omega to a few 1e-10.
  const PolyhedralSystem cubes(box_mesh({.count = {2, 1, 1}, .low = {0, 0, 0}, .size = {2, 1, 1}}),
                               {3.0, 0.0, 1.0}, {});
  const double omega = std::sqrt(5.0 * 3.0 / (1.0 - 4e-4));
  EXPECT_NEAR(mka3d::largest_step(cubes, cubes.at_rest().q) * omega / 2.0, 1.0, 1e-9);
}

TEST(LargestStep, OfABodyHeldInAllCellsIsInfinite) {
  // Nothing vibrates, so that no step is too long.
  const PolyhedralSystem held(box_mesh({.count = {2, 1, 1}, .low = {0, 0, 0}, .size = {2, 1, 1}}),
                              {3.0, 0.0, 1.0}, {.fixed = {0, 1}});
  EXPECT_EQ(mka3d::largest_step(held, held.at_rest().q), std::numeric_limits<double>::infinity());
}

TEST(Mka3dDispersion, PhaseSpeedsAreThoseOfTheAnalysis) {
  // nu = 1/4: c_P = sqrt 3, c_S = 1; relative error of the phase speed over k^2 h^2.
  const Waves waves(0.25);
  const double k = 0.05;
  for (const double angle : {0.0, std::numbers::pi / 4}) {
    const Vec3 squares = waves.squares(k * std::cos(angle), k * std::sin(angle));
    const double s = (std::sqrt(squares[0]) / k - 1.0) / (k * k);
    const double p = (std::sqrt(squares[1] / 3.0) / k - 1.0) / (k * k);
    EXPECT_NEAR(p, angle == 0.0 ? -1.0 / 12.0 : -1.0 / 24.0, 0.01 / 24.0);
    // Along the axes 5/192 = 0.02604.
    EXPECT_NEAR(s, angle == 0.0 ? 5.0 / 192.0 : -1.0 / 64.0, 0.01 / 64.0);
  }
}

double fourier_limit(double poisson) {
  const Waves waves(poisson);
  double largest = 0.0;
  for (int i = 0; i <= 40; ++i) {
    for (int j = 0; j <= i; ++j) {
      const double step = std::numbers::pi / 40.0;
      largest = larger(largest, waves.squares(i * step, j * step)[2]);
    }
  }
  return 2.0 / std::sqrt(largest);
}

TEST(Mka3dDispersion, StabilityLimitIsThatOfFourier) {
  // For nu <= 0.3 the cells turning in unison are stiffest: omega = sqrt 24 c_s / h.
  for (const double poisson : {0.0, 0.25, 0.3})
    EXPECT_NEAR(fourier_limit(poisson), 2.0 / std::sqrt(24.0), 1e-6) << poisson;
  for (const double poisson : {0.0, 0.25, 0.4}) {
    const PolyhedralSystem body = layer(poisson, 24);
    const double fourier = fourier_limit(poisson);
    const double limit = mka3d::largest_step(body, body.at_rest().q);
    EXPECT_NEAR(limit, fourier, 0.01 * fourier) << poisson;
  }
}

TEST(Mka3dDispersion, TheLimitIsSharp) {
  const PolyhedralSystem body = layer(0.25, 12);
  const double limit = mka3d::largest_step(body, body.at_rest().q);
  const auto growth = [&](double h) {
    State state = body.at_rest();
    Shaker shaker(3);
    for (Eigen::Index i = 0; i < state.v.size(); ++i)
      state.v[i] = 1e-9 * shaker.number();
    const double before = state.v.norm();
    mka3d::Mka3d scheme(mka3d::Params{.allow_unstable = true}, body, state, h);
    for (int n = 0; n < 200; ++n)
      scheme.step(state);
    return state.v.norm() / before;
  };
  EXPECT_LT(growth(0.98 * limit), 10.0);
  EXPECT_GT(growth(1.03 * limit), 1e3);
  try {
    mka3d::Mka3d scheme(mka3d::Params{}, body, body.at_rest(), 1.1 * limit);
    ADD_FAILURE() << "an unstable step was accepted";
  } catch (const ConfigurationError& error) {
    EXPECT_NE(std::string(error.what()).find("below the stability limit"), std::string::npos);
  }
}

}  // namespace
}  // namespace impactbench::testing
