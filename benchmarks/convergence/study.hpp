#pragma once

#include "benchmarks/convergence/ladder.hpp"
#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/store/store.hpp"
#include "reference/yardsticks/norms.hpp"
#include "reference/yardsticks/order_fit.hpp"

#include <optional>
#include <string>
#include <vector>

namespace impactbench {

/// A run of a study.
struct Rung {
  double dt{0.0};  ///< [s]
  RowStatus status{RowStatus::crashed};
  std::string reason;          ///< of the row
  double cpu{0.0};             ///< of its process [s]; 0 where the row was stored already
  bool completed{false};       ///< reached the horizon: its errors count
  std::vector<double> errors;  ///< in the order of the study's norms; NaN where not measured
};

enum class NormVerdict {
  as_claimed,  ///< slopes of all points and of the finer half differ from the claim by no more
               ///< than their intervals or the tolerance
  too_low,     ///< the scheme converges more slowly than it claims
  too_high,    ///< faster than claimed: a defect of the test, whose error term vanishes
  exact,       ///< no error but rounding at any step: no order is shown
  undecided,   ///< too few points, or an interval too wide; never a pass
  no_claim,    ///< the scheme claims no order for such a motion
  not_gated,   ///< the norm is shown, not judged
};
[[nodiscard]] std::string_view to_text(NormVerdict v);

/// The observed order in one norm.
struct NormOrder {
  Norm norm;
  int measured{0};  ///< runs with that error
  double floor{0.0};
  OrderFit fit;
  std::optional<double> claimed;
  NormVerdict verdict{NormVerdict::undecided};
  bool claims_exact{false};  ///< the scheme claims no error for such a motion
};

/// Convergence of one scheme on one problem.
struct Study {
  Cell cell;                           ///< its dt is that of the finest run
  std::optional<std::string> refusal;  ///< why nothing could be measured, in a sentence
  std::string source;                  ///< of the truth
  Provenance provenance{Provenance::computed_once};
  double uncertainty{0.0};  ///< of the truth [m]
  MotionClass motion{MotionClass::smooth};
  std::vector<Norm> norms;
  std::vector<Rung> rungs;
  std::string ended;  ///< why there are no more; empty where all were run
  std::vector<NormOrder> orders;
  /// No claimed order was refuted or left undecided, and some claim was confirmed or none was made.
  /// Exact results confirm a claim of exactness; they show nothing about a claimed order, so that a
  /// study with nothing else does not pass.
  [[nodiscard]] bool passed() const;
  /// Something was measured, but the scheme claims nothing about it.
  [[nodiscard]] bool without_claim() const;
};

struct StudyOptions {
  LadderOptions ladder{};
  std::optional<double> coarsest{};  ///< [s]; absent: coarsest_step
  double memory{2048.0};             ///< per run [MiB]
  /// Parameter of the problem that follows the step (--refine); on a fixed mesh the errors of
  /// elastic bodies would stop at its own. Empty: none.
  std::string refine{};
  bool rerun{false};  ///< also runs that the store has already
};

/// The default first step of a ladder: a 32nd of the horizon, half of the shortest time between two
/// impacts (resolving_step), or a quarter of the phase of a compliant contact
/// (contact_phase_per_step), whichever is least.
[[nodiscard]] double coarsest_step(const Cell& cell, const Problem& problem, const Truth& truth);

/// Orders and verdicts from runs: pure. `tolerance` of an order: 0.05, and 0.1 where impacts make
/// errors scatter; 5 points at least. `all` are the norms of the errors of the rungs,
/// `uncertainty` is that of their reference solution in position [m].
[[nodiscard]] std::vector<NormOrder> judge_rungs(const std::vector<Rung>& rungs,
                                                 const std::vector<Norm>& all,
                                                 const OrderBasis& basis, double uncertainty);

/// Whether finer runs could change the verdict: a claim that would be refuted, or an order that is
/// undecided for another reason than errors at their floor.
[[nodiscard]] bool unsettled(const NormOrder& order);

/// Runs the ladder, each run a cell of its own as in run_plan, with its row in the store. An
/// unsettled verdict is continued to finer steps, by up to LadderOptions::further runs in the
/// square root of the ratio. The CPU time of all runs together stays within the budget. Throws
/// ConfigurationError on wrong settings.
[[nodiscard]] Study run_study(const CellRequest& request, Store& store,
                              const StudyOptions& options);

}  // namespace impactbench
