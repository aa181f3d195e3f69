#include "reference/acceptance/regression.hpp"

#include <algorithm>
#include <array>

namespace impactbench {
namespace {

struct Entry {
  std::string_view quantity;
  RegressionTolerance tolerance;
};

constexpr RegressionTolerance figure{1e-6, 1e-10};
constexpr RegressionTolerance count{2e-3, 1.0};
constexpr RegressionTolerance rounding{0.0, 1e-9};
/// Zero but for rounding where a scheme records its impulses, else a figure.
constexpr RegressionTolerance closure{1e-6, 1e-9};
/// The residual of a law within the tolerance of a solver.
constexpr RegressionTolerance solved{0.0, 1e-6};

constexpr std::array table{
    Entry{"angular_momentum_drift", rounding},
    Entry{"angular_momentum_drift_relative", rounding},
    Entry{"body_balance_error", rounding},
    Entry{"budget_closure", closure},
    Entry{"budget_closure_relative", closure},
    Entry{"claims_false", {0.0, 0.0}},
    Entry{"claims_true", {0.0, 0.0}},
    Entry{"complementarity_residual", rounding},
    Entry{"cone_residual", rounding},
    Entry{"contacts", count},
    Entry{"contacts_midpoint", count},
    Entry{"contacts_most", count},
    Entry{"divergence_horizon", {0.3, 0.0}},
    Entry{"duality_gap", rounding},
    Entry{"duality_gap_relative", rounding},
    Entry{"ensemble_failed", {0.0, 0.0}},
    Entry{"ensemble_out_of_budget", {0.0, 0.0}},
    Entry{"free_momentum_error", rounding},
    Entry{"free_path_error", {1e-6, 1e-9}},
    Entry{"impact_count", {0.0, 0.0}},
    Entry{"impact_count_error", {0.0, 0.0}},
    Entry{"impulse_defect", rounding},
    Entry{"impulse_least", rounding},
    Entry{"infeasibility", rounding},
    Entry{"law_cone", rounding},
    Entry{"law_contacts", count},
    Entry{"law_distance", rounding},
    Entry{"law_events", count},
    Entry{"law_friction_gain", closure},
    Entry{"law_lever", rounding},
    Entry{"law_momentum", solved},
    Entry{"law_normal", solved},
    Entry{"law_pull", rounding},
    Entry{"law_reaction", rounding},
    Entry{"law_restitution", closure},
    Entry{"law_slip", solved},
    Entry{"law_unknown", count},
    Entry{"linear_iterations", count},
    Entry{"max_newton_iterations", count},
    Entry{"momentum_balance_error", rounding},
    Entry{"momentum_drift", rounding},
    Entry{"momentum_drift_relative", rounding},
    Entry{"newton_iterations", count},
    Entry{"own_residual", rounding},
    Entry{"path_error", {1e-6, 1e-9}},
    Entry{"rotation_error", rounding},
    Entry{"solve_opening", rounding},
    Entry{"solve_residual", rounding},
    Entry{"solves", count},
    Entry{"solves_claimed", count},
    Entry{"two_cycle_steps", count},
    Entry{"unconverged_steps", {0.0, 0.0}},
};

}  // namespace

RegressionTolerance regression_tolerance(std::string_view quantity) {
  const auto it = std::find_if(table.begin(), table.end(),
                               [&](const Entry& e) { return e.quantity == quantity; });
  return it == table.end() ? figure : it->tolerance;
}

}  // namespace impactbench
