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
  std::vector<double> errors;  ///< in the order of norms(); NaN where not measured
};

enum class NormVerdict {
  as_claimed,
  too_low,
  too_high,   ///< a defect of the test
  undecided,  ///< never a pass
  no_claim,   ///< the scheme claims no order for such a motion
  not_gated,  ///< the norm is shown, not judged
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
};

/// Convergence of one scheme on one problem.
struct Study {
  Cell cell;                           ///< its dt is that of the finest run
  std::optional<std::string> refusal;  ///< why nothing could be measured, in a sentence
  std::string source;                  ///< of the truth
  Provenance provenance{Provenance::computed_once};
  double uncertainty{0.0};  ///< of the truth [m]
  MotionClass motion{MotionClass::smooth};
  std::vector<Rung> rungs;
  std::string ended;  ///< why there are no more; empty where all were run
  std::vector<NormOrder> orders;
  /// No order that is claimed was found otherwise or left undecided, and some order was measured.
  [[nodiscard]] bool passed() const;
};

struct StudyOptions {
  LadderOptions ladder{};
  std::optional<double> coarsest{};  ///< [s]; absent: coarsest_step
  double memory{2048.0};             ///< per run [MiB]
  bool rerun{false};                 ///< also runs that the store has already
};

/// The order that claims promise in a norm for such a motion; nothing where they promise none.
///
///   positions:   smooth: order_free; persistent contact: order_contact; impacts, finitely many:
///                order_impact; accumulation: nobody claims an order
///   velocities:  the same members of SchemeClaims::velocity; instants and what an impact is summed
///                up by are known as well as velocities are
[[nodiscard]] std::optional<double> claimed_order(const SchemeClaims& claims, MotionClass motion,
                                                  const Norm& norm);

/// Where a ladder begins if nobody says: a 32nd of the horizon, or a step that covers a quarter of
/// the phase of a compliant contact (contact_phase_per_step) if that is less.
[[nodiscard]] double coarsest_step(const Cell& cell, const Problem& problem);

/// Orders and verdicts from runs: pure. `tolerance` of an order: 0.05, and 0.1 where impacts make
/// errors scatter; 5 points at least.
[[nodiscard]] std::vector<NormOrder> judge_rungs(const std::vector<Rung>& rungs,
                                                 const SchemeClaims& claims, MotionClass motion,
                                                 const Truth& truth);

/// Runs the ladder, each run a cell of its own as run_plan does it, rows into the store. The CPU
/// time of all runs together stays within the budget. Throws ConfigurationError on wrong settings.
[[nodiscard]] Study run_study(const CellRequest& request, Store& store,
                              const StudyOptions& options);

}  // namespace impactbench
