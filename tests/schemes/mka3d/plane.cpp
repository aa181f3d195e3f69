// Cells at a rigid plane: forces against the energy, a thin bar against a chain of masses by hand,
// what the map keeps, and what cells and lateral inertia take from the rebound.
#include "problems/base/error.hpp"
#include "problems/model/deformation_energy.hpp"
#include "schemes/mka3d/cell_forces.hpp"
#include "schemes/mka3d/mka3d.hpp"
#include "tests/schemes/mka3d/bodies.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace impactbench::testing {
namespace {

/// A bar of unit modulus, density and length on `across` x `across` cells of the edge 0.1 / across,
/// its end 0.05 from a plane at 0.
PolyhedralSystem bar(int along, int across, double poisson) {
  return {box_mesh({.count = {along, across, across},
                    .low = {0.05, -0.05, -0.05},
                    .size = {1.0, 0.1, 0.1},
                    .endless = {}}),
          Elastic{.young = 1.0, .poisson = poisson, .density = 1.0},
          {.planes = {{{0, 0, 0}, {2, 0, 0}}}}};
}

State flying(const PolyhedralSystem& body, double speed) {
  State out = body.at_rest();
  for (int i = 0; i < body.cells(); ++i)
    out.v[6 * i] = -speed;
  return out;
}

double mean_speed(const PolyhedralSystem& body, const State& s) {
  double sum = 0.0;
  for (int i = 0; i < body.cells(); ++i)
    sum += s.v[6 * i] / body.cells();
  return sum;
}

TEST(CellsAtAPlane, ForcesAreTheGradientOfTheEnergy) {
  CellMesh mesh = shaken_mesh(1);
  const PolyhedralSystem body(
      std::move(mesh), rubber,
      {.planes = {{{0.1, 0.0, 0.0}, {1.0, 0.1, -0.2}}, {{0.0, 0.1, 0.0}, {0.0, 1.0, 0.0}}}});
  ASSERT_EQ(body.plane_contacts().size(), 6U + 9U + 6U + 6U) << "six faces, and oblique ones";
  const Eigen::VectorXd q = shaken(body, 0.1, 0.4, 2);
  Eigen::VectorXd force = Eigen::VectorXd::Zero(6 * body.cells());
  const Eigen::VectorXd terms = Eigen::VectorXd::Zero(body.cells());
  mka3d::CellForces(body).add(q, rotations(body, q), terms, force);
  EXPECT_GT(deformation_energy(body, 0.0, q).contact, 1e-2);
  for (int k = 0; k < force.size(); ++k) {
    // A face that meets its plane within the difference has a kink of its second derivative.
    const double step = 1e-5;
    const double up = deformation_energy(body, 0.0, moved(q, k, step)).total();
    const double down = deformation_energy(body, 0.0, moved(q, k, -step)).total();
    EXPECT_NEAR(force(k), -(up - down) / (2.0 * step), 1e-7) << "coordinate " << k;
  }
}

TEST(CellsAtAPlane, AThinBarWithoutContractionIsAChainOfMasses) {
  // nu = 0: masses rho S d between springs E S / d, at the plane one of 2 E S / d that never pulls,
  // by the same rule in scalars.
  constexpr int n = 12;
  constexpr double w = 0.01, d = 1.0 / n, S = 0.01, h = 0.01;
  const PolyhedralSystem body = bar(n, 1, 0.0);
  State state = flying(body, w);
  mka3d::Mka3d scheme({}, body, state, h);
  std::vector<double> x(n), v(n, -w), f(n, 0.0);
  for (int i = 0; i < n; ++i)
    x[i] = 0.05 + (i + 0.5) * d;
  const auto push = [&] {
    for (int i = 0; i < n; ++i) {
      f[i] = i == 0 ? 2.0 * S / d * std::max(0.5 * d - x[0], 0.0) : -S / d * (x[i] - x[i - 1] - d);
      if (i + 1 < n) f[i] += S / d * (x[i + 1] - x[i] - d);
    }
  };
  int pressed = 0;
  for (int k = 0; k < 900; ++k) {
    ASSERT_EQ(scheme.step(state).status, StepStatus::done);
    for (int i = 0; i < n; ++i) {
      v[i] += 0.5 * h * f[i] / (S * d);
      x[i] += h * v[i];
    }
    push();
    for (int i = 0; i < n; ++i) {
      v[i] += 0.5 * h * f[i] / (S * d);
      ASSERT_NEAR(state.q[7 * i], x[i], 1e-11) << "cell " << i << " step " << k;
    }
    if (x[0] < 0.5 * d) ++pressed;
  }
  EXPECT_NEAR(pressed * h, 2.0, 0.3) << "2 L / c";
  EXPECT_NEAR(mean_speed(body, state), w, 0.15 * w);
}

TEST(CellsAtAPlane, KeepTheEnergyAndGoBackTheWayTheyCame) {
  const PolyhedralSystem body = bar(10, 2, 0.3);
  const State start = flying(body, 0.01);
  const double energy = kinetic_energy(body, start.v), h = 0.005;
  State state = start;
  mka3d::Mka3d there({}, body, state, h);
  double off = 0.0, stored = 0.0;
  for (int k = 0; k < 1800; ++k) {
    (void)there.step(state);
    const DeformationEnergy now = deformation_energy(body, 0.0, state.q);
    off = larger(off, std::abs(kinetic_energy(body, state.v) + now.total() - energy));
    stored = larger(stored, now.contact);
  }
  EXPECT_GT(stored, 1e-3 * energy) << "nothing met the plane";
  EXPECT_LT(off, 1e-2 * energy);
  EXPECT_GT(mean_speed(body, state), 0.0) << "thrown back";
  state.v = -state.v;
  mka3d::Mka3d back({}, body, state, h);
  for (int k = 0; k < 1800; ++k)
    (void)back.step(state);
  EXPECT_NEAR((state.q - start.q).cwiseAbs().maxCoeff(), 0.0, 1e-9);
}

TEST(CellsAtAPlane, RefuseStepsThatAreStableInFlightAlone) {
  // omega^2 of a cell at the plane: its spring of 2 E S / d beside that of its link.
  const PolyhedralSystem free = {
      box_mesh({.count = {2, 1, 1}, .low = {0, 0, 0}, .size = {1, 1, 1}, .endless = {}}),
      Elastic{.young = 1.0, .poisson = 0.0, .density = 1.0},
      {}};
  const PolyhedralSystem met = {
      box_mesh({.count = {2, 1, 1}, .low = {0, 0, 0}, .size = {1, 1, 1}, .endless = {}}),
      Elastic{.young = 1.0, .poisson = 0.0, .density = 1.0},
      {.planes = {{{-5, 0, 0}, {1, 0, 0}}}}};
  const mka3d::Mka3d one({}, free, free.at_rest(), 1e-3), other({}, met, met.at_rest(), 1e-3);
  EXPECT_LT(other.stability_limit(), one.stability_limit());
  // Rows (3, -1), (-1, 1) of k / m = 4: omega^2 = 4 (2 + sqrt 2).
  EXPECT_NEAR(other.stability_limit(), 2.0 / std::sqrt(4.0 * (2.0 + std::sqrt(2.0))), 1e-3);
}

TEST(CellsAtAPlane, RefuseAPlaneThatNoFaceLooksAt) {
  const auto make = [](const RigidPlane& plane) {
    return PolyhedralSystem(
        box_mesh({.count = {2, 1, 1}, .low = {0, 0, 0}, .size = {1, 1, 1}, .endless = {}}), rubber,
        {.planes = {plane}});
  };
  EXPECT_THROW((void)make({{0, 0, 0}, {0, 0, 0}}), ConfigurationError);
  EXPECT_THROW((void)make({{0, 0, 0}, {std::numeric_limits<double>::quiet_NaN(), 0, 0}}),
               ConfigurationError);
  EXPECT_NO_THROW((void)make({{0, 0, 0}, {0, 0, 1}}));
}

}  // namespace
}  // namespace impactbench::testing
