#include "schemes/support/newton/contact_system.hpp"

#include "schemes/support/contacts/closed_contacts.hpp"

#include <algorithm>

namespace impactbench {
namespace {

constexpr int untouched = -1;

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace

template <int Dim, int Dofs>
void ContactSystem<Dim, Dofs>::prepare(const RoundSystem& system, double h, bool friction,
                                       LinearSolver& solver) {
  system_ = &system;
  solver_ = &solver;
  h_ = h;
  friction_ = friction;
  const std::size_t n = system.bodies().size();
  const std::size_t pairs = (Dim == 3 ? 6 : 3) * n;  // the most that equal bodies can touch
  const int rows = friction ? Dofs : Dim;
  slot_.assign(n, untouched);
  touched_.clear();
  touched_.reserve(n);
  keys_.clear();
  keys_.reserve(ClosedContacts<Dim>::per_body * n);
  matrix_.block = rows;
  matrix_.symmetric = !friction;
  matrix_.reserve(n, pairs);
  right_.reserve(index(rows) * n);
  left_.reserve(index(rows) * n);
  solver.prepare(n, pairs, rows);
}

template <int Dim, int Dofs>
void ContactSystem<Dim, Dofs>::number_touched(const std::vector<ActiveContact<Dim>>& contacts) {
  const auto same_key = [](const ActiveContact<Dim>& c, const ContactKey& key) {
    return c.key == key;
  };
  // Most iterations have the contacts of the one before.
  if (std::equal(contacts.begin(), contacts.end(), keys_.begin(), keys_.end(), same_key)) return;
  keys_.clear();
  for (const int body : touched_)
    slot_[index(body)] = untouched;
  for (const ActiveContact<Dim>& c : contacts) {
    keys_.push_back(c.key);
    slot_[index(c.key.body)] = 0;
    if (!is_wall(c.key)) slot_[index(c.key.partner)] = 0;
  }
  touched_.clear();
  for (std::size_t i = 0; i < slot_.size(); ++i) {
    if (slot_[i] == untouched) continue;
    slot_[i] = static_cast<int>(touched_.size());
    touched_.push_back(static_cast<int>(i));
  }
}

template <int Dim, int Dofs>
void ContactSystem<Dim, Dofs>::assemble(const ActiveContacts<Dim>& active) {
  const std::vector<ActiveContact<Dim>>& contacts = active.normal;
  number_touched(contacts);
  const auto first_pair = std::partition_point(contacts.begin(), contacts.end(),
                                               [](const auto& c) { return is_wall(c.key); });
  matrix_.resize(touched_.size(), static_cast<std::size_t>(contacts.end() - first_pair));
  const BodyTable& bodies = system_->bodies();
  const std::size_t b = index(matrix_.block);
  const double scale = 2.0 / (h_ * h_);
  for (std::size_t row = 0; row < touched_.size(); ++row) {
    const std::size_t body = index(touched_[row]);
    double* block = matrix_.diagonal.data() + row * b * b;
    for (std::size_t k = 0; k < Dim; ++k)
      block[k * (b + 1)] = scale * bodies.mass[body];
    if constexpr (Dofs > Dim) {
      if (!friction_) continue;
      for (std::size_t k = Dim; k < Dofs; ++k)
        block[k * (b + 1)] = scale * bodies.inertia[body];
    }
  }
  std::size_t pair = 0;
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const ActiveContact<Dim>& c = contacts[k];
    if (!is_wall(c.key)) {
      matrix_.first[pair] = slot_[index(c.key.body)];
      matrix_.second[pair] = slot_[index(c.key.partner)];
    }
    if (!friction_) {
      add_without_friction(c, pair);
    } else {
      double stiffness = c.stiffness;
      for (const ActiveFriction<Dim>& g : active.friction_of(k)) {
        add_with_friction(c, stiffness, g, pair);
        stiffness = 0.0;
      }
    }
    if (!is_wall(c.key)) ++pair;
  }
}

template <int Dim, int Dofs>
void ContactSystem<Dim, Dofs>::add_without_friction(const ActiveContact<Dim>& c, std::size_t pair) {
  using Block = Eigen::Matrix<double, Dim, Dim>;
  constexpr std::size_t area = Dim * Dim;
  const Vec<Dim> stiff = c.stiffness * c.normal;
  const Block push = stiff * c.normal.transpose();
  const auto at = [&](std::vector<double>& blocks, std::size_t k) {
    return Eigen::Map<Block>(blocks.data() + area * k);
  };
  at(matrix_.diagonal, slot(c.key.body)) += push;
  if (is_wall(c.key)) return;
  at(matrix_.diagonal, slot(c.key.partner)) += push;
  at(matrix_.upper, pair) = -push;
  at(matrix_.lower, pair) = -push;
}

template <int Dim, int Dofs>
void ContactSystem<Dim, Dofs>::add_with_friction(const ActiveContact<Dim>& c, double stiffness,
                                                 const ActiveFriction<Dim>& g, std::size_t pair) {
  using Block = Eigen::Matrix<double, Dofs, Dofs>;
  constexpr std::size_t area = Dofs * Dofs;
  constexpr int slides = Tangents<Dim>::count;
  const Tangents<Dim> tangent = axes_of(g.kind, c.normal);
  // The rows N and T of one of the two bodies. Signs: -1 and +1 on the first, +1 and -1 on the
  // second.
  struct Rows {
    Vec<Dofs> normal;
    Eigen::Matrix<double, Dofs, slides> along;
  };
  const auto rows_of = [&](double sign, double lever) {
    Rows rows{Vec<Dofs>::Zero(), Eigen::Matrix<double, Dofs, slides>::Zero()};
    rows.normal.template head<Dim>() = -sign * c.normal;
    for (int k = 0; k < slides; ++k) {
      rows.along.col(k).template head<Dim>() = sign * tangent.along[index(k)];
      if constexpr (Dofs > Dim)
        rows.along.col(k).template tail<Dofs - Dim>() = lever * tangent.turn[index(k)];
    }
    return rows;
  };
  const double turns = g.torque_of_coupling ? 1.0 : 0.0;
  const auto add = [&](std::vector<double>& blocks, std::size_t k, const Rows& a, const Rows& b) {
    Vec<Dofs> coupled = a.along * g.coupling;
    if constexpr (Dofs > Dim) coupled.template tail<Dofs - Dim>() *= turns;
    Eigen::Map<Block>(blocks.data() + area * k) +=
        (stiffness * a.normal - coupled) * b.normal.transpose() +
        a.along * g.stick * b.along.transpose();
  };
  const Rows first = rows_of(1.0, g.lever_i);
  add(matrix_.diagonal, slot(c.key.body), first, first);
  if (is_wall(c.key)) return;
  const Rows second = rows_of(-1.0, g.lever_j);
  add(matrix_.diagonal, slot(c.key.partner), second, second);
  add(matrix_.upper, pair, first, second);
  add(matrix_.lower, pair, second, first);
}

template <int Dim, int Dofs>
bool ContactSystem<Dim, Dofs>::solve(const Eigen::VectorXd& residual, Eigen::VectorXd& dq,
                                     StepReport& report) {
  const std::size_t b = index(matrix_.block);
  right_.resize(b * touched_.size());
  for (std::size_t row = 0; row < touched_.size(); ++row) {
    for (std::size_t k = 0; k < b; ++k)
      right_[b * row + k] = residual[Dofs * touched_[row] + static_cast<Eigen::Index>(k)];
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
      dq[Dofs * touched_[row] + static_cast<Eigen::Index>(k)] = left_[b * row + k];
  }
  return true;
}

template class ContactSystem<1, 1>;
template class ContactSystem<2, 2>;
template class ContactSystem<2, 3>;
template class ContactSystem<3, 3>;
template class ContactSystem<3, 6>;

}  // namespace impactbench
