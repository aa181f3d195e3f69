#pragma once

#include "problems/model/contact_step.hpp"
#include "problems/model/generalised_system.hpp"
#include "problems/model/state.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include <span>
#include <vector>

namespace impactbench {

/// Coulomb's law at the constraints of a generalised system, as a step states it (SlipRule): the
/// impulses along the tangents t_k of a constraint against its slip T^T v, T = (t_1, t_2), at the
/// place of the normal of the step. w_t is the largest eigenvalue of T^T M^-1 T, and the unit of
/// reported values is sqrt(w_t) times newton seconds, as in ConstraintLaws.
class ConstraintFriction {
 public:
  /// The system must outlive this.
  ConstraintFriction(const GeneralisedSystem& system, const ContactStep& step, double h);

  [[nodiscard]] bool acts() const { return tangents_.cols() > 0; }
  void begin_step();
  /// Sets T of constraint a at q, times `stretch`, and w_t, M factorised; T is 0 without
  /// friction.
  void go_to(Eigen::Index a, const Eigen::VectorXd& q, const Eigen::LLT<Eigen::MatrixXd>& mass,
             double stretch = 1.0);
  /// Sets for SlipRule::cone R_t [1/kg], and the share of T^T v^n that the slip of the present
  /// constraint keeps, e_t or that of an impedance, which is below 0.
  void soften(double tangential, double kept) { give_ = tangential, kept_ = kept; }
  [[nodiscard]] double weight() const { return weight_; }
  [[nodiscard]] const ContactLaw& law() const { return law_; }
  /// The lift of a contact by that rule, mu |T^T v^{n+1} + kept T^T v^n + R_t p| [m/s].
  [[nodiscard]] double lift(std::span<const double> tangential, const State& before,
                            const State& after) const;
  /// T p, the momentum of these tangential impulses.
  [[nodiscard]] Eigen::VectorXd momentum(std::span<const double> p) const;
  /// Judges the present constraint, with its normal impulse for friction and the tangential ones.
  void judge(double normal, std::span<const double> tangential, const State& before,
             const State& after);

  /// The same of an impulse over a step that no rule is stated of: what any law of Coulomb's cone,
  /// which is convex, allows of the sum of its parts, with the larger coefficient.
  void judge_cone(double normal, std::span<const double> tangential);

  [[nodiscard]] double cone() const { return cone_; }  ///< largest |p_t| - mu p_n
  [[nodiscard]] double slip() const { return slip_; }  ///< largest |p_t - what the law demands|

 private:
  using Pair = Eigen::Vector2d;  ///< along both tangents; the second is 0 in the plane
  [[nodiscard]] Pair slip_of(const Eigen::VectorXd& v) const;
  [[nodiscard]] Pair cone_slip(const Pair& p, const State& before, const State& after) const;
  [[nodiscard]] Pair demanded(const Pair& p, double bound, const State& before, const State& after);
  [[nodiscard]] Pair of_spring(double bound, const State& before);

  const GeneralisedSystem& system_;
  ContactStep step_;
  double h_;
  Eigen::Index at_{0};  ///< the constraint at hand
  ContactLaw law_;
  Eigen::MatrixXd tangents_;
  double weight_{0.0};            ///< w_t
  double give_{0.0}, kept_{0.0};  ///< of soften()
  std::vector<Pair> stretches_, next_;
  double cone_{0.0}, slip_{0.0};
};

}  // namespace impactbench
