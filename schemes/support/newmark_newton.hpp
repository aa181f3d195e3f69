#pragma once

#include "problems/contact/geometry.hpp"
#include "problems/contact/neighbour_list.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/support/disc_schemes.hpp"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <optional>
#include <vector>

namespace impactbench {

/// How a contact answers at one Newton iterate: force -force n on the first body, +force n on the
/// second, and d force / d D.
struct ContactResponse {
  Vec2 normal;
  double force;      ///< [N] >= 0
  double stiffness;  ///< [N/m] >= 0
};

/// A normal contact law of the implicit schemes. `x` are centres at the iterate, `x0` at the
/// beginning of the step; iteration counts from 1. Nothing where the contact is open.
template <class L>
concept NormalLaw = requires(const L law, Vec2 x, double r, Wall wall, int k) {
  { law.wall(x, x, r, wall, k) } -> std::same_as<std::optional<ContactResponse>>;
  { law.pair(x, x, x, x, r, r, k) } -> std::same_as<std::optional<ContactResponse>>;
  /// Whether contacts that are closed at x0 alone still exert a force.
  { L::looks_back } -> std::convertible_to<bool>;
};

struct NewtonSettings {
  double tolerance{1e-12};  ///< on the correction [m]
  int max_iterations{50};
  bool accept_two_cycle{false};  ///< also stop when two corrections in a row cancel
};

/// Newmark's method with gamma = 1, beta = 1/2,
///   q^{n+1} = q^n + h v^n + h^2/2 a^{n+1},  v^{n+1} = v^n + h a^{n+1}
///   <=>  v^{n+1} = (2/h) (q^{n+1} - q^n) - v^n,
/// with the contact force at the end of the step, solved by Newton's method:
///   (2 M / h^2 + A) dq = M (v^n - v) / h + p + F_ext,   q += dq,  v += (2/h) dq,
/// A = sum of stiffness (n, -n)(n, -n)^T over the closed contacts (no geometric stiffness), p their
/// forces. Starts from q = q^n + h v^n, v = v^n; at least two iterations; stops when the 2-norm of
/// dq over all degrees of freedom is below the tolerance. Only discs that touch something enter
/// the linear system; it decouples for the others.
/// Source: nguyen2024, sections 4.2.1 and 4.3.1 and the appendix listing.
template <NormalLaw Law>
class NewmarkNewton {
 public:
  NewmarkNewton(Law law, NewtonSettings settings) : law_(law), settings_(settings) {}

  void prepare(const MechanicalSystem& system, const State& start, double h, LinearSolver& solver) {
    system_ = &disc_system(system);
    solver_ = &solver;
    h_ = h;
    const Eigen::Index dofs = system.dofs();
    for (Eigen::VectorXd* work : {&q_, &v_, &residual_, &dq_, &previous_, &external_}) {
      work->setZero(dofs);
    }
    neighbours_.prepare(*system_, start.q, Search::cell_grid, NeighbourList::usual_skin(*system_));
    const std::size_t n = system_->discs().size();
    slot_.assign(n, untouched);
    // Discs in the plane have at most 3 n - 6 touching pairs and rarely two walls each.
    const std::size_t pairs = 3 * n;
    contacts_.reserve(pairs + 2 * n);
    matrix_.block = 2;
    matrix_.reserve(n, pairs);
    right_.reserve(2 * n);
    left_.reserve(2 * n);
    solver.prepare(n, pairs, matrix_.block);
  }

  /// `enter` is called with the Phase that begins.
  template <class Enter>
  StepReport step(State& state, Enter&& enter) {
    StepReport report;
    system_->external_force(static_cast<double>(state.step) * h_, state.q, state.v, external_);
    q_ = state.q + h_ * state.v;
    v_ = state.v;
    previous_.setZero();
    double change = 0.0;
    bool converged = false;
    for (int k = 1; k <= settings_.max_iterations && !converged; ++k) {
      report.nonlinear_iterations = k;
      enter(Phase::detection);
      update_neighbours(state.q);
      enter(Phase::assembly);
      residual_ = system_->mass().cwiseProduct(state.v - v_) / h_ + external_;
      collect_contacts(state.q, k);
      // Discs that touch nothing: M alone.
      dq_ = 0.5 * h_ * h_ * residual_.cwiseQuotient(system_->mass());
      if (!contacts_.empty()) {
        assemble();
        enter(Phase::solve);
        if (!solve(report)) return report;
      }
      enter(Phase::update);
      q_ += dq_;
      v_ += (2.0 / h_) * dq_;
      change = dq_.norm();
      if (!std::isfinite(change)) {
        report.status = StepStatus::breakdown;
        report.reason = "the Newton correction is not a number";
        return report;
      }
      converged = k > 1 && small_enough(change);
      previous_.swap(dq_);
    }
    report.own_residual = change;
    if (!converged) {
      report.status = StepStatus::not_converged;
      report.reason = "Newton's method reached its limit of iterations";
    }
    state.q.swap(q_);
    state.v.swap(v_);
    ++state.step;
    return report;
  }

