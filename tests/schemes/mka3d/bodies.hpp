#pragma once

#include "problems/model/polyhedral_system.hpp"
#include "problems/polyhedra/meshes/box_grid.hpp"

#include <cstdint>
#include <random>

namespace impactbench::testing {

/// Reproducible numbers in [-1, 1].
class Shaker {
 public:
  explicit Shaker(std::uint64_t seed) : generator_(seed) {}
  double number() { return 2.0 * static_cast<double>(generator_() >> 11U) * 0x1p-53 - 1.0; }
  Vec3 vector() {
    const double x = number(), y = number();
    return {x, y, number()};
  }
  Eigen::Quaterniond turn(double size) {
    const Vec3 v = vector();
    return Eigen::Quaterniond(Eigen::AngleAxisd(size * v.norm(), v.normalized()));
  }

 private:
  std::mt19937_64 generator_;
};

inline constexpr Elastic rubber{.young = 1.0, .poisson = 0.3, .density = 1.0};

/// 3 x 3 x 2 boxes of edges 1, 0.8, 0.6 whose interfaces and frames are shaken, so that no symmetry
/// hides a wrong arm or frame.
inline CellMesh shaken_mesh(std::uint64_t seed) {
  CellMesh mesh = box_mesh({.count = {3, 3, 2}, .size = {3.0, 2.4, 1.2}});
  Shaker shaker(seed);
  for (Interface& face : mesh.interfaces)
    face.centroid += 0.1 * shaker.vector();
  for (Mat3& frame : mesh.frame)
    frame = shaker.turn(1.0).toRotationMatrix();
  return mesh;
}

/// 3 x 3 boxes of one layer, 1 x 0.8 x 0.3, interfaces shaken, frames turned over at random: the
/// axis across the layer is any of the three, up or down.
inline CellMesh shaken_layer(std::uint64_t seed) {
  CellMesh mesh = box_mesh({.count = {3, 3, 1}, .size = {3.0, 2.4, 0.3}});
  Shaker shaker(seed);
  for (Interface& face : mesh.interfaces)
    face.centroid += 0.05 * shaker.vector();
  for (std::size_t i = 0; i < mesh.size(); ++i) {
    const Mat3 by = (Mat3() << 0, 0, 1, 1, 0, 0, 0, 1, 0).finished();  // a third of a turn
    Mat3 turn = Mat3::Identity();
    for (int k = static_cast<int>(i) % 3; k > 0; --k)
      turn = turn * by;
    if (shaker.number() > 0.0) turn.leftCols<2>() *= -1.0;
    mesh.frame[i] = turn;
    mesh.gyration[i] = (turn.transpose() * mesh.gyration[i].asDiagonal() * turn).diagonal();
  }
  return mesh;
}

/// Moves every cell by up to `shift` along each axis and turns it by up to about `angle`.
inline Eigen::VectorXd shaken(const PolyhedralSystem& body, double shift, double angle,
                              std::uint64_t seed) {
  Shaker shaker(seed);
  Eigen::VectorXd q = body.at_rest().q;
  for (int i = 0; i < body.cells(); ++i) {
    q.segment<3>(7 * i) += shift * shaker.vector();
    const Eigen::Quaterniond turn = shaker.turn(angle) * PolyhedralSystem::rotation(q, i);
    q.segment<4>(7 * i + 3) << turn.w(), turn.x(), turn.y(), turn.z();
  }
  return q;
}

/// q with coordinate `k` (of 6 a cell: place in space, rotation about a principal axis) moved by
/// `amount`.
inline Eigen::VectorXd moved(const Eigen::VectorXd& q, int k, double amount) {
  Eigen::VectorXd out = q;
  const int cell = k / 6, axis = k % 6;
  if (axis < 3) {
    out(7 * cell + axis) += amount;
  } else {
    const Eigen::Quaterniond turn =
        PolyhedralSystem::rotation(q, cell) *
        Eigen::Quaterniond(Eigen::AngleAxisd(amount, Vec3::Unit(axis - 3)));
    out.segment<4>(7 * cell + 3) << turn.w(), turn.x(), turn.y(), turn.z();
  }
  return out;
}

inline std::vector<Mat3> rotations(const PolyhedralSystem& body, const Eigen::VectorXd& q) {
  std::vector<Mat3> out;
  for (int i = 0; i < body.cells(); ++i)
    out.push_back(PolyhedralSystem::rotation(q, i).toRotationMatrix());
  return out;
}

}  // namespace impactbench::testing
