#pragma once

#include "benchmarks/power/motion_trace.hpp"
#include "benchmarks/power/perturbable.hpp"
#include "benchmarks/power/perturbed_system.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"

#include <Eigen/Core>

#include <cstdint>
#include <memory>
#include <string>

namespace impactbench {

class GeneralisedSystem;

/// The observations of a run.
struct Observed {
  ContactCount contacts;
  MotionTrace motion{};
};

/// The scheme of a wrong run: it steps the perturbed system from the perturbed start, and after
/// each step removes from the velocities what wrong contacts would not have transmitted,
///
///   v += M^-1 H (p' - p),   p' = (1 + eps) p for `impulses`; p' = 0 for each k-th of `contacts`,
///
/// where p are the impulses that it records, replaced by p' in the record. Impulses below 1e-9 of
/// the largest one so far are the rounding of an inactive contact. Positions follow in the next
/// step. Without inertia the motion consists of positions alone, and they move by h times that. The
/// scheme sees nothing of the error but its own numbers.
class PerturbedScheme final : public Scheme {
 public:
  /// `scheme` was made for `system`, or for that of `right` where it is null, for `start`
  /// and the step `h` [s]. `right` and `observed` must outlive this.
  PerturbedScheme(std::unique_ptr<Scheme> scheme, const Problem& right,
                  std::unique_ptr<const MechanicalSystem> system, State start, double h,
                  const Perturbation& wrong, Observed& observed);

  StepReport step(State& state) override;
  [[nodiscard]] const ContactProblem* contact_problem() const override {
    return scheme_->contact_problem();
  }
  [[nodiscard]] std::span<const double> impulses() const override { return scheme_->impulses(); }

 private:
  void perturb_impulses(State& state);
  void add_momentum(std::size_t contact, double share);
  void kick(State& state);

  const Problem& right_;
  std::unique_ptr<const MechanicalSystem> system_;  ///< outlives the scheme
  std::unique_ptr<Scheme> scheme_;
  State start_, before_;
  double h_{0.0};
  const GeneralisedSystem* generalised_;  ///< null where bodies are round
  Eigen::Index stride_{0};                ///< entries of v from one body to the next
  double factor_{1.0};                    ///< of impulses
  std::int64_t left_out_{0};              ///< every so many contacts one; 0: none
  double largest_{0.0};                   ///< impulse so far [N s]
  ContactImpulses impulses_;
  Eigen::VectorXd momentum_;
  Observed& observed_;
};

}  // namespace impactbench