 private:
  struct ActiveContact {
    int i, j;  ///< discs; j = wall_side for a wall
    Vec2 normal;
    double stiffness;
  };
  static constexpr int wall_side = -1;
  static constexpr int untouched = -1;

  void update_neighbours(const Eigen::VectorXd& q0) {
    if constexpr (Law::looks_back) {
      neighbours_.update(q0, q_);
    } else {
      neighbours_.update(q_);
    }
  }

  [[nodiscard]] bool small_enough(double change) const {
    if (change < settings_.tolerance) return true;
    return settings_.accept_two_cycle && (dq_ + previous_).norm() < settings_.tolerance;
  }

  /// The closed contacts into contacts_, their forces into residual_.
  void collect_contacts(const Eigen::VectorXd& q0, int k) {
    const auto& radius = system_->discs().radius;
    contacts_.clear();
    for (const auto [i, w] : neighbours_.walls()) {
      const auto response =
          law_.wall(centre(q_, i), centre(q0, i), radius[index(i)], system_->walls()[index(w)], k);
      if (response) add_contact(i, wall_side, *response);
    }
    for (const auto [i, j] : neighbours_.pairs()) {
      const auto response = law_.pair(centre(q_, i), centre(q_, j), centre(q0, i), centre(q0, j),
                                      radius[index(i)], radius[index(j)], k);
      if (response) add_contact(i, j, *response);
    }
  }

  void add_contact(int i, int j, const ContactResponse& response) {
    const Vec2 force = response.force * response.normal;
    residual_.segment<2>(3 * i) -= force;
    if (j != wall_side) residual_.segment<2>(3 * j) += force;
    contacts_.push_back({i, j, response.normal, response.stiffness});
  }

  /// 2 M / h^2 + A over the touched discs, in the order of their numbers.
  void assemble() {
    std::fill(slot_.begin(), slot_.end(), untouched);
    for (const ActiveContact& c : contacts_) {
      slot_[index(c.i)] = 0;
      if (c.j != wall_side) slot_[index(c.j)] = 0;
    }
    matrix_.clear();
    right_.clear();
    for (std::size_t i = 0; i < slot_.size(); ++i) {
      if (slot_[i] == untouched) continue;
      const std::size_t row = matrix_.add_row();
      slot_[i] = static_cast<int>(row);
      const double inertia = 2.0 * system_->discs().mass[i] / (h_ * h_);
      matrix_.diagonal[4 * row] = matrix_.diagonal[4 * row + 3] = inertia;
      right_.push_back(residual_[static_cast<Eigen::Index>(3 * i)]);
      right_.push_back(residual_[static_cast<Eigen::Index>(3 * i + 1)]);
    }
    for (const ActiveContact& c : contacts_) {
      const double xx = c.stiffness * c.normal.x() * c.normal.x();
      const double xy = c.stiffness * c.normal.x() * c.normal.y();
      const double yy = c.stiffness * c.normal.y() * c.normal.y();
      const auto add = [&](double* block, double sign) {
        block[0] += sign * xx;
        block[1] += sign * xy;
        block[2] += sign * xy;
        block[3] += sign * yy;
      };
      const auto row_i = static_cast<std::size_t>(slot_[index(c.i)]);
      add(matrix_.diagonal.data() + 4 * row_i, 1.0);
      if (c.j == wall_side) continue;
      const auto row_j = static_cast<std::size_t>(slot_[index(c.j)]);
      add(matrix_.diagonal.data() + 4 * row_j, 1.0);
      const std::size_t pair = matrix_.add_pair(static_cast<int>(row_i), static_cast<int>(row_j));
      add(matrix_.upper.data() + 4 * pair, -1.0);
      add(matrix_.lower.data() + 4 * pair, -1.0);
    }
  }

  /// dq of the touched discs; false on breakdown, with the report filled.
  bool solve(StepReport& report) {
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
      const auto row = static_cast<std::size_t>(slot_[i]);
      dq_[static_cast<Eigen::Index>(3 * i)] = left_[2 * row];
      dq_[static_cast<Eigen::Index>(3 * i + 1)] = left_[2 * row + 1];
    }
    return true;
  }

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  Law law_;
  NewtonSettings settings_;
  const DiscSystem* system_{nullptr};
  LinearSolver* solver_{nullptr};
  double h_{0.0};
  NeighbourList neighbours_;
  std::vector<ActiveContact> contacts_;
  std::vector<int> slot_;  ///< block row of each touched disc
  BlockMatrix matrix_;
  std::vector<double> right_, left_;
  Eigen::VectorXd q_, v_, residual_, dq_, previous_, external_;
};

}  // namespace impactbench
