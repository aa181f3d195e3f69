// The linear plane-strain kernel: the same discrete equations as the general scheme, and Lamb's
// problem against its exact solution.

#include "schemes/mka3d_linear/plane_strain.hpp"
#include "tests/schemes/mka3d_linear/lamb_run.hpp"

#include "problems/model/error.hpp"
#include "problems/polyhedra/meshes/box_grid.hpp"
#include "problems/polyhedra/meshes/free_face.hpp"
#include "schemes/mka3d/largest_step.hpp"
#include "schemes/mka3d/mka3d.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench::testing {
namespace {

using mka3d_linear::Layout;
using mka3d_linear::PlanePoint;
using mka3d_linear::PlaneStrain;

TEST(PlaneStrain, IsTheGeneralSchemeAtSmallAmplitude) {
  // Cells of 2 m, a force that moves them by some 1e-7 h: the nonlinear terms are 1e-7 of the
  // linear ones. Six steps carry the answer over twelve cells, short of the borders.
  const double h = 2.0, step = 2e-4, amplitude = 1e3;
  const int half = 14, rows = 14, steps = 6;
  const Elastic soil{1e8, 0.3, 2000.0};
  for (const bool in_strain : {true, false}) {
    const auto history = [&](double t) { return amplitude * (0.3 + std::sin(900.0 * t)); };
    PlaneStrain fast(soil, {.edge = h, .columns = half, .rows = rows, .step = step, .block = 4},
                     {history, in_strain});
    fast.run(steps);

    const int columns = 2 * half - 1;
    const BoxGrid grid{.count = {columns, 1, rows},
                       .low = {-0.5 * h * columns, 0.0, 0.0},
                       .size = {h * columns, h, h * rows},
                       .endless = {false, true, false}};
    CellMesh mesh = box_mesh(grid);
    const std::size_t face = free_face(mesh, grid.cell(half - 1, 0, 0), -Vec3::UnitZ());
    const PolyhedralSystem body(
        std::move(mesh), soil,
        {.face_loads = {{face, Vec3(0.0, 0.0, 1.0 / h), history, in_strain}}});
    State state = body.at_rest();
    mka3d::Mka3d scheme({});
    scheme.prepare(body, state, step, {});
    for (int n = 0; n < steps; ++n)
      scheme.step(state);

    double largest = 0.0, most = 0.0;
    for (int i = 0; i < half; ++i) {
      for (int k = 0; k < rows; ++k) {
        const int cell = grid.cell(half - 1 + i, 0, k);
        const Vec3 moved = PolyhedralSystem::position(state.q, cell) - body.mesh().centre[cell];
        const PlanePoint u = fast.cell(i, k);
        largest = std::max({largest, std::abs(u.x), std::abs(u.z)});
        most = std::max({most, std::abs(u.x - moved.x()), std::abs(u.z - moved.z())});
      }
    }
    ASSERT_GT(largest, 1e-9);
    EXPECT_LT(most, 1e-5 * largest) << in_strain;
  }
}

TEST(PlaneStrain, LimitIsThatOfTheGeneralScheme) {
  for (const double poisson : {0.0, 0.25, 0.4, 0.45}) {
    const Elastic material{1.0, poisson, 1.0};
    const PolyhedralSystem body(box_mesh({.count = {24, 1, 24},
                                          .low = {0, 0, 0},
                                          .size = {24, 1, 24},
                                          .endless = {false, true, false}}),
                                material, {});
    const double limit = mka3d_linear::stability_limit(material, 1.0);
    EXPECT_NEAR(mka3d::largest_step(body, body.at_rest().q), limit, 0.01 * limit) << poisson;
    if (poisson < 0.3) {
      EXPECT_NEAR(limit, std::sqrt(1.0 / 6.0 / material.mu()), 1e-9);
    }
  }
}

TEST(PlaneStrain, BlocksOfStepsChangeNoBit) {
  const Elastic rock{1.88e10, 0.25, 2200.0};
  const auto trace = [&](int block, int first) {
    PlaneStrain grid(rock, {.edge = 10.0, .columns = 30, .rows = 25, .step = 1e-3, .block = block},
                     {[](double t) { return std::sin(40.0 * t); }, true});
    const std::size_t place = grid.record(123.0, 17.0);
    grid.run(first);
    grid.run(61 - first);
    std::vector<double> out;
    for (int n = 0; n <= grid.steps_done(); ++n) {
      out.push_back(grid.at(place, n).x);
      out.push_back(grid.at(place, n).z);
    }
    return out;
  };
  const std::vector<double> one = trace(1, 61);
  EXPECT_NE(one.back(), 0.0);
  EXPECT_EQ(one, trace(2, 61));
  EXPECT_EQ(one, trace(4, 30));
  EXPECT_EQ(one, trace(40, 7));
}

TEST(PlaneStrain, ReproducesLambsProblem) {
  // Largest error over largest value, u_x and u_z, at 300 m on the surface and on the line 60
  // degrees below it. Regression values of a separate program, to 5 %.
  struct Expected {
    double edge, surface_x, surface_z, below_x, below_z;
  };
  LambErrors last{};
  for (const Expected e :
       {Expected{20.0, .366, .453, .184, .282}, Expected{10.0, .148, .189, .0316, .0660},
        Expected{5.0, .0426, .0562, .00601, .0168}, Expected{2.5, .0113, .0151, .00150, .00423}}) {
    const LambErrors found = lamb_errors(e.edge, true);
    EXPECT_NEAR(found.surface.x, e.surface_x, 0.05 * e.surface_x) << e.edge;
    EXPECT_NEAR(found.surface.z, e.surface_z, 0.05 * e.surface_z) << e.edge;
    EXPECT_NEAR(found.below.x, e.below_x, 0.05 * e.below_x) << e.edge;
    EXPECT_NEAR(found.below.z, e.below_z, 0.05 * e.below_z) << e.edge;
    if (e.edge == 2.5) {
      EXPECT_NEAR(std::log2(last.below.x / found.below.x), 2.0, 0.05);
      EXPECT_NEAR(std::log2(last.below.z / found.below.z), 2.0, 0.05);
      EXPECT_GT(std::log2(last.surface.x / found.surface.x), 1.85);
      EXPECT_GT(std::log2(last.surface.z / found.surface.z), 1.85);
    }
    last = found;
  }
}

TEST(PlaneStrain, ThePrintedSourceIsOfFirstOrder) {
  // A force on the centre of a surface cell is one at the depth h/2: an error of O(h).
  const LambErrors coarse = lamb_errors(5.0, false), fine = lamb_errors(2.5, false);
  EXPECT_NEAR(coarse.below.x, 0.0295, 0.05 * 0.0295);
  EXPECT_NEAR(fine.below.x, 0.0157, 0.05 * 0.0157);
  EXPECT_NEAR(std::log2(coarse.below.x / fine.below.x), 1.0, 0.15);
}

TEST(PlaneStrain, EchoesOfTheFarSidesComeWhenTheyMust) {
  const Elastic rock{1.88e10, 0.25, 2200.0};
  const computed::lamb::Ricker force(14.5, 0.1);
  const double x = 100.0, z = 40.0;
  const Layout small{.edge = 10.0, .columns = 30, .rows = 28, .step = 1e-3, .block = 4};
  Layout large = small;
  large.columns = 90;
  large.rows = 90;
  const auto run = [&](const Layout& layout) {
    PlaneStrain grid(rock, layout, {[&](double t) { return force(t); }, true});
    grid.record(x, z);
    grid.run(400);
    return grid;
  };
  const PlaneStrain near = run(small), far = run(large);
  const double start = force.delay() - 0.07;  // |F| < 1e-3 before
  const double echo = start + mka3d_linear::echo_time(rock, small, x, z);
  ASSERT_LT(echo, 0.3);
  double largest = 0.0, before = 0.0, after = 0.0;
  for (int n = 0; n <= 400; ++n) {
    const double difference = std::abs(near.at(0, n).z - far.at(0, n).z);
    largest = std::max(largest, std::abs(far.at(0, n).z));
    (n * small.step < echo ? before : after) =
        std::max(n * small.step < echo ? before : after, difference);
  }
  EXPECT_LT(before, 1e-3 * largest);
  EXPECT_GT(after, 0.05 * largest);
}

TEST(PlaneStrain, WrongInputIsASentence) {
  const Elastic rock{1.88e10, 0.25, 2200.0};
  const auto history = [](double) { return 1.0; };
  const Layout good{.edge = 10.0, .columns = 30, .rows = 25, .step = 1e-3, .block = 4};
  const auto with = [&](auto change, Elastic material = {1.88e10, 0.25, 2200.0}) {
    Layout layout = good;
    change(layout);
    EXPECT_THROW(PlaneStrain(material, layout, {history, true}), ConfigurationError);
  };
  EXPECT_NO_THROW(PlaneStrain(rock, good, {history, true}));
  with([](Layout& l) { l.step = 2.3e-3; });  // limit: 0.7071 h / cp = 2.2e-3
  with([](Layout& l) { l.step = std::numeric_limits<double>::quiet_NaN(); });
  with([](Layout& l) { l.columns = 3; });
  with([](Layout& l) { l.rows = 0; });
  with([](Layout& l) { l.edge = -1.0; });
  with([](Layout& l) { l.block = 0; });
  with([](Layout&) {}, {1.88e10, 0.5, 2200.0});
  EXPECT_THROW(PlaneStrain(rock, good, {{}, true}), ConfigurationError);
  PlaneStrain grid(rock, good, {history, true});
  EXPECT_THROW(grid.record(400.0, 0.0), ConfigurationError);
  EXPECT_THROW(grid.record(10.0, -1.0), ConfigurationError);
  EXPECT_THROW(grid.record(10.0, 400.0), ConfigurationError);
  EXPECT_THROW(grid.run(-1), ConfigurationError);
}

}  // namespace
}  // namespace impactbench::testing
