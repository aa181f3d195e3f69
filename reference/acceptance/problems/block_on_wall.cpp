#include "reference/acceptance/add_check.hpp"
#include "reference/acceptance/problems/limits_of_problems.hpp"
#include "reference/support/cut_wave.hpp"
#include "reference/support/problem_numbers.hpp"

#include <fmt/format.h>

#include <cmath>

namespace impactbench::block_on_wall {

/// Waves of length 2 pi / k run along the block with omega = c k (1 - (k d')^2 / 24), to the first
/// order of three causes:
///
///   d'^2 = d^2                  cells of length d, as any chain of masses and springs
///        + 3 nu / (1 + nu) d^2  the strain of a link knows the dilatation of its cells, which is
///                               that of both their links: E (1 - nu / (1 + nu) sin^2(k d / 2))
///        + 12 nu^2 r^2          Love's lateral inertia, omega = c k (1 - (nu k r)^2 / 2), with r
///                               the polar radius of gyration of the section, of m x m rigid cells
///                               r^2 = edge^2 / 6 (1 - 1 / m^2)
///
/// A front of that width leaves the block s = 0.456 a(2 L) / L short of its speed (cut_wave.hpp):
/// what is missing vibrates. Its contact ends where the front is back, to within twice its width
/// a(2 L), and is known to two steps.
void judge(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  const Problem& problem = run.problem;
  const double L = number(problem, "length"), nu = number(problem, "poisson");
  const double d = L / number(problem, "along"), edge = number(problem, "edge");
  const double m = number(problem, "across");
  const double c = std::sqrt(number(problem, "young") / number(problem, "density"));
  const double radius = edge * edge / 6.0 * (1.0 - 1.0 / (m * m));
  const double wide = std::sqrt(d * d * (1.0 + 3.0 * nu / (1.0 + nu)) + 12.0 * nu * nu * radius);
  const double s = speed_left_in_elements(wide, L), T = 2.0 * L / c;
  const double share = tight ? 0.25 : 0.5;
  add(out,
      {"truth:plane_rebound", CheckKind::truth,
       fmt::format("1 - s within {:g} s, s = 0.456 a(2 L) / L (1 + d' / L) = {:.3g}, d' = {:.3g} m",
                   share, s, wide),
       "derived in reference/acceptance/problems/block_on_wall.cpp"},
      run.measured("plane_rebound"), 1.0 - (1.0 + share) * s, 1.0 - (1.0 - share) * s, 1.0);
  const double room = (tight ? 1.0 : 2.0) * width_of_front(wide, 2.0 * L) / c + 2.0 * run.h;
  auto off = run.measured("plane_contact_time");
  if (off) off = std::abs(*off - T);
  add(out,
      {"truth:plane_contact_time", CheckKind::truth,
       fmt::format("|t - 2 L / c| within {:.3g} s of {:.4g} s", room, T),
       "derived in reference/acceptance/problems/block_on_wall.cpp"},
      off, any_low, room, T);
}

}  // namespace impactbench::block_on_wall
