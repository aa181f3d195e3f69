#include "reference/acceptance/balances.hpp"

#include "problems/contact/round_bodies.hpp"
#include "reference/acceptance/add_check.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace impactbench {

void judge_balances(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  const auto measured = [&](const char* name) -> std::optional<double> {
    const auto it = run.quantities.find(name);
    return it == run.quantities.end() ? std::nullopt : std::optional(it->second);
  };
  // Sums of up to 1e5 steps and bodies, and Newton's iterations to 1e-10 of an impulse.
  const double rounding = tight ? 1e-10 : 1e-9;
  if (const auto error = measured("body_balance_error"))
    add(out, "law:body_balance", error, any_low, rounding);
  if (const auto error = measured("momentum_balance_error"))
    add(out, "law:momentum_balance", error, any_low, rounding);
  if (const auto weight = measured("weight_carried"))
    add(out, "law:weight_carried", weight, 1.0 - rounding, 1.0 + rounding);
  if (const auto error = measured("path_error")) {
    const auto speed = measured("speed_most");
    add(out, "law:path", speed ? error : std::nullopt, any_low,
        (1.0 + rounding) * run.h * speed.value_or(0.0) + 1e-12);
  }
  if (run.problem.traits.bodies != BodyKind::discs) return;
  if (const auto contacts = measured("contacts_most")) {
    const RoundBodies bodies = round_bodies(*run.problem.system);
    const double most = 3.0 * static_cast<double>(bodies.size() + bodies.obstacles.size()) - 6.0;
    add(out, "law:planar_contacts", contacts, any_low, std::max(most, 1.0));
  }
}

}  // namespace impactbench
