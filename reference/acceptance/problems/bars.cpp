#include "reference/acceptance/add_check.hpp"
#include "reference/acceptance/problems/limits_of_problems.hpp"
#include "reference/acceptance/scale.hpp"
#include "reference/support/cut_wave.hpp"
#include "reference/support/problem_numbers.hpp"

#include <fmt/format.h>

#include <cmath>

namespace impactbench::bars {

/// What contacts hand on turns the bar round, and carries its weight: elements leave its speed
/// short by the share s of cut_wave.hpp, and a step knows both ends of a contact, of T = 2 L / c,
/// to within itself.
void judge(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  const auto error = run.measured("contact_impulse_error");
  if (!error || !trajectory_judged(run)) return;
  const double length = number(run.problem, "length");
  const double element = length / (number(run.problem, "n") - 1.0);
  const double c = std::sqrt(number(run.problem, "stiffness") / number(run.problem, "density"));
  const double short_of = speed_left_in_elements(element, length);
  const double step = run.h * c / length;  // 2 h / T
  add(out,
      {"truth:contact_impulse", CheckKind::truth,
       fmt::format("s + 2 h / T with s = {:.3g}, 2 h / T = {:.3g}", short_of, step),
       "derived in reference/acceptance/problems/bars.cpp"},
      error, any_low, (tight ? 0.5 : 1.0) * (short_of + step), 1.0);
}

}  // namespace impactbench::bars
