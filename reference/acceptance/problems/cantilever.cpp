#include "reference/acceptance/add_check.hpp"
#include "reference/acceptance/problems/limits_of_problems.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace impactbench::cantilever {

/// The held beam of n links under the moment that rolls it to an angle a: a link that turns by t
/// carries (E I / length) t, or sin t in its place where bending is `sine`, so that the chain turns
/// by n arcsin(a / n): the error relative to a is exact.
void judge(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  const ParameterSet& p = run.problem.parameters;
  if (std::get<bool>(p.at("release"))) return;
  const double angle = 2.0 * std::numbers::pi * std::get<double>(p.at("moment"));
  const double share = angle / static_cast<double>(std::get<std::int64_t>(p.at("links")));
  const bool sine = std::get<std::string>(p.at("bending")) == "sine";
  const double exact = sine && share != 0.0 ? std::asin(std::min(share, 1.0)) / share - 1.0 : 0.0;
  const double room = tight ? 1e-9 : 1e-7;
  add(out,
      {"truth:tip_angle", CheckKind::truth,
       fmt::format("n arcsin(a / n) / a - 1 = {:.6g} within {:.0e}", exact, room),
       "monasse2012, section 5.3; exact for a chain of links"},
      run.measured("tip_angle_error_relative"), exact - room, exact + room);
}

}  // namespace impactbench::cantilever
