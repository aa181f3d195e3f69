#include "reference/acceptance/add_check.hpp"
#include "reference/acceptance/problems/limits_of_problems.hpp"
#include "reference/acceptance/scale.hpp"
#include "reference/support/cut_wave.hpp"
#include "reference/support/problem_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace impactbench::bars {
namespace {

constexpr std::string_view own = "derived in reference/acceptance/problems/bars.cpp";

struct Elements {
  double length, element, c;  ///< of the bar that moves, of its elements [m]; of waves [m/s]
};

Elements elements_of(const Problem& problem) {
  const double length = number(problem, "length");
  return {length, length / (number(problem, "n") - 1.0),
          std::sqrt(number(problem, "stiffness") / number(problem, "density"))};
}

/// A contact as stiff as an element of length d or stiffer, k >= EA / d, stops a node of mass m d /
/// 2 that comes with V within V sqrt(m d / (2 k)), and bears what the wave presses, EA V / c, with
/// EA V / (c k): V d / c (1 / sqrt 2 + 1) in all. Half the top speed of the problem is what ends
/// meet with.
void judge_giving_way(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  if (run.overlap != OverlapBound::elements) return;
  const Elements of = elements_of(run.problem);
  const double V = 0.5 * top_speed(run.problem), length = smallest_length(run.problem);
  const double limit = V * of.element / of.c * (std::sqrt(0.5) + 1.0) / length;
  add(out,
      {"limit:penetration", CheckKind::law,
       fmt::format("1.71 V d / c over a length with V = {:.3g} m/s, d = {:.3g} m, c = {:.3g} m/s: "
                   "{:.3g}",
                   V, of.element, of.c, limit),
       own},
      run.measured("penetration_relative"), any_low, (tight ? 0.5 : 1.0) * limit, 1.0);
}

}  // namespace

bool own_contact_of_elements(const JudgedRun& run) {
  // Their references are the known solutions of such nodes; other elastic bodies may have none.
  constexpr std::array<std::string_view, 4> bars{"bar_on_wall", "bouncing_bar", "impacting_bar",
                                                 "two_bars"};
  return std::find(bars.begin(), bars.end(), run.problem.name) != bars.end() && !run.contact &&
         !run.step && !run.located && run.overlap != OverlapBound::half_step;
}

double distance_of_contacts(const JudgedRun& run) {
  if (!own_contact_of_elements(run)) return 0.0;
  const auto [length, element, c] = elements_of(run.problem);
  const double w = 0.5 * top_speed(run.problem), travelled = c * run.problem.horizon;
  const double of_one = distance_of_elements(element, length, travelled);
  if (!run.problem.parameters.contains("ratio")) return w / c * of_one;
  // Two bars part the front between them.
  const double longer = number(run.problem, "ratio") * length;
  return 0.5 * w / c * (of_one + distance_of_elements(element, longer, travelled));
}

double path_of_contacts(const JudgedRun& run) {
  if (!own_contact_of_elements(run)) return 0.0;
  const auto [length, element, c] = elements_of(run.problem);
  return element * element / (length * c * run.h);
}

/// The impulse of contacts turns the bar round, and carries its weight: elements leave its speed
/// short by the share s of cut_wave.hpp, and a step resolves both ends of a contact, of T = 2 L /
/// c, to within itself.
void judge(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  judge_giving_way(run, tight, out);
  const auto error = run.measured("contact_impulse_error");
  if (!error || !trajectory_judged(run)) return;
  const auto [length, element, c] = elements_of(run.problem);
  const double short_of = speed_left_in_elements(element, length);
  const double step = run.h * c / length;  // 2 h / T
  add(out,
      {"truth:contact_impulse", CheckKind::truth,
       fmt::format("s + 2 h / T with s = {:.3g}, 2 h / T = {:.3g}", short_of, step), own},
      error, any_low, (tight ? 0.5 : 1.0) * (short_of + step), 1.0);
}

}  // namespace impactbench::bars
