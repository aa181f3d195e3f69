#include "schemes/mka3d/cell_forces.hpp"

#include "problems/base/parallel.hpp"
#include "problems/model/bending_torque.hpp"

#include <algorithm>
#include <numeric>

namespace impactbench::mka3d {

int blocks_of_cells(int cells) {
  return blocks_for(static_cast<std::size_t>(cells) * 10);
}

namespace {

/// Numbers of the links in the order of their first cells, so that neighbours lie together.
std::vector<std::size_t> along_cells(const std::vector<CellLink>& links) {
  std::vector<std::size_t> out(links.size());
  std::iota(out.begin(), out.end(), std::size_t{0});
  std::stable_sort(out.begin(), out.end(), [&](std::size_t x, std::size_t y) {
    return std::min(links[x].a, links[x].b) < std::min(links[y].a, links[y].b);
  });
  return out;
}

}  // namespace

CellForces::CellForces(const PolyhedralSystem& system) : system_(&system) {
  const double twice_mu = 2.0 * system.material().mu(), lambda = system.material().lambda();
  const bool logarithm = system.options().spring == BendingSpring::logarithm;
  const CurvatureCoupling& coupling = system.coupling();
  const std::vector<std::size_t> order = along_cells(system.links());
  const auto cells = static_cast<std::size_t>(system.cells());
  std::vector<std::vector<int>> of(cells);
  for (const std::size_t number : order) {
    const CellLink& link = system.links()[number];
    const double slender = link.area / link.distance;
    const Mat3 bend = slender * link.axes_a * link.alpha.asDiagonal() * link.axes_b.transpose();
    const int k = static_cast<int>(links_.size());
    of[static_cast<std::size_t>(link.a)].push_back(k);
    of[static_cast<std::size_t>(link.b)].push_back(-1 - k);
    links_.push_back({link.a, link.b, 0.5 * link.area, slender * twice_mu, 0.5 * link.area * lambda,
                      link.arm_a, link.arm_b, bend});
    if (logarithm) {
      const Vec3 stiffness = slender * (Vec3::Constant(link.alpha.sum()) - link.alpha);
      logarithmic_.push_back({link.axes_a, link.axes_b, stiffness});
    }
    if (!coupling.links.empty()) curved_.push_back({coupling.links[number], 0.25 * link.area});
  }
  stretched_.resize(links_.size());
  pulls_.resize(links_.size());
  strain_.resize(cells);
  couple_.resize(coupling.volume.size());
  for (std::size_t i = 0; i < coupling.volume.size(); ++i)
    stiffened_.push_back(coupling.stiffness[i] / coupling.volume[i]);
  first_.push_back(0);
  for (std::size_t i = 0; i < cells; ++i) {
    dilated_.push_back(1.0 / system.dilated_volume(static_cast<int>(i)));
    links_of_.insert(links_of_.end(), of[i].begin(), of[i].end());
    first_.push_back(links_of_.size());
  }
}

void CellForces::stretch(std::size_t k, const Eigen::VectorXd& q, const std::vector<Mat3>& turns) {
  const Link& link = links_[k];
  Stretched& s = stretched_[k];
  const Vec3 apart = q.segment<3>(7 * link.b) - q.segment<3>(7 * link.a);
  s.arm_a.noalias() = turns[link.a] * link.arm_a;
  s.arm_b.noalias() = turns[link.b] * link.arm_b;
  s.stretch = apart + s.arm_b - s.arm_a;
  s.inverse = 1.0 / apart.norm();
  s.normal = s.inverse * apart;
  s.opening = link.half_area * s.stretch.dot(s.normal);
  if (curved_.empty()) return;
  CurvedLink& curved = curved_[k];
  const Mat3 relative = turns[link.a].transpose() * turns[link.b];
  curved.bend = curved.quarter_area * curved.of.turning.cwiseProduct(relative).sum();
}

/// eps of a cell and, where curvatures are coupled, k'.
void CellForces::strain(std::size_t cell, double traction) {
  double sum = traction, bend = 0.0;
  for (std::size_t at = first_[cell]; at < first_[cell + 1]; ++at) {
    const int link = links_of_[at];
    const std::size_t k = link >= 0 ? link : -1 - link;
    sum += stretched_[k].opening;
    if (curved_.empty()) continue;
    bend += (link >= 0 ? curved_[k].of.sign_a : curved_[k].of.sign_b) * curved_[k].bend;
  }
  strain_[cell] = dilated_[cell] * sum;
  if (!curved_.empty()) couple_[cell] = stiffened_[cell] * bend;
}

/// Torque on a of the coupled curvatures, in space.
Vec3 CellForces::coupled(std::size_t k, const Mat3& turn_a, const Mat3& turn_b) const {
  const CurvedLink& link = curved_[k];
  const double moment = link.quarter_area * (link.of.sign_a * couple_[links_[k].a] +
                                             link.of.sign_b * couple_[links_[k].b]);
  return -moment * crossed(turn_a * link.of.turning * turn_b.transpose());
}

/// Torque on a from the turning of b against it, in space: sum of Q_a a x Q_b a.
Vec3 CellForces::bending(std::size_t k, const Mat3& turn_a, const Mat3& turn_b) const {
  if (logarithmic_.empty()) {
    const Mat3 left = turn_a * links_[k].bend;
    const auto entry = [&](int i, int j) { return left.row(i).dot(turn_b.row(j)); };
    return {entry(1, 2) - entry(2, 1), entry(2, 0) - entry(0, 2), entry(0, 1) - entry(1, 0)};
  }
  const LogarithmicLink& link = logarithmic_[k];
  const Mat3 axes = turn_a * link.axes_a;
  return axes * logarithmic_torque(axes.transpose() * (turn_b * link.axes_b), link.stiffness);
}

void CellForces::pull(std::size_t k, const std::vector<Mat3>& turns) {
  const Link& link = links_[k];
  const Stretched& s = stretched_[k];
  const double squeeze = link.squeeze * (strain_[link.a] + strain_[link.b]);
  const Vec3 lever = link.pull * s.stretch + squeeze * s.normal;
  Vec3 bend = bending(k, turns[link.a], turns[link.b]);
  if (!curved_.empty()) bend += coupled(k, turns[link.a], turns[link.b]);
  Pull& out = pulls_[k];
  out.force = lever + squeeze * s.inverse * (s.stretch - s.stretch.dot(s.normal) * s.normal);
  out.torque_a = s.arm_a.cross(lever) + bend;
  out.torque_b = -(s.arm_b.cross(lever) + bend);
}

void CellForces::add(const Eigen::VectorXd& q, const std::vector<Mat3>& turns,
                     const Eigen::VectorXd& terms, Eigen::VectorXd& force) {
  const int blocks = blocks_of_cells(static_cast<int>(strain_.size()));
  for_blocks(links_.size(), blocks, [&](int, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k)
      stretch(k, q, turns);
  });
  for_blocks(strain_.size(), blocks, [&](int, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      strain(i, terms[static_cast<Eigen::Index>(i)]);
  });
  for_blocks(links_.size(), blocks, [&](int, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k)
      pull(k, turns);
  });
  for_blocks(strain_.size(), blocks, [&](int, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      Vec3 sum = Vec3::Zero(), torque = Vec3::Zero();
      for (std::size_t at = first_[i]; at < first_[i + 1]; ++at) {
        const int k = links_of_[at];
        if (k >= 0) {
          sum += pulls_[k].force;
          torque += pulls_[k].torque_a;
        } else {
          sum -= pulls_[-1 - k].force;
          torque += pulls_[-1 - k].torque_b;
        }
      }
      const auto entry = static_cast<Eigen::Index>(6 * i);
      force.segment<3>(entry) += sum;
      force.segment<3>(entry + 3) += turns[i].transpose() * torque;
    }
  });
  add_contacts(q, turns, force);
}

void CellForces::add_contacts(const Eigen::VectorXd& q, const std::vector<Mat3>& turns,
                              Eigen::VectorXd& force) const {
  for (const PlaneContact& contact : system_->plane_contacts()) {
    const Mat3& turn = turns[contact.cell];
    const double depth = system_->overlap(contact, q, turn);
    if (!(depth > 0.0)) continue;
    const Vec3 push = contact.stiffness * depth * system_->options().planes[contact.plane].normal;
    const Eigen::Index entry = 6 * Eigen::Index{contact.cell};
    force.segment<3>(entry) += push;
    force.segment<3>(entry + 3) += contact.arm.cross(turn.transpose() * push);
  }
}

}  // namespace impactbench::mka3d
