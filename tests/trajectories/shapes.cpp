// Shapes of elastic cells for pictures: the faces that are drawn enclose the volume that the mesh
// has.

#include "benchmarks/trajectories/shapes.hpp"

#include "problems/model/polyhedral_system.hpp"
#include "problems/model/problem.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace impactbench::testing {
namespace {

/// Volume of each cell by the divergence theorem over triangles of its faces.
std::vector<double> volumes(const Shapes& shapes) {
  std::vector<double> out(shapes.bodies, 0.0);
  std::size_t corner = 0;
  for (std::size_t f = 0; f < shapes.face_size.size(); ++f) {
    const auto n = static_cast<std::size_t>(shapes.face_size[f]);
    const Vec3* p = &shapes.corners[corner];
    for (std::size_t k = 1; k + 1 < n; ++k)
      out[static_cast<std::size_t>(shapes.face_cell[f])] += p[0].dot(p[k].cross(p[k + 1])) / 6.0;
    corner += n;
  }
  return out;
}

const ProblemEntry& entry(std::string_view name) {
  return *std::find_if(problem_catalogue().begin(), problem_catalogue().end(),
                       [&](const ProblemEntry& e) { return e.name == name; });
}

/// Largest relative difference of a cell's volume as drawn from that of the mesh.
double difference(const char* name, const ParameterSet& settings = {}) {
  const Problem problem = entry(name).make(settings);
  const auto& system = *polyhedral_system(*problem.system);
  const Shapes shapes = shapes_of(system, problem.initial.q);
  EXPECT_EQ(shapes.bodies, static_cast<std::size_t>(system.cells())) << name;
  const std::vector<double> drawn = volumes(shapes);
  double worst = 0.0;
  for (std::size_t i = 0; i < drawn.size(); ++i)
    worst = larger(worst, std::abs(drawn[i] / system.mesh().volume[i] - 1.0));
  return worst;
}

TEST(Shapes, FacesOfCellsEncloseTheirVolume) {
  for (const char* name : {"plate", "cantilever"})
    EXPECT_LT(difference(name), 1e-9) << name;
}

TEST(Shapes, CellsOfCurvedShellsAreDrawnFlat) {
  // Their mesh has volumes of arcs: what is drawn has plane faces, with a difference of order 2 in
  // the angle of a cell.
  const double coarse = difference("pinched_cylinder", {{"around", std::int64_t{32}}});
  const double fine = difference("pinched_cylinder", {{"around", std::int64_t{64}}});
  EXPECT_LT(coarse, 0.05);
  EXPECT_NEAR(coarse / fine, 4.0, 0.4);
}

TEST(Shapes, PosesAreTheCoordinatesOfEachBody) {
  const Problem problem = entry("plate").make({});
  const Shapes shapes = shapes_of(*problem.system, problem.initial.q);
  Poses poses;
  poses_of(shapes, problem.initial.q, problem.initial.v, poses);
  const int last = static_cast<int>(shapes.bodies) - 1;
  const Vec3 x = PolyhedralSystem::position(problem.initial.q, last);
  const Eigen::Quaterniond turn = PolyhedralSystem::rotation(problem.initial.q, last);
  EXPECT_EQ(poses.position[static_cast<std::size_t>(3 * last + 1)], x.y());
  EXPECT_EQ(poses.orientation[static_cast<std::size_t>(4 * last)], turn.w());
  EXPECT_EQ(poses.velocity.size(), 3 * shapes.bodies);
  EXPECT_EQ(poses.spin.size(), 3 * shapes.bodies);
}

TEST(Shapes, BallsHaveThreeNumbersOfPlaceAndOfSpin) {
  const Problem problem = entry("thrown_ball").make({{"radius", 0.2}, {"mass", 3.0}});
  const Shapes shapes = shapes_of(*problem.system, problem.initial.q);
  EXPECT_EQ(to_text(shapes.layout), "balls");
  EXPECT_EQ(shapes.layout, body_layout("balls"));
  EXPECT_EQ(shapes.dimension, 3);
  EXPECT_EQ(shapes.radius, std::vector<double>{0.2});
  EXPECT_EQ(shapes.mass, std::vector<double>{3.0});
  EXPECT_FALSE(shapes.edges.empty()) << "the plane";
  Eigen::VectorXd q(6), v(6);
  q << 1, 2, 3, 4, 5, 6;
  v << 7, 8, 9, 10, 11, 12;
  Poses poses;
  poses_of(shapes, q, v, poses);
  EXPECT_EQ(poses.position, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(poses.orientation, (std::vector<double>{4, 5, 6}));
  EXPECT_EQ(poses.velocity, (std::vector<double>{7, 8, 9}));
  EXPECT_EQ(poses.spin, (std::vector<double>{10, 11, 12}));
}

}  // namespace
}  // namespace impactbench::testing
