#include "problems/polyhedra/statics/link_gradient.hpp"

#include "problems/model/bending_torque.hpp"

#include <Eigen/Geometry>

namespace impactbench {
namespace {

Vec3 bending(const PolyhedralSystem& system, const CellLink& link, const Mat3& relative) {
  if (system.options().spring == BendingSpring::sine) {
    return crossed(link.axes_a * link.alpha.asDiagonal() * link.axes_b.transpose() *
                   relative.transpose());
  }
  const Vec3 stiffness = Vec3::Constant(link.alpha.sum()) - link.alpha;
  return link.axes_a *
         logarithmic_torque(link.axes_a.transpose() * relative * link.axes_b, stiffness);
}

}  // namespace

Pose Pose::moved(const Eigen::Matrix<double, 6, 1>& by) const {
  const Vec3 angle = by.tail<3>();
  const double size = angle.norm();
  if (size == 0.0) return {position + by.head<3>(), turn};
  return {position + by.head<3>(),
          turn * Eigen::AngleAxisd(size, Vec3(angle / size)).toRotationMatrix()};
}

LinkState link_state(const PolyhedralSystem& system, std::size_t k, const Pose& a, const Pose& b) {
  const CellLink& link = system.links()[k];
  const double slender = link.area / link.distance;
  const Vec3 apart = b.position - a.position;
  const Vec3 stretch = apart + b.turn * link.arm_b - a.turn * link.arm_a;
  const Vec3 n = apart.normalized();
  const Vec3 pull = slender * 2.0 * system.material().mu() * stretch;
  const Vec3 across = (stretch - stretch.dot(n) * n) / apart.norm();
  const Mat3 relative = a.turn.transpose() * b.turn;
  const Vec3 bend = slender * bending(system, link, relative);

  LinkState out;
  out.opening = link.area * stretch.dot(n);
  out.opening_gradient << -link.area * (n + across),
      -link.area * link.arm_a.cross(a.turn.transpose() * n), link.area * (n + across),
      link.area * link.arm_b.cross(b.turn.transpose() * n);
  out.spring_gradient << -pull, -link.arm_a.cross(a.turn.transpose() * pull) - bend, pull,
      link.arm_b.cross(b.turn.transpose() * pull) + relative.transpose() * bend;
  if (system.coupling().links.empty()) return out;
  // A turn of a changes chi by half of the vector below, one of b takes it back.
  const Mat3& turning = system.coupling().links[k].turning;
  const Vec3 turn = 0.5 * link.area * crossed(turning * relative.transpose());
  out.bend = 0.5 * link.area * turning.cwiseProduct(relative).sum();
  out.bend_gradient << Vec3::Zero(), turn, Vec3::Zero(), -(relative.transpose() * turn);
  return out;
}

PairMatrix link_stiffness(const PolyhedralSystem& system, std::size_t number, const Pose& a,
                          const Pose& b, double pressure, double couple) {
  const CellLink& link = system.links()[number];
  PairMatrix out;
  for (int k = 0; k < 12; ++k) {
    // Equal relative changes of the link by displacements and by rotations.
    const double step = 1e-6 * (k % 6 < 3 ? link.distance : 1.0);
    const auto gradient = [&](double by) -> Pair {
      Eigen::Matrix<double, 6, 1> move = Eigen::Matrix<double, 6, 1>::Zero();
      move[k % 6] = by;
      const LinkState s = k < 6 ? link_state(system, number, a.moved(move), b)
                                : link_state(system, number, a, b.moved(move));
      return s.spring_gradient + pressure * s.opening_gradient + couple * s.bend_gradient;
    };
    out.col(k) = (gradient(step) - gradient(-step)) / (2.0 * step);
  }
  return 0.5 * (out + out.transpose());
}

}  // namespace impactbench
