// Meshes of boxes and the body that they make; every wrong input is a sentence.

#include "problems/base/error.hpp"
#include "problems/model/deformation_energy.hpp"
#include "problems/polyhedra/meshes/box_grid.hpp"
#include "problems/polyhedra/meshes/free_face.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>

namespace impactbench::testing {
namespace {

const Elastic steel{.young = 2.1e11, .poisson = 0.25, .density = 7800.0};

TEST(BoxMesh, VolumesInertiaAndFacesAddUp) {
  const BoxGrid grid{.count = {4, 3, 2}, .low = {1, 2, 3}, .size = {2.0, 3.0, 1.0}, .endless = {}};
  const CellMesh mesh = box_mesh(grid);
  double volume = 0.0;
  Vec3 first = Vec3::Zero(), inertia = Vec3::Zero();
  const Vec3 middle = grid.low + 0.5 * grid.size;
  for (std::size_t i = 0; i < mesh.size(); ++i) {
    const Vec3 apart = mesh.centre[i] - middle;
    volume += mesh.volume[i];
    first += mesh.volume[i] * mesh.centre[i];
    inertia += mesh.volume[i] *
               (mesh.gyration[i] + Vec3::Constant(apart.squaredNorm()) - apart.cwiseAbs2());
  }
  EXPECT_NEAR(volume, 6.0, 1e-13);
  EXPECT_LT((first / volume - middle).norm(), 1e-13);
  // Huygens-Steiner: the inertia of the whole box.
  EXPECT_LT((inertia - 6.0 * box_gyration(grid.size)).norm(), 1e-12);
  EXPECT_EQ(mesh.interfaces.size(), 3U * 3 * 2 + 4U * 2 * 2 + 4U * 3 * 1);
  // The free faces close the body: no resultant normal, area and volume (divergence) of the box.
  Vec3 normals = Vec3::Zero();
  double area = 0.0, divergence = 0.0;
  for (const FreeFace& face : mesh.free_faces) {
    normals += face.area * face.outward;
    area += face.area;
    divergence += face.area * face.outward.dot(face.centroid) / 3.0;
  }
  EXPECT_LT(normals.norm(), 1e-13);
  EXPECT_NEAR(area, 2.0 * (6.0 + 3.0 + 2.0), 1e-13);
  EXPECT_NEAR(divergence, 6.0, 1e-13);
}

TEST(BoxMesh, AnEndlessLayerHasNoSides) {
  const CellMesh mesh = box_mesh(
      {.count = {3, 1, 2}, .low = {0, 0, 0}, .size = {3, 1, 2}, .endless = {false, true, false}});
  EXPECT_EQ(mesh.free_faces.size(), 10U);
  for (const FreeFace& face : mesh.free_faces)
    EXPECT_EQ(face.outward.y(), 0.0);
}

TEST(PolyhedralSystem, FreeVolumeOfABoxIsASixthAFace) {
  const PolyhedralSystem body(
      box_mesh({.count = {3, 3, 3}, .low = {0, 0, 0}, .size = {3, 3, 3}, .endless = {}}), steel,
      {});
  const double share = 3.0 * 0.25 / (1.0 - 0.5);
  EXPECT_NEAR(body.dilated_volume(13), 1.0, 1e-14);               // the middle
  EXPECT_NEAR(body.dilated_volume(4), 1.0 + share / 6.0, 1e-14);  // one free face
  EXPECT_NEAR(body.dilated_volume(0), 1.0 + share / 2.0, 1e-14);  // a corner
}

TEST(PolyhedralSystem, BendingCoefficientsGiveBeamStiffnesses) {
  // Interface 0.8 x 0.5 across x: bending E I, torsion G J with both choices of J.
  const BoxGrid grid{.count = {2, 1, 1}, .low = {0, 0, 0}, .size = {2.0, 0.8, 0.5}, .endless = {}};
  for (const Torsion torsion : {Torsion::polar, Torsion::thin}) {
    const PolyhedralSystem body(box_mesh(grid), steel, {.torsion = torsion});
    const CellLink& link = body.links().at(0);
    const double i_s = 0.8 * 0.8 * 0.8 * 0.5 / 12.0, i_t = 0.8 * 0.5 * 0.5 * 0.5 / 12.0;
    const double j = torsion == Torsion::polar ? i_s + i_t : 0.8 * 0.5 * 0.5 * 0.5 / 6.0;
    const Vec3 a = link.alpha * link.area;
    const double scale = 1e-14 * steel.young;
    EXPECT_NEAR(a[0] + a[1], steel.young * i_s, scale);
    EXPECT_NEAR(a[0] + a[2], steel.young * i_t, scale);
    EXPECT_NEAR(a[1] + a[2], steel.mu() * j, scale);
  }
}

TEST(PolyhedralSystem, EnergyOfABentLinkIsThatOfTheSpring) {
  // Two cells, the second turned by theta about z and carried along: no stretch, bending alone.
  const BoxGrid grid{.count = {2, 1, 1}, .low = {0, 0, 0}, .size = {2.0, 0.8, 0.5}, .endless = {}};
  const double theta = 0.6, i_s = 0.8 * 0.8 * 0.8 * 0.5 / 12.0;
  for (const BendingSpring spring : {BendingSpring::sine, BendingSpring::logarithm}) {
    const PolyhedralSystem body(box_mesh(grid), steel,
                                {.torsion = Torsion::polar, .spring = spring});
    Eigen::VectorXd q = body.at_rest().q;
    q.segment<2>(7) = Eigen::Vector2d(1.0 + 0.5 * std::cos(theta), 0.4 + 0.5 * std::sin(theta));
    q.segment<4>(10) << std::cos(theta / 2), 0.0, 0.0, std::sin(theta / 2);
    const DeformationEnergy energy = deformation_energy(body, 0.0, q);
    const double expected =
        steel.young * i_s *
        (spring == BendingSpring::sine ? 1.0 - std::cos(theta) : 0.5 * theta * theta);
    EXPECT_NEAR(energy.bending, expected, 1e-13 * expected);
    EXPECT_LT(energy.tension, 1e-20 * expected);
  }
}

std::string sentence(const std::function<void()>& wrong) {
  try {
    wrong();
  } catch (const ConfigurationError& error) {
    return error.what();
  }
  return "nothing was refused";
}

TEST(PolyhedralSystem, WrongInputIsASentence) {
  const BoxGrid grid{.count = {3, 2, 2}, .low = {0, 0, 0}, .size = {3, 2, 2}, .endless = {}};
  const auto with = [&](Elastic material, const std::function<void(CellMesh&)>& break_mesh,
                        PolyhedralSystem::Options options = {}) {
    return sentence([&] {
      CellMesh mesh = box_mesh(grid);
      break_mesh(mesh);
      PolyhedralSystem(std::move(mesh), material, std::move(options));
    });
  };
  const auto as_is = [](CellMesh&) {};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(with(steel, as_is), "nothing was refused");
  EXPECT_EQ(with({1.0, 0.5, 1.0}, as_is),
            "polyhedra: Poisson's ratio is 0.5; it must be in (-1, 0.5)");
  EXPECT_NE(with({1.0, nan, 1.0}, as_is).find("Poisson"), std::string::npos);
  EXPECT_NE(with({-1.0, 0.2, 1.0}, as_is).find("Young"), std::string::npos);
  EXPECT_NE(with({1.0, 0.2, 0.0}, as_is).find("density"), std::string::npos);
  EXPECT_EQ(with(steel,
                 [](CellMesh& mesh) {
                   std::erase_if(mesh.interfaces,
                                 [](const Interface& f) { return f.a % 3 == 1 && f.b == f.a + 1; });
                 }),
            "polyhedra: number of pieces that the body falls into is 2; it must be 1: interfaces "
            "must connect all cells");
  EXPECT_NE(with(steel, [](CellMesh& m) { m.volume[3] = -1.0; }).find("volume of cell 3"),
            std::string::npos);
  EXPECT_NE(with(steel, [](CellMesh& m) { m.frame[2] *= -1.0; }).find("rotation of cell 2"),
            std::string::npos);
  EXPECT_NE(with(steel, [](CellMesh& m) { m.interfaces[1].b = 12; }).find("second cell"),
            std::string::npos);
  EXPECT_NE(with(steel,
                 [](CellMesh& m) {
                   m.gyration[0] = {1, 2, 4};
                 })
                .find("largest moment"),
            std::string::npos);
  EXPECT_NE(with(steel, as_is, {.fixed = {12}}).find("fixed cell is 12"), std::string::npos);
  EXPECT_NE(with(steel, as_is, {.face_loads = {{99, {1, 0, 0}, {}, true}}}).find("loaded face"),
            std::string::npos);
  EXPECT_EQ(sentence([&] {
              (void)free_face(box_mesh(grid), 1, {1, 0, 0});
            }),
            "polyhedra: cell 1 has no free face towards (1, 0, 0); only free faces of the body can "
            "be loaded");
  EXPECT_NE(sentence([] {
              (void)box_mesh({.count = {0, 1, 1}});
            }).find("along x is 0"),
            std::string::npos);
  EXPECT_NE(sentence([] {
              (void)box_mesh({.count = {1, 2, 1}, .endless = {false, true, false}});
            }).find("endless"),
            std::string::npos);
}

}  // namespace
}  // namespace impactbench::testing
