// The force kernel of mka3d against the energy of the model, and what a body must not feel.

#include "schemes/mka3d/cell_forces.hpp"
#include "problems/model/deformation_energy.hpp"
#include "problems/polyhedra/meshes/free_face.hpp"
#include "tests/schemes/mka3d/bodies.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace impactbench::testing {
namespace {

Eigen::VectorXd internal_force(const PolyhedralSystem& body, const Eigen::VectorXd& q,
                               double t = 0.0) {
  Eigen::VectorXd force = Eigen::VectorXd::Zero(6 * body.cells()), terms(body.cells());
  body.traction_terms(t, terms);
  mka3d::CellForces(body).add(q, rotations(body, q), terms, force);
  return force;
}

struct Case {
  const char* name;
  Torsion torsion;
  BendingSpring spring;
  Curvatures curvatures{Curvatures::separate};
};

class EveryLaw : public ::testing::TestWithParam<Case> {
 protected:
  static CellMesh cells(std::uint64_t seed) {
    return GetParam().curvatures == Curvatures::coupled ? shaken_layer(seed) : shaken_mesh(seed);
  }
  /// Shaken cells under a traction and a point load.
  [[nodiscard]] static PolyhedralSystem body() {
    CellMesh mesh = cells(1);
    const std::size_t face = free_face(mesh, 8, Vec3::UnitX());
    return {std::move(mesh),
            rubber,
            {.torsion = GetParam().torsion,
             .spring = GetParam().spring,
             .curvatures = GetParam().curvatures,
             .fixed = {},
             .face_loads = {{face, {0.2, -0.1, 0.05}, [](double t) { return 1.0 + t; }, true}},
             .point_loads = {{4, {0.1, 0.2, 0.3}, {1.0, 1.0, 1.2}, {}}}}};
  }
};

TEST_P(EveryLaw, ForcesAreTheGradientOfTheEnergy) {
  // Large strains (0.1) and rotations (0.4 rad): linearised formulas would fail by percents.
  const PolyhedralSystem system = body();
  const Eigen::VectorXd q = shaken(system, 0.1, 0.4, 2);
  const double t = 0.7, step = 3e-4;
  Eigen::VectorXd force(6 * system.cells());
  system.external_force(t, q, q, force);
  force += internal_force(system, q, t);
  const auto energy = [&](int k, double amount) {
    const Eigen::VectorXd there = moved(q, k, amount);
    return deformation_energy(system, t, there).total() + system.external_potential(t, there);
  };
  ASSERT_GT(force.lpNorm<Eigen::Infinity>(), 0.1);
  for (int k = 0; k < force.size(); ++k) {
    // Fourth-order central difference: truncation 1e-14, rounding 1e-12.
    const double slope =
        (8.0 * (energy(k, step) - energy(k, -step)) - energy(k, 2 * step) + energy(k, -2 * step)) /
        (12.0 * step);
    EXPECT_NEAR(force(k), -slope, 1e-9) << "cell " << k / 6 << " coordinate " << k % 6;
  }
}

TEST_P(EveryLaw, ARigidMotionCostsNothing) {
  const PolyhedralSystem system(cells(3), rubber,
                                {.torsion = GetParam().torsion,
                                 .spring = GetParam().spring,
                                 .curvatures = GetParam().curvatures,
                                 .fixed = {},
                                 .face_loads = {},
                                 .point_loads = {}});
  const Eigen::Quaterniond turn(Eigen::AngleAxisd(2.0, Vec3(1, 2, 3).normalized()));
  Eigen::VectorXd q = system.at_rest().q;
  for (int i = 0; i < system.cells(); ++i) {
    q.segment<3>(7 * i) = Vec3(1, -2, 3) + turn * PolyhedralSystem::position(q, i);
    const Eigen::Quaterniond turned = turn * PolyhedralSystem::rotation(q, i);
    q.segment<4>(7 * i + 3) << turned.w(), turned.x(), turned.y(), turned.z();
  }
  EXPECT_LT(std::abs(deformation_energy(system, 0.0, q).total()), 1e-27);
  EXPECT_LT(internal_force(system, q).lpNorm<Eigen::Infinity>(), 1e-14);
}

TEST_P(EveryLaw, InternalForcesHaveNoResultant) {
  const PolyhedralSystem system = body();
  const Eigen::VectorXd q = shaken(system, 0.1, 0.4, 5), force = internal_force(system, q);
  Vec3 sum = Vec3::Zero(), moment = Vec3::Zero();
  double size = 0.0;
  for (int i = 0; i < system.cells(); ++i) {
    const Vec3 f = force.segment<3>(6 * i), torque = force.segment<3>(6 * i + 3);
    sum += f;
    moment += PolyhedralSystem::position(q, i).cross(f) + PolyhedralSystem::rotation(q, i) * torque;
    size += f.norm();
  }
  ASSERT_GT(size, 0.5);
  EXPECT_LT(sum.norm(), 1e-14 * size);
  EXPECT_LT(moment.norm(), 1e-14 * size);
}

INSTANTIATE_TEST_SUITE_P(
    Mka3dForces, EveryLaw,
    ::testing::Values(Case{"polar_sine", Torsion::polar, BendingSpring::sine},
                      Case{"thin_sine", Torsion::thin, BendingSpring::sine},
                      Case{"polar_logarithm", Torsion::polar, BendingSpring::logarithm},
                      Case{"thin_logarithm", Torsion::thin, BendingSpring::logarithm},
                      Case{"coupled_sine", Torsion::thin, BendingSpring::sine, Curvatures::coupled},
                      Case{"coupled_logarithm", Torsion::thin, BendingSpring::logarithm,
                           Curvatures::coupled}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(Mka3dForces, SmallRotationsOfBothSpringsAgree) {
  // theta and sin theta differ by theta^3 / 6.
  const auto torque = [](BendingSpring spring) {
    const PolyhedralSystem system(shaken_mesh(1), rubber,
                                  {.torsion = Torsion::polar,
                                   .spring = spring,
                                   .fixed = {},
                                   .face_loads = {},
                                   .point_loads = {}});
    return internal_force(system, shaken(system, 0.0, 1e-4, 7));
  };
  const Eigen::VectorXd sine = torque(BendingSpring::sine);
  EXPECT_LT((sine - torque(BendingSpring::logarithm)).norm(), 1e-7 * sine.norm());
}

/// Largest unbalanced force of a bar of 6 x 4 x 3 boxes of edge h that is stretched uniformly, in
/// units of E strain h^2.
double patch_residual(double poisson, bool traction_in_strain) {
  const double h = 0.5, stretch = 1e-3;
  const BoxGrid grid{
      .count = {6, 4, 3}, .low = {0, 0, 0}, .size = {6 * h, 4 * h, 3 * h}, .endless = {}};
  const Elastic material{2.0e11, poisson, 7800.0};
  CellMesh mesh = box_mesh(grid);
  PolyhedralSystem::Options options;
  for (std::size_t k = 0; k < mesh.free_faces.size(); ++k) {
    const Vec3 outward = mesh.free_faces[k].outward;
    if (std::abs(outward.x()) < 0.5) continue;
    options.face_loads.push_back({k, material.young * stretch * outward, {}, traction_in_strain});
  }
  EXPECT_EQ(options.face_loads.size(), 24U);
  const PolyhedralSystem system(std::move(mesh), material, options);
  Eigen::VectorXd q = system.at_rest().q;
  for (int i = 0; i < system.cells(); ++i) {
    q(7 * i) *= 1.0 + stretch;
    q.segment<2>(7 * i + 1) *= 1.0 - poisson * stretch;
  }
  Eigen::VectorXd force(6 * system.cells());
  system.external_force(0.0, q, q, force);
  force += internal_force(system, q);
  return force.lpNorm<Eigen::Infinity>() / (material.young * stretch * h * h);
}

TEST(Mka3dForces, AUniformPullGivesAUniformStrain) {
  // Hooke: sigma = E strain, lateral strain -nu strain, in every cell, also at the loaded faces.
  for (const double poisson : {-0.3, 0.0, 0.25, 0.4})
    EXPECT_LT(patch_residual(poisson, true), 1e-8) << poisson;
  // The printed method forgets g_I: the dilatation of a loaded cell with k free faces is too small
  // by d_k strain, d_k = (1 + nu)/2 / (1 + k nu / (2 (1 - 2 nu))), and the worst force is that
  // between a cell inside the loaded end and one on its edge, lambda (d_1 + d_2) / 2 per unit area.
  for (const double poisson : {0.25, 0.4}) {
    const auto lost = [&](int k) {
      return 0.5 * (1.0 + poisson) / (1.0 + 0.5 * k * poisson / (1.0 - 2.0 * poisson));
    };
    const double lambda = poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson));
    const double expected = 0.5 * lambda * (lost(1) + lost(2));
    EXPECT_GT(expected, 0.18);
    EXPECT_NEAR(patch_residual(poisson, false), expected, 1e-6) << poisson;
  }
}

}  // namespace
}  // namespace impactbench::testing
