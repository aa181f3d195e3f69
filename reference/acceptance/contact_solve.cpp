#include "reference/acceptance/contact_solve.hpp"

#include "reference/acceptance/add_check.hpp"

#include <fmt/format.h>

namespace impactbench {

std::vector<Check> judge_contact_solve(double wanted,
                                       const std::map<std::string, double>& quantities) {
  constexpr double verified_within = 10.0;
  const auto measured = [&](const char* name) {
    const auto it = quantities.find(name);
    return it == quantities.end() ? std::nullopt : std::optional(it->second);
  };
  std::vector<Check> out;
  add(out,
      {"law:natural_map", CheckKind::law, fmt::format("the target residual, {:g}", wanted),
       "Signorini's and Coulomb's laws as the zero of a projection"},
      measured("solve_residual"), any_low, wanted);
  add(out,
      {"law:cones", CheckKind::law,
       fmt::format("{:g} times the target residual, {:g}", verified_within, wanted),
       "the same laws as a complementarity of cones (Acary and Bourrier 2021)"},
      measured("cone_residual"), any_low, verified_within * wanted);
  return out;
}

}  // namespace impactbench
