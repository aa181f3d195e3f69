#pragma once

#include "problems/model/problem.hpp"
#include "schemes/api/scheme.hpp"

#include <functional>
#include <memory>
#include <string_view>

namespace impactbench::testing {

/// Catalogue lookups that fail loudly.
[[nodiscard]] const ProblemEntry& problem_entry(std::string_view name);
[[nodiscard]] const SchemeEntry& scheme_entry(std::string_view name);
[[nodiscard]] const SolverEntry& solver_entry(std::string_view name);

/// A scheme with a suitable solver, prepared on a problem.
class Session {
 public:
  /// `solver` empty: lapack_gesv or nlgs, as the scheme needs.
  Session(const SchemeEntry& scheme, const ParameterSet& parameters, const Problem& problem,
          double h, std::string_view solver = {}, const ParameterSet& solver_parameters = {});

  StepReport step() { return scheme_->step(state); }
  /// Steps until `steps` are done and shows each state; stops the test run on a breakdown.
  void run(std::int64_t steps, const std::function<void(const State&)>& watch = {});

  State state;
  [[nodiscard]] Scheme& scheme() { return *scheme_; }
  [[nodiscard]] std::int64_t unconverged() const { return unconverged_; }
  [[nodiscard]] std::int64_t nonlinear_iterations() const { return iterations_; }

 private:
  std::unique_ptr<LinearSolver> linear_;
  std::unique_ptr<ContactSolver> contact_;
  std::unique_ptr<Scheme> scheme_;
  std::int64_t unconverged_{0}, iterations_{0};
};

}  // namespace impactbench::testing
