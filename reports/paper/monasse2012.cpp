#include "reports/paper/monasse2012.hpp"

#include <cmath>
#include <cstdlib>
#include <numeric>

namespace impactbench::monasse2012 {
namespace {

constexpr double rock_young = 1.88e10, rock_poisson = 0.25, rock_density = 2200.0;

/// Speed of P waves for a shear share 0, of S waves for 1 [m/s].
double rock_speed(bool shear) {
  const double mu = 0.5 * rock_young / (1.0 + rock_poisson);
  const double lambda = 2.0 * mu * rock_poisson / (1.0 - 2.0 * rock_poisson);
  return std::sqrt((shear ? mu : lambda + 2.0 * mu) / rock_density);
}

/// Frequency of a history about its mean, from its first and last crossing upwards.
std::optional<double> frequency(const Series& s) {
  if (s.value.size() < 3) return std::nullopt;
  const double mean =
      std::accumulate(s.value.begin(), s.value.end(), 0.0) / static_cast<double>(s.value.size());
  double first = 0.0, last = 0.0;
  int crossings = 0;
  for (std::size_t k = 1; k < s.value.size(); ++k) {
    const double before = s.value[k - 1] - mean, after = s.value[k] - mean;
    if (before >= 0.0 || after < 0.0) continue;
    last = s.time[k - 1] + (s.time[k] - s.time[k - 1]) * before / (before - after);
    if (++crossings == 1) first = last;
  }
  if (crossings < 2) return std::nullopt;
  return (crossings - 1) / (last - first);
}

}  // namespace

CellRequest lamb(double edge, const std::string& recipe) {
  // cp dt / h = 1/2.
  return {"lamb",
          "mka3d_linear",
          "none",
          {{"edge", edge}, {"recipe", recipe}, {"dt", 0.5 * edge / rock_speed(false)}}};
}

CellRequest pinched_cylinder(double horizon) {
  // 0.92 of the stability limit.
  CellRequest run{"pinched_cylinder",
                  "mka3d",
                  "none",
                  {{"around", std::int64_t{50}},
                   {"along", std::int64_t{20}},
                   {"torsion", std::string("polar")},
                   {"horizon", horizon},
                   {"dt", 1.1e-5}}};
  run.settings["run.frames"] = std::int64_t{1};
  return run;
}

CellRequest hemisphere(int along, double load, const std::string& law) {
  // Ten steps from the static equilibrium, in which the scheme must stay. A shell that does not
  // lock is led there in steps of 40 N.
  const bool locks = law == "polar";
  CellRequest run{"hemisphere",
                  "mka3d",
                  "none",
                  {{"along", std::int64_t{along}},
                   {"load", load},
                   {"torsion", std::string(locks ? "polar" : "thin")},
                   {"curvatures", std::string(law == "coupled" ? "coupled" : "separate")},
                   {"load_steps", std::int64_t{locks ? 1 : 1 + static_cast<int>(load / 40.0)}},
                   {"horizon", 1e-3},
                   {"dt", 1e-4}}};
  run.settings["run.frames"] = std::int64_t{1};
  return run;
}

const std::vector<std::string>& diagrams() {
  static const std::vector<std::string> all{"1"};
  return all;
}

std::optional<Recipe> recipe(const PublishedValue& p) {
  if (p.quantity.starts_with("speed_")) return std::nullopt;
  if (p.problem == "lamb") {
    const std::size_t at = p.quantity.find("_h");
    return Recipe{lamb(std::strtod(p.quantity.c_str() + at + 2, nullptr), p.solver),
                  p.quantity.substr(0, at),
                  {}};
  }
  if (p.problem == "pinched_cylinder") return Recipe{pinched_cylinder(1.1), p.quantity, {}};
  if (p.problem == "cantilever") {
    const std::size_t at = p.quantity.find("_N");
    CellRequest run{"cantilever", "mka3d", "none", {{"dt", 1e-5}, {"horizon", 1e-4}}};
    run.settings["links"] = std::int64_t{std::atoi(p.quantity.c_str() + at + 2)};
    return Recipe{run, "tip_angle_initial", {}};
  }
  const std::size_t at = p.quantity.find('_');
  const double load = std::round(400.0 * std::strtod(p.quantity.c_str() + at + 1, nullptr));
  return Recipe{hemisphere(16, load, "thin"), p.quantity.substr(0, at) + "_initial", {}};
}

std::optional<double> input_value(const PublishedValue& p) {
  if (p.quantity == "speed_p") return rock_speed(false);
  if (p.quantity == "speed_s") return rock_speed(true);
  return std::nullopt;
}

std::string known_reason(const PublishedValue& p) {
  if (p.problem == "hemisphere") {
    return "under small loads bending without Poisson coupling, as printed: 6 to 8 % at 40 N, "
           "where curvatures = coupled is within 2 %; under 400 N the mesh: -3.7 and -3.2 %, with "
           "32 x 128 cells +1.0 and +1.9 %, coupled +0.1 and +0.3 %; with torsion = polar, as "
           "printed, the shell locks at a twentieth";
  }
  if (p.quantity == "oscillations_500000") {
    return "the first mode has 6.4 Hz whatever the density and the mesh, and the stability limit "
           "is 1.19e-5 s, so that 45 oscillations take 5.9e5 steps at least; 45 maxima of an "
           "energy, two an oscillation, would fit";
  }
  if (p.quantity == "frequency") {
    return "ours is the same over 7 and over 35 oscillations, from the first to the last crossing "
           "of "
           "the mean; how the other program counted is not known";
  }
  return {};
}

std::map<std::string, double> derived(const Row& row) {
  std::map<std::string, double> out;
  const auto it = row.series.find("diameter");
  if (it == row.series.end()) return out;
  if (const auto hertz = frequency(it->second)) {
    out["frequency"] = *hertz;
    out["oscillations_500000"] = 5e5 * row.cell.dt * *hertz;
  }
  return out;
}

}  // namespace impactbench::monasse2012
