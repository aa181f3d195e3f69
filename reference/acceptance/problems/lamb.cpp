#include "reference/acceptance/add_check.hpp"
#include "reference/acceptance/problems/limits_of_problems.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>
#include <optional>

namespace impactbench::lamb {

/// Cells of edge d disperse waves of wavenumber k by a share (k d)^2 / 24 of their speed, which
/// shifts the phase after a distance r by k r (k d)^2 / 24; twice that for what the pulse holds
/// above its frequency. k is that of Rayleigh's wave, c = c_s (0.862 + 1.14 nu) / (1 + nu)
/// (Viktorov), relative to the largest displacement at the receiver.
void judge(const JudgedRun& run, bool tight, std::vector<Check>& out) {
  const auto p = [&](const char* key) { return std::get<double>(run.problem.parameters.at(key)); };
  const double nu = p("poisson");
  const double shear = std::sqrt(p("young") / (2.0 * (1.0 + nu) * p("density")));
  const double k =
      2.0 * std::numbers::pi * p("frequency") * (1.0 + nu) / (shear * (0.862 + 1.14 * nu));
  const double cells = k * p("edge");
  const double limit = k * p("distance") * cells * cells / 12.0;
  static constexpr std::array receivers{"surface_x", "surface_z", "below_x", "below_z"};
  std::optional<double> worst;
  for (const char* receiver : receivers) {
    const auto error = run.measured(std::string(receiver) + "_error_sup");
    if (!error) {
      worst.reset();
      break;
    }
    if (!worst || !(*error <= *worst)) worst = *error;  // NaN stays
    if (std::isnan(*worst)) break;
  }
  add(out,
      {"truth:seismograms", CheckKind::truth,
       fmt::format("k r (k d)^2 / 12 = {:.3g} with k d = {:.3g}", limit, cells),
       "dispersion of second order; Lamb 1904"},
      worst, any_low, (tight ? 0.7 : 1.0) * limit, 1.0);
}

}  // namespace impactbench::lamb
