#include "schemes/support/contact_system.hpp"

#include <algorithm>

namespace impactbench {
namespace {

constexpr int untouched = -1;

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace

void ContactSystem::prepare(const RoundSystem& system, double h, int rows, LinearSolver& solver) {
  system_ = &system;
  solver_ = &solver;
  h_ = h;
  const std::size_t n = system.bodies().size();
  const std::size_t pairs = 3 * n;  // the most that can touch in the plane
  slot_.assign(n, untouched);
  touched_.clear();
  touched_.reserve(n);
  keys_.clear();
  keys_.reserve(5 * n);
  matrix_.block = rows;
  matrix_.symmetric = rows == 2;
  matrix_.reserve(n, pairs);
  right_.reserve(index(rows) * n);
  left_.reserve(index(rows) * n);
  solver.prepare(n, pairs, rows);
}

void ContactSystem::number_touched(const std::vector<ActiveContact>& contacts) {
  const auto same_key = [](const ActiveContact& c, const ContactKey& key) { return c.key == key; };
  // Most iterations have the contacts of the one before.
  if (std::equal(contacts.begin(), contacts.end(), keys_.begin(), keys_.end(), same_key)) return;
  keys_.clear();
  for (const int disc : touched_)
    slot_[index(disc)] = untouched;
  for (const ActiveContact& c : contacts) {
    keys_.push_back(c.key);
    slot_[index(c.key.disc)] = 0;
    if (!is_wall(c.key)) slot_[index(c.key.partner)] = 0;
  }
  touched_.clear();
  for (std::size_t i = 0; i < slot_.size(); ++i) {
    if (slot_[i] == untouched) continue;
    slot_[i] = static_cast<int>(touched_.size());
    touched_.push_back(static_cast<int>(i));
  }
}

void ContactSystem::assemble(const ActiveContacts& active) {
  const std::vector<ActiveContact>& contacts = active.normal;
  number_touched(contacts);
  const auto first_pair = std::partition_point(contacts.begin(), contacts.end(),
                                               [](const auto& c) { return is_wall(c.key); });
  matrix_.resize(touched_.size(), static_cast<std::size_t>(contacts.end() - first_pair));
  const auto& discs = system_->bodies();
  const std::size_t b = index(matrix_.block);
  const double scale = 2.0 / (h_ * h_);
  for (std::size_t row = 0; row < touched_.size(); ++row) {
    const std::size_t disc = index(touched_[row]);
    double* block = matrix_.diagonal.data() + row * b * b;
    block[0] = block[b + 1] = scale * discs.mass[disc];
    if (b == 3) block[8] = scale * discs.inertia[disc];
  }
  std::size_t pair = 0;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const ActiveContact& c = contacts[k];
    if (!is_wall(c.key)) {
      matrix_.first[pair] = slot_[index(c.key.disc)];
      matrix_.second[pair] = slot_[index(c.key.partner)];
    }
    if (b == 2) {
      add_without_friction(c, pair);
    } else {
      add_with_friction(c, active.friction[k], pair);
    }
    if (!is_wall(c.key)) ++pair;
  }
}

void ContactSystem::add_without_friction(const ActiveContact& c, std::size_t pair) {
  const double xx = c.stiffness * c.normal.x() * c.normal.x();
  const double xy = c.stiffness * c.normal.x() * c.normal.y();
  const double yy = c.stiffness * c.normal.y() * c.normal.y();
  const auto add_to_diagonal = [&](int disc) {
    double* block = matrix_.diagonal.data() + 4 * index(slot_[index(disc)]);
    block[0] += xx;
    block[1] += xy;
    block[2] += xy;
    block[3] += yy;
  };
  add_to_diagonal(c.key.disc);
  if (is_wall(c.key)) return;
  add_to_diagonal(c.key.partner);
  for (std::vector<double>* side : {&matrix_.upper, &matrix_.lower}) {
    double* block = side->data() + 4 * pair;
    block[0] = -xx;
    block[1] = block[2] = -xy;
    block[3] = -yy;
  }
}

void ContactSystem::add_with_friction(const ActiveContact& c, const ActiveFriction& g,
                                      std::size_t pair) {
  const Vec2 t = rot90(c.normal);
  const double turns = g.torque_of_coupling ? 1.0 : 0.0;
  const auto add = [&](double* block, double n_a, double t_a, double l_a, double n_b, double t_b,
                       double l_b) {
    const Vec3 normal_a(n_a * c.normal.x(), n_a * c.normal.y(), 0.0);
    const Vec3 normal_b(n_b * c.normal.x(), n_b * c.normal.y(), 0.0);
    const Vec3 tangent_a(t_a * t.x(), t_a * t.y(), l_a);
    const Vec3 tangent_b(t_b * t.x(), t_b * t.y(), l_b);
    const Vec3 coupled_a(tangent_a.x(), tangent_a.y(), turns * l_a);
    Eigen::Map<Eigen::Matrix3d>{block} += c.stiffness * normal_a * normal_b.transpose() +
                                          g.stick * tangent_a * tangent_b.transpose() -
                                          g.coupling * coupled_a * normal_b.transpose();
  };
  // Signs of N and T: -1 and +1 on the first disc, +1 and -1 on the second.
  add(matrix_.diagonal.data() + 9 * index(slot_[index(c.key.disc)]), -1, 1, g.lever_i, -1, 1,
      g.lever_i);
  if (is_wall(c.key)) return;
  add(matrix_.diagonal.data() + 9 * index(matrix_.second[pair]), 1, -1, g.lever_j, 1, -1,
      g.lever_j);
  add(matrix_.upper.data() + 9 * pair, -1, 1, g.lever_i, 1, -1, g.lever_j);
  add(matrix_.lower.data() + 9 * pair, 1, -1, g.lever_j, -1, 1, g.lever_i);
}

bool ContactSystem::solve(const Eigen::VectorXd& residual, Eigen::VectorXd& dq,
                          StepReport& report) {
  const std::size_t b = index(matrix_.block);
  right_.resize(b * touched_.size());
  for (std::size_t row = 0; row < touched_.size(); ++row) {
    for (std::size_t k = 0; k < b; ++k)
      right_[b * row + k] = residual[3 * touched_[row] + static_cast<Eigen::Index>(k)];
  }
  left_.assign(right_.size(), 0.0);
  SolveReport solved = solver_->factor(matrix_);
  if (solved.status != SolveStatus::breakdown) solved = solver_->solve(right_, left_);
  report.linear_iterations += solved.iterations;
  if (solved.status == SolveStatus::breakdown) {
    report.status = StepStatus::breakdown;
    report.reason = "the linear solver broke down";
    return false;
  }
  for (std::size_t row = 0; row < touched_.size(); ++row) {
    for (std::size_t k = 0; k < b; ++k)
      dq[3 * touched_[row] + static_cast<Eigen::Index>(k)] = left_[b * row + k];
  }
  return true;
}

}  // namespace impactbench
