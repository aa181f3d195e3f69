#include "reference/exact/reflected_langevin/reflected_langevin.hpp"

#include "reference/support/problem_numbers.hpp"

#include <cmath>
#include <numbers>

namespace impactbench::exact::reflected_langevin {
namespace {

/// Regularised incomplete beta function I_x(a, b), a + b = 1: B(a, b) = pi / sin(pi a). The
/// series converges as x^n: from the other end beyond 1/2.
double beta_law(double a, double x) {
  if (x <= 0.0) return 0.0;
  if (x > 0.5) return 1.0 - beta_law(1.0 - a, 1.0 - x);
  double sum = 0.0, term = 1.0;  // (a)_n / n! x^n
  for (int n = 0; n < 60; ++n) {
    sum += term / (a + n);
    term *= (a + n) / (n + 1.0) * x;
  }
  return std::sin(std::numbers::pi * a) / std::numbers::pi * std::pow(x, a) * sum;
}

/// Regularised incomplete gamma function P(a, x), by its series of positive terms.
double gamma_law(double a, double x) {
  if (x <= 0.0) return 0.0;
  if (x > 40.0) return 1.0;
  double sum = 0.0, term = 1.0 / a;
  for (int n = 1; n < 400 && term > 1e-17 * sum; ++n) {
    sum += term;
    term *= x / (a + n);
  }
  return std::pow(x, a) * std::exp(-x) / std::tgamma(a) * sum;
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (contact || problem.name != "langevin_wall" || problem.traits.viscosity > 0.0 ||
      problem.traits.restitution != 0.0) {
    return std::nullopt;
  }
  const double count = number(problem, "count");
  if (!(count > 1.0)) return std::nullopt;
  Truth out;
  out.source = "exact/reflected_langevin";
  out.provenance = Provenance::closed_form;
  if (problem.traits.gluey) {
    out.scalars["share_at_wall"] = 1.0 - std::sqrt(6.0) / 4.0;
    return out;
  }
  const double mass = number(problem, "mass"), s = number(problem, "sigma") / mass;
  const double t = problem.horizon;
  out.scalars["mean_distance"] = s * t * std::sqrt(t / (2.0 * std::numbers::pi));
  out.scalars["kinetic_energy"] = count * 0.5 * mass * 27.0 / 32.0 * s * s * t;
  out.laws["last_contact"] = [](double x) { return beta_law(0.25, x); };
  out.laws["arrival"] = [s](double x) { return gamma_law(1.25, x / (s * s)); };
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "reflected_langevin",
          .summary = "an ensemble of particles at a wall under random forcing: exact means",
          .source = "McKean 1963; renewal of a stable subordinator of index 1/4",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::reflected_langevin
