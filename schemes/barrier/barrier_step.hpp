#pragma once

#include "problems/contact/pair_tree.hpp"
#include "problems/model/contact_step.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/barrier/barrier_law.hpp"
#include "schemes/support/contacts/contact_key.hpp"
#include "schemes/support/contacts/contact_matrix.hpp"

#include <Eigen/Core>

#include <cstddef>
#include <vector>

namespace impactbench::barrier {

/// The step of barrier.hpp for round bodies with so many degrees of freedom each, by Newton's
/// method for the sum over velocities v. The second derivative omits that of the normals (which is
/// not positive); each step goes at most 0.9 of the distance to the first touch, and as far as the
/// sum decreases. Contacts are those of bodies that move no farther than a bound; where bodies move
/// farther, the bound grows.
template <int Dim, int Dofs>
class BarrierStep final : public Scheme {
 public:
  /// Throws ConfigurationError where gaps are closed at the start.
  BarrierStep(const BarrierRule& rule, const RoundSystem& system, const State& start, double h,
              LinearSolver& solver);
  StepReport step(State& state) override;

 private:
  static constexpr Eigen::Index dofs = Dofs;
  [[nodiscard]] static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  void aim(const State& state);
  void gather(const State& state);
  void add(const ContactKey& key, const State& state);
  [[nodiscard]] StepReport minimise(const State& state);
  void compute_normals(const State& state);
  [[nodiscard]] double compute_gradient(const State& state);
  void compute_rounding(const State& state);
  void compute_matrix();
  [[nodiscard]] double sum(const State& state, const Eigen::VectorXd& v) const;
  [[nodiscard]] double gap_at(std::size_t contact, const State& state,
                              const Eigen::VectorXd& v) const;
  [[nodiscard]] double slip(std::size_t contact, const Eigen::VectorXd& v, double* u) const;
  [[nodiscard]] double free_share(const State& state) const;
  [[nodiscard]] double search(const State& state);
  [[nodiscard]] double fastest(const Eigen::VectorXd& v) const;
  /// A centre after the step, as the step moves it.
  [[nodiscard]] Vec<Dim> place(const State& state, const Eigen::VectorXd& v, int body) const {
    return state.q.segment<Dim>(dofs * body) + h_ * v.segment<Dim>(dofs * body);
  }

  const RoundSystem* system_;
  RoundBodies bodies_;
  double h_, inset_, creep_;
  double displacement_{0.0};                      ///< that the gathered contacts are for [m]
  double rounded_speed_{0.0}, rounded_sum_{0.0};  ///< rounding of velocities, of the sum
  Wall wall_;
  PairTree<Dim> tree_;
  ContactMatrix matrix_;
  ContactProblem problem_;  ///< row 0 the normal where v_ leads, the others tangents at q^n
  std::vector<ContactKey> keys_;
  std::vector<double> surface_;   ///< per row, of an obstacle's surface that moves [m/s]
  std::vector<double> bounds_;    ///< mu times the normal impulse of the gap at q^n [N s]
  std::vector<double> gaps_;      ///< where v_ leads [m]
  std::vector<double> impulses_;  ///< there
  Eigen::VectorXd aim_, v_, best_, trial_, force_, gradient_, direction_;
};

extern template class BarrierStep<1, 1>;
extern template class BarrierStep<2, 2>;
extern template class BarrierStep<2, 3>;
extern template class BarrierStep<3, 3>;
extern template class BarrierStep<3, 6>;

}  // namespace impactbench::barrier
