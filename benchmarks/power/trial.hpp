#pragma once

#include "benchmarks/power/perturbable.hpp"
#include "benchmarks/power/perturbed_scheme.hpp"
#include "benchmarks/power/perturbed_system.hpp"
#include "benchmarks/store/row.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace impactbench {

/// A check in the run without perturbation.
struct BaselineCheck {
  std::string name;
  bool counts{false};   ///< it passed: a wrong run that fails it is noticed
  bool physics{false};  ///< against a truth or a law, not a solver's own report
  friend bool operator==(const BaselineCheck&, const BaselineCheck&) = default;
};

/// A parameter in a cell.
struct ParameterOfCell {
  std::string name;
  Relevance relevance;
};

/// The run of a cell without perturbation.
struct Baseline {
  std::string cell;  ///< key of the cell
  std::string title, problem, scheme, solver;
  RowStatus status{RowStatus::crashed};
  std::string reason{};  ///< where it did not end
  std::vector<BaselineCheck> checks{};
  std::vector<ParameterOfCell> parameters{};
  std::int64_t contacts{0};  ///< that transmitted an impulse, of all steps
  MotionTrace motion{};
  double cpu{0.0};  ///< [s]
  /// Returns whether it ran to its end, so that wrong runs can be compared with it.
  [[nodiscard]] bool ended() const { return ran_to_the_end(status); }
};

/// One wrong run.
struct Trial {
  std::string cell;  ///< key of the cell
  Perturbation wrong;
  RowStatus status{RowStatus::crashed};
  std::string reason{};                ///< where the machine failed
  std::vector<std::string> noticed{};  ///< checks, as noticed() has them
  double moved{0.0};                   ///< MotionTrace::distance from the baseline
  double cpu{0.0};                     ///< [s]
};

/// The check that a run fails if it ends before its horizon, by itself or by its budget.
inline constexpr const char* completes = "run:completes";

/// Runs the cell with the error, once and without its ensemble and frames, and judges it by the
/// right reference.
[[nodiscard]] Row run_perturbed(const Cell& cell, const Perturbation& wrong, Observed& observed);

/// Runs the cell without error, twice if it has an ensemble: only checks that both runs pass count,
/// since wrong runs have no ensemble.
[[nodiscard]] Baseline run_baseline(const Cell& cell, const std::string& key);

/// The checks by which the row of a wrong run is noticed beside the baseline: those that fail
/// there, not as an expected failure, and passed in the baseline or found nothing there to judge.
[[nodiscard]] std::vector<std::string> noticed(const Row& row, const Baseline& baseline);

/// One wrong run of a cell beside its baseline.
[[nodiscard]] Trial run_trial(const Cell& cell, const Baseline& baseline,
                              const Perturbation& wrong);

}  // namespace impactbench
