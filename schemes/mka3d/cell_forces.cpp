#include "schemes/mka3d/cell_forces.hpp"

#include "problems/model/bending_torque.hpp"

#include <algorithm>

namespace impactbench::mka3d {
CellForces::CellForces(const PolyhedralSystem& system) {
  const double twice_mu = 2.0 * system.material().mu(), lambda = system.material().lambda();
  const bool logarithm = system.options().spring == BendingSpring::logarithm;
  std::vector<CellLink> sorted = system.links();
  std::stable_sort(sorted.begin(), sorted.end(), [](const CellLink& x, const CellLink& y) {
    return std::min(x.a, x.b) < std::min(y.a, y.b);
  });
  for (const CellLink& link : sorted) {
    const double slender = link.area / link.distance;
    const Mat3 bend = slender * link.axes_a * link.alpha.asDiagonal() * link.axes_b.transpose();
    links_.push_back({link.a, link.b, 0.5 * link.area, slender * twice_mu, 0.5 * link.area * lambda,
                      link.arm_a, link.arm_b, bend});
    if (logarithm) {
      const Vec3 stiffness = slender * (Vec3::Constant(link.alpha.sum()) - link.alpha);
      logarithmic_.push_back({link.axes_a, link.axes_b, stiffness});
    }
  }
  stretch_.resize(links_.size());
  strain_.resize(static_cast<std::size_t>(system.cells()));
  for (int i = 0; i < system.cells(); ++i)
    dilated_.push_back(1.0 / system.dilated_volume(i));
}

void CellForces::strains(const Eigen::VectorXd& q, const std::vector<Mat3>& turns,
                         const Eigen::VectorXd& terms) {
  std::copy(terms.begin(), terms.end(), strain_.begin());
  for (std::size_t k = 0; k < links_.size(); ++k) {
    const Link& link = links_[k];
    const Vec3 apart = q.segment<3>(7 * link.b) - q.segment<3>(7 * link.a);
    const Vec3 stretch = apart + turns[link.b] * link.arm_b - turns[link.a] * link.arm_a;
    const double opening = link.half_area * stretch.dot(apart) / apart.norm();
    stretch_[k] = stretch;
    strain_[link.a] += opening;
    strain_[link.b] += opening;
  }
  for (std::size_t i = 0; i < strain_.size(); ++i)
    strain_[i] *= dilated_[i];
}

Vec3 CellForces::bending(std::size_t k, const Mat3& relative) const {
  if (logarithmic_.empty()) return crossed(links_[k].bend * relative.transpose());
  const LogarithmicLink& link = logarithmic_[k];
  return link.axes_a *
         logarithmic_torque(link.axes_a.transpose() * relative * link.axes_b, link.stiffness);
}

void CellForces::add(const Eigen::VectorXd& q, const std::vector<Mat3>& turns,
                     const Eigen::VectorXd& terms, Eigen::VectorXd& force) {
  strains(q, turns, terms);
  for (std::size_t k = 0; k < links_.size(); ++k) {
    const Link& link = links_[k];
    const Mat3 &turn_a = turns[link.a], &turn_b = turns[link.b];
    const Vec3 apart = q.segment<3>(7 * link.b) - q.segment<3>(7 * link.a);
    const double inverse = 1.0 / apart.norm();
    const Vec3 n = inverse * apart, &stretch = stretch_[k];
    const double squeeze = link.squeeze * (strain_[link.a] + strain_[link.b]);
    const Vec3 lever = link.pull * stretch + squeeze * n;
    const Vec3 total = lever + squeeze * inverse * (stretch - stretch.dot(n) * n);
    const Mat3 relative = turn_a.transpose() * turn_b;
    const Vec3 bend = bending(k, relative);
    force.segment<3>(6 * link.a) += total;
    force.segment<3>(6 * link.b) -= total;
    force.segment<3>(6 * link.a + 3) += link.arm_a.cross(turn_a.transpose() * lever) + bend;
    force.segment<3>(6 * link.b + 3) -=
        link.arm_b.cross(turn_b.transpose() * lever) + relative.transpose() * bend;
  }
}

}  // namespace impactbench::mka3d
