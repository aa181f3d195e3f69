#pragma once

#include "problems/contact/pair_tree.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/maury/maury.hpp"
#include "schemes/support/contact_key.hpp"

#include <Eigen/Core>

#include <cstdlib>
#include <functional>
#include <span>
#include <vector>

namespace impactbench::maury {

/// The step in one dimension: poses the contact problem over the pairs that matter, and completes
/// it until it stands for all of them.
template <int Dim>
class Minimiser {
 public:
  using Enter = std::function<void(Phase)>;

  void prepare(const MechanicalSystem& system, const State& start, double h, const Params& params,
               ContactSolver& solver, Enter enter);
  StepReport step(State& state);

  [[nodiscard]] const ContactProblem& problem() const { return problem_; }
  [[nodiscard]] std::span<const double> impulses() const { return impulses_; }

 private:
  /// A contact that pressed in the last step.
  struct Pressed {
    ContactKey key;
    double impulse;
  };

  void aim(const State& state);
  /// Whether a pair may be a row. On a line only neighbours in order are: their gaps being open,
  /// so are all others, and the rows stay the chain that they are.
  [[nodiscard]] bool counts(int i, int j) const {
    return Dim > 1 ||
           std::abs(rank_[static_cast<std::size_t>(i)] - rank_[static_cast<std::size_t>(j)]) == 1;
  }
  void start_rows(const State& state);
  void add_row(const ContactKey& key, const Eigen::VectorXd& q);
  /// U + M^-1 G^T p into u_.
  void push();
  /// Appends the pairs and obstacles that u_ violates and that are no rows. Returns the worst
  /// violation [m/s].
  double add_violated(const Eigen::VectorXd& q);
  /// W p + b of one row, from u_ [m/s].
  [[nodiscard]] double opening(std::size_t c) const;
  /// Natural residual at u_ of the first rows, those that were solved for [m/s].
  [[nodiscard]] double residual(std::size_t rows) const;
  void remember();

  const MechanicalSystem* system_{nullptr};
  ContactSolver* solver_{nullptr};
  Params params_;
  Enter enter_;
  double h_{0.0}, smallest_radius_{1.0};
  RoundBodies bodies_;
  PairTree<Dim> tree_;
  std::vector<int> rank_;  ///< place of each body on the line, where Dim is 1
  ContactProblem problem_;
  std::vector<ContactKey> keys_;   ///< per row
  std::vector<ContactKey> known_;  ///< the same, sorted
  std::vector<ContactKey> found_;  ///< what a search adds
  std::vector<double> impulses_;
  std::vector<Pressed> pressed_;  ///< in the order of contact_key.hpp
  Eigen::VectorXd force_;         ///< of the system
  Eigen::VectorXd aim_;           ///< U, Dim per body [m/s]
  Eigen::VectorXd u_;             ///< [m/s]
};

extern template class Minimiser<1>;
extern template class Minimiser<2>;
extern template class Minimiser<3>;

}  // namespace impactbench::maury
