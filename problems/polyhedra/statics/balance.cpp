#include "problems/polyhedra/statics/balance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace impactbench {

using Vector6 = Eigen::Matrix<double, 6, 1>;

Balance::Balance(const PolyhedralSystem& system, double t)
    : system_(system), time_(t), openings_(static_cast<std::size_t>(system.cells())) {
  for (std::size_t k = 0; k < system.links().size(); ++k) {
    openings_[system.links()[k].a].push_back(k);
    openings_[system.links()[k].b].push_back(k);
  }
  terms_.resize(system.cells());
  system.traction_terms(t, terms_);
  set(system.at_rest().q, 0.0);
}

void Balance::pose(const Eigen::VectorXd& q) {
  q_ = q;
  poses_.resize(static_cast<std::size_t>(system_.cells()));
  for (int i = 0; i < system_.cells(); ++i) {
    poses_[i] = {PolyhedralSystem::position(q, i),
                 PolyhedralSystem::rotation(q, i).toRotationMatrix()};
  }
}

void Balance::set(const Eigen::VectorXd& q, double share) {
  share_ = share;
  pose(q);
  states_.clear();
  strain_ = share * terms_;
  const CurvatureCoupling& coupling = system_.coupling();
  curvature_ = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(coupling.volume.size()));
  for (std::size_t k = 0; k < system_.links().size(); ++k) {
    const CellLink& link = system_.links()[k];
    states_.push_back(link_state(system_, k, poses_[link.a], poses_[link.b]));
    strain_[link.a] += 0.5 * states_.back().opening;
    strain_[link.b] += 0.5 * states_.back().opening;
    if (coupling.links.empty()) continue;
    curvature_[link.a] += 0.5 * coupling.links[k].sign_a * states_.back().bend;
    curvature_[link.b] += 0.5 * coupling.links[k].sign_b * states_.back().bend;
  }
  for (int i = 0; i < system_.cells(); ++i)
    strain_[i] /= system_.dilated_volume(i);
  for (Eigen::Index i = 0; i < curvature_.size(); ++i)
    curvature_[i] /= coupling.volume[static_cast<std::size_t>(i)];
}

double Balance::couple(std::size_t k) const {
  const CurvatureCoupling& coupling = system_.coupling();
  if (coupling.links.empty()) return 0.0;
  const CellLink& link = system_.links()[k];
  const CurvatureLink& curved = coupling.links[k];
  return 0.5 * (curved.sign_a * coupling.stiffness[link.a] * curvature_[link.a] +
                curved.sign_b * coupling.stiffness[link.b] * curvature_[link.b]);
}

double Balance::rounding() const {
  double largest = 0.0;
  for (const CellLink& link : system_.links()) {
    const double size = poses_[link.a].position.norm() + poses_[link.b].position.norm();
    largest = std::max(largest, link.area / link.distance * size);
  }
  return 16.0 * std::numeric_limits<double>::epsilon() * system_.material().mu() * largest;
}

Eigen::VectorXd Balance::residual(double& largest) const {
  const Eigen::Index n = 6 * system_.cells();
  Eigen::VectorXd out(n);
  system_.external_force(time_, q_, Eigen::VectorXd::Zero(n), out);
  out *= share_;
  largest = out.lpNorm<Eigen::Infinity>();
  for (std::size_t k = 0; k < states_.size(); ++k) {
    const CellLink& link = system_.links()[k];
    const Pair force = states_[k].spring_gradient + pressure(link) * states_[k].opening_gradient +
                       couple(k) * states_[k].bend_gradient;
    largest = std::max(largest, force.lpNorm<Eigen::Infinity>());
    out.segment<6>(6 * link.a) -= force.head<6>();
    out.segment<6>(6 * link.b) -= force.tail<6>();
  }
  for (int i = 0; i < system_.cells(); ++i)
    if (system_.is_fixed(i)) out.segment<6>(6 * i).setZero();
  return out;
}

