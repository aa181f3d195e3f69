#include "reference/exact/switched_force/switched_force.hpp"

#include "problems/model/round_system.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace impactbench::exact::switched_force {
namespace {

double block_of(double t) {
  return std::ldexp(1.0, std::ilogb(t));
}

/// Landing of an excursion from rest at T = 1: with s = t - 3 in (0, 1),
/// (11 - 5 alpha)/8 + (3 - alpha)/2 s - alpha/2 s^2 = 0.
double landing_time(double alpha) {
  const double b = 0.5 * (3.0 - alpha);
  return 3.0 + (b + std::sqrt(b * b + 0.25 * alpha * (11.0 - 5.0 * alpha))) / alpha;
}

}  // namespace

double Force::primitive(double t) const {
  if (!(t > 0.0)) return 0.0;
  const double block = block_of(t), s = t - block;
  return 0.5 * (1.0 - alpha) * block + std::min(s, 0.5 * block) -
         alpha * std::max(s - 0.5 * block, 0.0);
}

double Force::second_primitive(double t) const {
  if (!(t > 0.0)) return 0.0;
  const double b = 0.5 * (1.0 - alpha);
  const double block = block_of(t), s = t - block;
  const double up = std::min(s, 0.5 * block), down = std::max(s - 0.5 * block, 0.0);
  return block * block * (b + 0.375 - 0.125 * alpha) / 3.0 + b * block * s + 0.5 * up * up +
         up * down - 0.5 * alpha * down * down;
}

std::pair<double, double> Branching::at(double t) const {
  if (!(t > 0.0)) return {0.0, 0.0};
  const double factor = std::ldexp(1.0, stride);
  double start = first;
  while (start > t)
    start /= factor;
  while (start * factor <= t)
    start *= factor;
  if (t >= landing * start) return {0.0, 0.0};
  const double f = force.primitive(start);
  return {force.second_primitive(t) - force.second_primitive(start) - f * (t - start),
          force.primitive(t) - f};
}

Branching solution_a(double alpha) {
  return {{alpha}, 1.0, 2, landing_time(alpha)};
}

Branching solution_b(double alpha) {
  return {{alpha}, 2.0, 2, landing_time(alpha)};
}

Branching solution_3(double alpha) {
  const double x = alpha - std::sqrt(alpha * alpha - 0.25 * (3.0 - alpha));
  return {{alpha}, 1.0 + x, 1, 2.0};
}

namespace {

std::optional<Truth> truth(const Problem& problem, const ContactModel&) {
  if (problem.name != "non_uniqueness" || problem.traits.restitution != 0.0 || problem.traits.gluey)
    return std::nullopt;
  const double alpha = std::get<double>(problem.parameters.at("alpha"));
  if (!(alpha >= 23.0 / 13.0 && alpha <= 2.0)) return std::nullopt;
  Truth out;
  out.source = "exact/switched_force";
  out.provenance = Provenance::closed_form;
  out.uncertainty = 1e-14;
  const Eigen::VectorXd start = problem.initial.q;
  const auto add = [&](const char* name, const Branching& solution) {
    out.branches.push_back(
        {name, [start, solution](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
           const auto [height, speed] = solution.at(t);
           q = start;
           q[1] += height;
           v.setZero();
           v[1] = speed;
           return true;
         }});
  };
  add("A", solution_a(alpha));
  add("B", solution_b(alpha));
  add("3", solution_3(alpha));
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "switched_force",
          .summary = "three of the solutions of the problem without uniqueness",
          .source = "maury2004, section 6.1 (two of them); parabolas between switches",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::switched_force
