#include "schemes/support/contact_system.hpp"

#include <algorithm>

namespace impactbench {
namespace {

constexpr int untouched = -1;
constexpr int wall_side = -1;

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace

void ContactSystem::prepare(const DiscSystem& system, double h, int rows, LinearSolver& solver) {
  system_ = &system;
  solver_ = &solver;
  h_ = h;
  const std::size_t n = system.discs().size();
  const std::size_t pairs = 3 * n;  // the most that can touch in the plane
  slot_.assign(n, untouched);
  matrix_.block = rows;
  matrix_.symmetric = rows == 2;
  matrix_.reserve(n, pairs);
  right_.reserve(index(rows) * n);
  left_.reserve(index(rows) * n);
  solver.prepare(n, pairs, rows);
}

void ContactSystem::number_touched(const std::vector<ActiveContact>& contacts) {
  std::fill(slot_.begin(), slot_.end(), untouched);
  for (const ActiveContact& c : contacts) {
    slot_[index(c.key.disc)] = 0;
    if (!is_wall(c.key)) slot_[index(c.key.partner)] = 0;
  }
  matrix_.clear();
  const auto& discs = system_->discs();
  const std::size_t b = index(matrix_.block);
  const double scale = 2.0 / (h_ * h_);
  for (std::size_t i = 0; i < slot_.size(); ++i) {
    if (slot_[i] == untouched) continue;
    const std::size_t row = matrix_.add_row();
    slot_[i] = static_cast<int>(row);
    double* block = matrix_.diagonal.data() + row * b * b;
    block[0] = block[b + 1] = scale * discs.mass[i];
    if (b == 3) block[8] = scale * discs.inertia[i];
  }
}

void ContactSystem::assemble(const std::vector<ActiveContact>& contacts) {
  number_touched(contacts);
  for (const ActiveContact& c : contacts) {
    const int row_i = slot_[index(c.key.disc)];
    const int row_j = is_wall(c.key) ? wall_side : slot_[index(c.key.partner)];
    if (matrix_.block == 2) {
      add_without_friction(c, row_i, row_j);
    } else {
      add_with_friction(c, row_i, row_j);
    }
  }
}

void ContactSystem::add_without_friction(const ActiveContact& c, int row_i, int row_j) {
  const double xx = c.stiffness * c.normal.x() * c.normal.x();
  const double xy = c.stiffness * c.normal.x() * c.normal.y();
  const double yy = c.stiffness * c.normal.y() * c.normal.y();
  const auto add = [&](double* block, double sign) {
    block[0] += sign * xx;
    block[1] += sign * xy;
    block[2] += sign * xy;
    block[3] += sign * yy;
  };
  add(matrix_.diagonal.data() + 4 * index(row_i), 1.0);
  if (row_j == wall_side) return;
  add(matrix_.diagonal.data() + 4 * index(row_j), 1.0);
  const std::size_t pair = matrix_.add_pair(row_i, row_j);
  add(matrix_.upper.data() + 4 * pair, -1.0);
  add(matrix_.lower.data() + 4 * pair, -1.0);
}

void ContactSystem::add_with_friction(const ActiveContact& c, int row_i, int row_j) {
  using Vec3 = Eigen::Vector3d;
  const Vec2 t = rot90(c.normal);
  const double turns = c.torque_of_coupling ? 1.0 : 0.0;
  const auto add = [&](double* block, double n_a, double t_a, double l_a, double n_b, double t_b,
                       double l_b) {
    const Vec3 normal_a(n_a * c.normal.x(), n_a * c.normal.y(), 0.0);
    const Vec3 normal_b(n_b * c.normal.x(), n_b * c.normal.y(), 0.0);
    const Vec3 tangent_a(t_a * t.x(), t_a * t.y(), l_a);
    const Vec3 tangent_b(t_b * t.x(), t_b * t.y(), l_b);
    const Vec3 coupled_a(tangent_a.x(), tangent_a.y(), turns * l_a);
    Eigen::Map<Eigen::Matrix3d>{block} += c.stiffness * normal_a * normal_b.transpose() +
                                          c.stick * tangent_a * tangent_b.transpose() -
                                          c.coupling * coupled_a * normal_b.transpose();
  };
  // Signs of N and T: -1 and +1 on the first disc, +1 and -1 on the second.
  add(matrix_.diagonal.data() + 9 * index(row_i), -1, 1, c.lever_i, -1, 1, c.lever_i);
  if (row_j == wall_side) return;
  add(matrix_.diagonal.data() + 9 * index(row_j), 1, -1, c.lever_j, 1, -1, c.lever_j);
  const std::size_t pair = matrix_.add_pair(row_i, row_j);
  add(matrix_.upper.data() + 9 * pair, -1, 1, c.lever_i, 1, -1, c.lever_j);
  add(matrix_.lower.data() + 9 * pair, 1, -1, c.lever_j, -1, 1, c.lever_i);
}

bool ContactSystem::solve(const std::vector<ActiveContact>& contacts,
                          const Eigen::VectorXd& residual, Eigen::VectorXd& dq,
                          StepReport& report) {
  dq = 0.5 * h_ * h_ * residual.cwiseQuotient(system_->mass());
  if (contacts.empty()) return true;
  const std::size_t b = index(matrix_.block);
  const auto at = [&](std::size_t disc, std::size_t k) {
    return static_cast<Eigen::Index>(3 * disc + k);
  };
  right_.clear();
  for (std::size_t i = 0; i < slot_.size(); ++i) {
    if (slot_[i] == untouched) continue;
    for (std::size_t k = 0; k < b; ++k)
      right_.push_back(residual[at(i, k)]);
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
  for (std::size_t i = 0; i < slot_.size(); ++i) {
    if (slot_[i] == untouched) continue;
    for (std::size_t k = 0; k < b; ++k)
      dq[at(i, k)] = left_[b * index(slot_[i]) + k];
  }
  return true;
}

}  // namespace impactbench