/// Every pair of the cells that a cell's sum over its links sees.
template <class Gradient, class Add>
void Balance::square(int cell, double factor, Gradient&& gradient_of, Add& add) const {
  std::vector<std::pair<int, Vector6>> gradient{{cell, Vector6::Zero()}};
  for (const std::size_t k : openings_[cell]) {
    const CellLink& link = system_.links()[k];
    const bool first = link.a == cell;
    const Pair g = gradient_of(k, first);
    gradient[0].second += 0.5 * (first ? g.head<6>() : g.tail<6>());
    gradient.emplace_back(first ? link.b : link.a, 0.5 * (first ? g.tail<6>() : g.head<6>()));
  }
  for (const auto& [a, grad_a] : gradient)
    for (const auto& [b, grad_b] : gradient)
      add(a, b, Eigen::Matrix<double, 6, 6>(grad_a * grad_b.transpose()), factor);
}

/// Second derivative of the potential -F . (X + Q r) of every force by the rotation of its cell:
/// (f . r) 1 - (f r^T + r f^T) / 2 with f = Q^T F.
template <class Add>
void Balance::turn_loads(Add& add) const {
  const auto turn = [&](int cell, const Vec3& force, const Vec3& point) {
    const CellMesh& mesh = system_.mesh();
    const Vec3 f = poses_[cell].turn.transpose() * force;
    const Vec3 r = mesh.frame[cell].transpose() * (point - mesh.centre[cell]);
    Eigen::Matrix<double, 6, 6> block = Eigen::Matrix<double, 6, 6>::Zero();
    block.bottomRightCorner<3, 3>() =
        f.dot(r) * Mat3::Identity() - 0.5 * (f * r.transpose() + r * f.transpose());
    add(cell, cell, block, share_);
  };
  const auto now = [&](const History& history) { return history ? history(time_) : 1.0; };
  for (const PointLoad& load : system_.options().point_loads)
    turn(load.cell, now(load.history) * load.force, load.point);
  for (const FaceLoad& load : system_.options().face_loads) {
    const FreeFace& face = system_.mesh().free_faces[load.face];
    turn(face.cell, now(load.history) * face.area * load.traction, face.centroid);
  }
}

SparseMatrix Balance::stiffness() const {
  std::vector<Eigen::Triplet<double>> entries;
  const auto add = [&](int a, int b, const auto& block, double factor) {
    if (system_.is_fixed(a) || system_.is_fixed(b) || a < b) return;  // lower triangle
    for (int r = 0; r < 6; ++r)
      for (int c = 0; c < 6; ++c)
        entries.emplace_back(6 * a + r, 6 * b + c, factor * block(r, c));
  };
  for (std::size_t number = 0; number < states_.size(); ++number) {
    const CellLink& link = system_.links()[number];
    const PairMatrix k = link_stiffness(system_, number, poses_[link.a], poses_[link.b],
                                        pressure(link), couple(number));
    add(link.a, link.a, k.topLeftCorner<6, 6>(), 1.0);
    add(link.b, link.b, k.bottomRightCorner<6, 6>(), 1.0);
    add(link.a, link.b, k.topRightCorner<6, 6>(), 1.0);
    add(link.b, link.a, k.bottomLeftCorner<6, 6>(), 1.0);
  }
  turn_loads(add);
  const CurvatureCoupling& coupling = system_.coupling();
  for (int i = 0; i < system_.cells(); ++i) {
    // lambda W grad eps (grad eps)^T, and the same of the curvatures.
    square(
        i, system_.material().lambda() / system_.dilated_volume(i),
        [&](std::size_t k, bool) -> Pair { return states_[k].opening_gradient; }, add);
    if (coupling.links.empty()) continue;
    const auto cell = static_cast<std::size_t>(i);
    square(
        i, coupling.stiffness[cell] / coupling.volume[cell],
        [&](std::size_t k, bool first) -> Pair {
          const CurvatureLink& curved = coupling.links[k];
          return (first ? curved.sign_a : curved.sign_b) * states_[k].bend_gradient;
        },
        add);
  }
  double largest = 0.0;
  for (const auto& entry : entries)
    largest = std::max(largest, std::abs(entry.value()));
  // A grain of stiffness for the rigid motions of a body that nothing holds.
  for (int i = 0; i < 6 * system_.cells(); ++i)
    entries.emplace_back(i, i, system_.is_fixed(i / 6) ? largest : 1e-13 * largest);
  SparseMatrix out(6 * system_.cells(), 6 * system_.cells());
  out.setFromTriplets(entries.begin(), entries.end());
  return out;
}

}  // namespace impactbench
