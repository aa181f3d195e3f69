#include "problems/model/deformation_energy.hpp"

#include <algorithm>

namespace impactbench {
namespace {

double bending(const CellLink& link, BendingSpring spring, const Mat3& turn_a, const Mat3& turn_b) {
  const Mat3 a = turn_a * link.axes_a, b = turn_b * link.axes_b;
  if (spring == BendingSpring::sine) {
    return 0.5 * link.alpha.dot((b - a).colwise().squaredNorm().transpose());
  }
  const Eigen::AngleAxisd relative(Mat3(a.transpose() * b));
  const Vec3 theta = relative.angle() * relative.axis();
  const Vec3 stiffness = Vec3::Constant(link.alpha.sum()) - link.alpha;
  return 0.5 * stiffness.dot(theta.cwiseAbs2());
}

/// U_k of CurvatureCoupling.
double curvature_energy(const PolyhedralSystem& system, const std::vector<Mat3>& turns) {
  const CurvatureCoupling& coupling = system.coupling();
  Eigen::VectorXd bend = Eigen::VectorXd::Zero(system.cells());  // W' k
  for (std::size_t k = 0; k < coupling.links.size(); ++k) {
    const CellLink& link = system.links()[k];
    const CurvatureLink& curved = coupling.links[k];
    const Mat3 relative = turns[link.a].transpose() * turns[link.b];
    const double part = 0.25 * link.area * curved.turning.cwiseProduct(relative).sum();
    bend(link.a) += curved.sign_a * part;
    bend(link.b) += curved.sign_b * part;
  }
  double sum = 0.0;
  for (std::size_t i = 0; i < coupling.volume.size(); ++i) {
    const double here = bend(static_cast<Eigen::Index>(i));
    sum += 0.5 * coupling.stiffness[i] * here * here / coupling.volume[i];
  }
  return sum;
}

}  // namespace

DeformationEnergy deformation_energy(const PolyhedralSystem& system, double t,
                                     const Eigen::VectorXd& q) {
  const Elastic& material = system.material();
  DeformationEnergy out;
  Eigen::VectorXd strain(system.cells());
  system.traction_terms(t, strain);
  std::vector<Mat3> turns;
  turns.reserve(static_cast<std::size_t>(system.cells()));
  for (int i = 0; i < system.cells(); ++i)
    turns.push_back(PolyhedralSystem::rotation(q, i).toRotationMatrix());
  for (const CellLink& link : system.links()) {
    const Mat3 &turn_a = turns[link.a], &turn_b = turns[link.b];
    const Vec3 apart =
        PolyhedralSystem::position(q, link.b) - PolyhedralSystem::position(q, link.a);
    const Vec3 stretch = apart + turn_b * link.arm_b - turn_a * link.arm_a;
    const double opening = 0.5 * link.area * stretch.dot(apart.normalized());
    strain(link.a) += opening;
    strain(link.b) += opening;
    const double slender = link.area / link.distance;
    out.tension += material.mu() * slender * stretch.squaredNorm();
    out.bending += slender * bending(link, system.options().spring, turn_a, turn_b);
  }
  out.bending += curvature_energy(system, turns);
  for (int i = 0; i < system.cells(); ++i) {
    const double w = system.dilated_volume(i), eps = strain(i) / w;
    out.dilation += 0.5 * material.lambda() * w * eps * eps;
  }
  for (const PlaneContact& contact : system.plane_contacts()) {
    const double depth = std::max(system.overlap(contact, q, turns[contact.cell]), 0.0);
    out.contact += 0.5 * contact.stiffness * depth * depth;
  }
  return out;
}

}  // namespace impactbench
