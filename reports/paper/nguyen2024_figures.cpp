#include "reports/paper/nguyen2024_figures.hpp"

#include "reports/plots/looks.hpp"

#include <fmt/format.h>

#include <cmath>

namespace impactbench::nguyen2024 {

const std::vector<Figure>& figures() {
  static const std::vector<Figure> all = [] {
    std::vector<Figure> out;
    for (auto* part : {&collision_figures, &energy_figures, &friction_figures, &solver_figures}) {
      for (Figure& figure : part())
        out.push_back(std::move(figure));
    }
    return out;
  }();
  return all;
}

const std::vector<std::string>& diagrams() {
  static const std::vector<std::string> all{"4.1", "4.2", "4.3", "4.12", "4.21"};
  return all;
}

std::string label_of(Method method) {
  switch (method) {
    case Method::nscd:
      return "NSCD";
    case Method::dem:
      return "DEM";
    case Method::snc:
      return "SNC";
    case Method::inc_2:
      return "INC, α = 2";
    case Method::inc_3:
      return "INC, α = 3";
    case Method::inc_4:
      return "INC, α = 4";
  }
  return {};
}

std::string setting(const std::string& name, double value) {
  if (value == 0.0 || (value >= 1e-2 && value < 1e3)) return fmt::format("{} = {:g}", name, value);
  const double exponent = std::floor(std::log10(value) + 1e-9);
  return fmt::format("{} = {:g}e{:g}", name, value / std::pow(10.0, exponent), exponent);
}

int style_of(Method method) {
  switch (method) {
    case Method::nscd:
      return scheme_style("nscd");
    case Method::dem:
      return scheme_style("dem");
    case Method::snc:
      return scheme_style("snc");
    case Method::inc_2:
    case Method::inc_3:
    case Method::inc_4:
      break;
  }
  return variant_of(scheme_style("inc"),
                    static_cast<int>(method) - static_cast<int>(Method::inc_2));
}

CellRequest run_of(const std::string& problem, Method method, double dt, double penalty,
                   ParameterSet problem_settings) {
  CellRequest out;
  out.problem = problem;
  for (auto& [key, value] : problem_settings)
    out.settings["problem." + key] = value;
  ParameterSet& s = out.settings;
  s["dt"] = dt;
  if (method == Method::nscd) {
    out.scheme = "nscd";
    s["scheme.contacts"] = std::string("overlapping");
    // The thesis's local update divides by 1 + e, and stops on max |dp| < 1e-5 dt.
    s["solver.relaxation"] = 0.5;
    s["solver.stop"] = "absolute";
    s["solver.tolerance"] = 1e-5 * dt;
    return out;
  }
  s["scheme.R"] = penalty;
  out.scheme = method == Method::dem ? "dem" : method == Method::snc ? "snc" : "inc";
  if (method == Method::dem) return out;
  out.solver = "block_pcg";
  s["solver.tolerance"] = 1e-10;
  s["scheme.newton_tolerance"] = 1e-10;
  if (method == Method::snc) return out;
  s["scheme.variant"] = "thesis";
  s["scheme.newton_stop"] = "two_cycle";
  s["scheme.alpha"] = method == Method::inc_2 ? 2.0 : method == Method::inc_3 ? 3.0 : 4.0;
  return out;
}

}  // namespace impactbench::nguyen2024
