#include "reference/acceptance/balances.hpp"

#include "problems/contact/round_bodies.hpp"
#include "reference/acceptance/add_check.hpp"
#include "reference/acceptance/problems/limits_of_problems.hpp"
#include "reference/acceptance/scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace impactbench {
namespace {

/// Each of n steps rounds a velocity, and what is summed up beside it, by eps / 2 of their size; of
/// a constant force always the same way.
double rounding_of_sums(const JudgedRun& run, bool tight) {
  const double steps = run.problem.horizon / run.h;
  return std::max(tight ? 1e-10 : 1e-9, 2.0 * steps * std::numeric_limits<double>::epsilon());
}

/// An iteration that stops at the length tol leaves an error of tol / h in a velocity, perhaps of
/// the same sign in each step; over the top speed of coordinates.
double left_of_steps(const JudgedRun& run) {
  const double tolerance = run.step ? run.step->tolerance : 0.0;
  if (tolerance == 0.0) return 0.0;  // also where nothing moves
  return tolerance * run.problem.horizon / (run.h * run.h * top_speed(run.problem));
}

/// A velocity that is a difference of places is rounded by eps |q| / h, anew in each of n steps: a
/// random walk, over the top speed of coordinates.
double rounding_of_differences(const JudgedRun& run) {
  if (!run.step || run.step->normal != NormalRule::position) return 0.0;
  const double V = top_speed(run.problem), steps = run.problem.horizon / run.h;
  if (!(V > 0.0)) return 0.0;
  return 2.0 * std::numeric_limits<double>::epsilon() * farthest_place(run) * std::sqrt(steps) /
         (run.h * V);
}

}  // namespace

void judge_balances(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  const double rounding = tight ? 1e-10 : 1e-9;
  const double summed = rounding_of_sums(run, tight);
  const auto law = [&](std::string_view name, std::string formula) {
    return LimitNote{name, CheckKind::law, std::move(formula), "reference/acceptance/balances.hpp"};
  };
  const std::string sums =
      fmt::format("{:.3g} of sums: Newton's iterations to 1e-10 of an impulse, or 2 n eps", summed);
  if (const auto error = run.measured("body_balance_error"))
    add(out, law("law:body_balance", sums), error, any_low, summed);
  if (const auto error = run.measured("momentum_balance_error"))
    add(out, law("law:momentum_balance", sums), error, any_low, summed);
  if (const auto weight = run.measured("weight_carried"))
    add(out, law("law:weight_carried", "1, " + sums), weight, 1.0 - summed, 1.0 + summed);
  // Located impacts fall inside of steps, whose paths velocities at their ends do not give.
  if (const auto error = run.measured("path_error"); error && !run.located) {
    const auto speed = run.measured("speed_most");
    add(out, law("law:path", "displacement of a step at the largest speed"),
        speed ? error : std::nullopt, any_low,
        (1.0 + rounding) * run.h * speed.value_or(0.0) + rounding_of_vectors(run));
  }
  if (const auto error = run.measured("path_step_error")) {
    add(out, law("law:path_of_step", "rounding of h v"), error, any_low, rounding);
  }
  if (const auto error = run.measured("free_momentum_error")) {
    const double left = left_of_steps(run), places = rounding_of_differences(run);
    add(out,
        law("law:free_momentum",
            sums + (left > 0.0 ? fmt::format(", and tol T / (h^2 V) = {:.3g}", left) : "") +
                (places > 0.0 ? fmt::format(", and 2 eps |q| sqrt(n) / (h V) = {:.3g}", places)
                              : "")),
        error, any_low, summed + left + places, 1.0);
  }
  if (const auto error = run.measured("free_path_error"); error && !run.located) {
    const double nodes = bars::path_of_contacts(run);
    add(out,
        law("law:free_path",
            "displacement of a step at the largest speed" +
                (nodes > 0.0 ? fmt::format(", and of nodes without inertia {:.3g}", nodes) : "")),
        error, any_low, 1.0 + rounding + nodes);
  }
  if (const auto error = run.measured("elastic_motion_error")) {
    add(out, law("law:elastic_motion", "difference of the energy, 1e-4"), error, any_low,
        tight ? 1e-5 : 1e-4, 1.0);
  }
  if (disc_system(*run.problem.system) == nullptr) return;
  if (const auto contacts = run.measured("contacts_most")) {
    const RoundBodies bodies = round_bodies(*run.problem.system);
    const double most = 3.0 * static_cast<double>(bodies.size() + bodies.obstacles.size()) - 6.0;
    add(out, law("law:planar_contacts", "planar graph: 3 (bodies + walls) - 6"), contacts, any_low,
        std::max(most, 1.0));
  }
}

}  // namespace impactbench
