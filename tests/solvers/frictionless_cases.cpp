#include "tests/solvers/frictionless_cases.hpp"

#include <cmath>
#include <numbers>

namespace impactbench::testing {

bool FrictionlessCase::unscaled() const {
  return entry.name == "uzawa" || name.ends_with("unscaled");
}

std::ostream& operator<<(std::ostream& out, const FrictionlessCase& c) {
  return out << c.name;
}

std::vector<FrictionlessCase> frictionless_cases() {
  std::vector<FrictionlessCase> out;
  for (const SolverEntry& entry : solver_catalogue()) {
    if (entry.kind() != SolverKind::contact || entry.name == "siconos") continue;
    const ParameterSet fields = entry.parameters.resolve({}, entry.name);
    const std::string limit = fields.contains("max_sweeps")       ? "max_sweeps"
                              : fields.contains("max_iterations") ? "max_iterations"
                                                                  : "";
    const auto add = [&](const std::string& suffix, const ParameterSet& settings) {
      out.push_back({entry, settings, std::string(entry.name) + suffix, limit});
    };
    if (fields.contains("stop")) {
      add("", {{"stop", std::string("natural")}});
      add("_coloured", {{"stop", std::string("natural")}, {"order", std::string("coloured")}});
      continue;
    }
    add("", {});
    if (fields.contains("jacobi")) add("_unscaled", {{"jacobi", false}});
    if (!fields.contains("step")) continue;
    if (entry.name == "apgd") add("_power", {{"step", std::string("power")}});
    if (entry.name != "uzawa") continue;
    for (const char* step : {"maury", "corrected", "row_sum"})
      add(std::string("_") + step, {{"step", std::string(step)}});
  }
  return out;
}

SolveReport solve(const FrictionlessCase& c, const ContactProblem& problem, std::vector<double>& p,
                  const ParameterSet& more) {
  ParameterSet given = c.settings;
  for (const auto& [key, value] : more)
    given[key] = value;
  p.resize(problem.size(), 0.0);
  const auto solver = std::get<MakeContact>(c.entry.make)(given);
  solver->prepare(problem.contacts(),
                  problem.inverse_mass.size() / static_cast<std::size_t>(problem.dofs), 1);
  return solver->solve(problem, p);
}

std::vector<double> velocity_of(const ContactProblem& problem, std::vector<double> p) {
  std::vector<double> momentum, u;
  relative_velocity(problem, p, momentum, u);
  return u;
}

ContactProblem random_rows(int bodies, int contacts, int dofs, bool pairs, double mass_ratio,
                           std::uint64_t seed) {
  Numbers number(seed);
  ContactProblem out;
  out.dofs = dofs;
  out.resize(static_cast<std::size_t>(contacts));
  const auto k = static_cast<std::size_t>(dofs);
  std::vector<double> v;
  for (int i = 0; i < bodies; ++i) {
    out.inverse_mass.insert(out.inverse_mass.end(), k, std::pow(mass_ratio, -0.5 - number()));
    for (int d = 0; d < dofs; ++d)
      v.push_back(4.0 * number());
  }
  for (std::size_t c = 0; c < out.contacts(); ++c) {
    const int a = number.below(bodies), b = number.below(bodies);
    out.body_a[c] = a;
    out.body_b[c] = a == b ? ContactProblem::fixed : b;
    for (std::size_t d = 0; d < k; ++d) {
      const double n = number();
      out.jacobian_a[c * k + d] = n;
      out.b[c] += n * v[static_cast<std::size_t>(a) * k + d];
      if (a == b) continue;
      const double m = pairs ? -n : number();
      out.jacobian_b[c * k + d] = m;
      out.b[c] += m * v[static_cast<std::size_t>(b) * k + d];
    }
  }
  return out;
}

ContactProblem hexagon() {
  ContactProblem out;
  out.resize(12);
  out.inverse_mass.assign(21, 1.0);
  const auto position = [](int i) {
    if (i == 0) return std::pair{0.0, 0.0};
    const double angle = std::numbers::pi / 3.0 * i;
    return std::pair{std::cos(angle), std::sin(angle)};
  };
  for (int c = 0; c < 12; ++c) {
    const int i = c < 6 ? 0 : c - 5;
    const int j = c < 6 ? c + 1 : (c - 5) % 6 + 1;
    const auto at = static_cast<std::size_t>(c);
    out.body_a[at] = i;
    out.body_b[at] = j;
    const auto [xi, yi] = position(i);
    const auto [xj, yj] = position(j);
    const double n[2] = {xj - xi, yj - yi};
    for (std::size_t d = 0; d < 2; ++d) {
      out.jacobian_a[3 * at + d] = -n[d];
      out.jacobian_b[3 * at + d] = n[d];
    }
    // The velocity of disc k > 0 is -(1 + k / 100) times its position.
    const double si = i == 0 ? 0.0 : -(1.0 + 0.01 * i), sj = -(1.0 + 0.01 * j);
    out.b[at] = n[0] * (sj * xj - si * xi) + n[1] * (sj * yj - si * yi);
  }
  return out;
}

}  // namespace impactbench::testing
