#include "benchmarks/matrix/ensemble.hpp"

#include "benchmarks/matrix/cpu_seconds.hpp"
#include "benchmarks/matrix/machine.hpp"
#include "problems/base/error.hpp"
#include "problems/base/portable_random.hpp"
#include "problems/contact/round_bodies.hpp"
#include "reference/yardsticks/ensemble_statistics.hpp"
#include "reference/yardsticks/meter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace impactbench {
namespace {

constexpr std::int64_t instants = 400;  ///< at which two runs are compared
constexpr double apart = 0.01;          ///< in largest diameters: they have diverged

/// Translations at the instants, of the run from the start as it is.
using Course = std::vector<Eigen::VectorXd>;

/// Total mass times gravity, which divides a potential to give a height; nothing without gravity.
std::optional<double> weight_of(const Problem& problem, const RoundBodies& bodies) {
  double mass = 0.0;
  for (const double m : bodies.mass)
    mass += m;
  const double g = bodies.gravity.norm();
  return g > 0.0 && !problem.traits.driven ? std::optional(mass * g) : std::nullopt;
}

/// Without inertia the velocities of the start are forgotten: there its places are moved.
void perturb(const RoundBodies& bodies, double amplitude, PortableRandom& random,
             Problem& problem) {
  Eigen::VectorXd& x = problem.traits.first_order ? problem.initial.q : problem.initial.v;
  for (Eigen::Index k = 0; k < x.size(); ++k) {
    if (k % bodies.stride >= bodies.dimension) continue;
    x[k] += amplitude * (2.0 * random.uniform() - 1.0);
  }
}

double distance(const RoundBodies& bodies, const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  double out = 0.0;
  for (Eigen::Index k = 0; k < a.size(); k += bodies.stride)
    out = std::max(out, (a.segment(k, bodies.dimension) - b.segment(k, bodies.dimension)).norm());
  return out;
}

/// The result of one run: its sample, or a sentence why it did not reach the end.
using Member = std::variant<BulkSample, std::string>;

/// One run. Fills `course` where it is empty, else compares with it.
Member run(const Cell& cell, const Problem& problem, const ContactModel& contact,
           const StepCount& count, Course& course) {
  const RoundBodies bodies = round_bodies(*problem.system);
  const double diameter = 2.0 * *std::max_element(bodies.radius.begin(), bodies.radius.end());
  const std::optional<double> weight = weight_of(problem, bodies);
  const std::int64_t every = std::max<std::int64_t>(1, count.steps / instants);
  const bool first = course.empty();
  Machine machine(cell, problem, count.h);
  Meter meter(problem, contact, std::nullopt, count.h, count.steps);
  State before = problem.initial, state = problem.initial;
  BulkSample out;
  double height = 0.0, samples = 0.0;
  for (std::int64_t k = 1; k <= count.steps; ++k) {
    before = state;
    const double t = static_cast<double>(k) * count.h;
    const StepReport report = machine.scheme->step(state);
    if (report.status == StepStatus::breakdown)
      return fmt::format("at t = {:.6g} s: {}", t, report.reason);
    meter.after_step(before, state, machine.scheme->contact_problem(), machine.scheme->impulses());
    if (meter.blown_up()) return fmt::format("at t = {:.6g} s: energy blow-up", t);
    if (weight && 2 * k > count.steps) {
      height += problem.system->external_potential(t, state.q) / *weight;
      samples += 1.0;
    }
    if (k % every != 0) continue;
    if (first) {
      course.push_back(state.q);
    } else if (!out.diverged &&
               distance(bodies, state.q, course[static_cast<std::size_t>(k / every - 1)]) >
                   apart * diameter) {
      out.diverged = t;
    }
  }
  const auto q = meter.finish().quantities;
  const auto value = [&](const char* name) { return q.contains(name) ? q.at(name) : 0.0; };
  const double initial = value("energy_initial");
  out.energy = initial != 0.0 ? (value("energy_final") - initial) / std::abs(initial) : 0.0;
  out.contacts = value("contacts") / static_cast<double>(count.steps);
  out.penetration = value("penetration_relative");
  if (samples > 0.0) out.height = height / samples;
  return out;
}

}  // namespace

std::string to_text(const EnsembleEnd& end) {
  std::string out;
  if (end.failed > 0) {
    out = fmt::format("{} of {} perturbed runs did not reach the end, the first {}", end.failed,
                      end.asked, end.first_failure);
  }
  if (end.out_of_budget > 0) {
    out += fmt::format("{}{} of {} perturbed runs were not begun: too little CPU time was left",
                       out.empty() ? "" : "; ", end.out_of_budget, end.asked);
  }
  return out;
}

std::string run_ensemble(const Cell& cell, const Problem& problem, const ContactModel& contact,
                         const StepCount& count, double cpu_budget,
                         std::map<std::string, double>& quantities) {
  const RoundBodies bodies =
      has_contacts(*problem.system) ? round_bodies(*problem.system) : RoundBodies{};
  if (bodies.size() == 0) {
    throw ConfigurationError(
        fmt::format("run: ensemble = {}: only round bodies have ensembles, {} has none",
                    cell.ensemble.size, cell.problem));
  }
  PortableRandom random(cell.ensemble.seed);
  Course course;
  double begun = cpu_seconds();
  (void)run(cell, problem, contact, count, course);
  double longest = cpu_seconds() - begun;
  std::vector<BulkSample> samples;
  EnsembleEnd end{cell.ensemble.size, 0, 0, {}};
  for (std::int64_t member = 0; member < cell.ensemble.size; ++member) {
    begun = cpu_seconds();
    if (begun + 1.5 * longest >= cpu_budget) {
      end.out_of_budget = cell.ensemble.size - member;
      break;
    }
    Problem other = find_problem(cell.problem).make(cell.problem_parameters);
    perturb(bodies, cell.ensemble.amplitude, random, other);
    const Member made = run(cell, other, contact, count, course);
    if (const auto* sample = std::get_if<BulkSample>(&made)) {
      samples.push_back(*sample);
    } else {
      if (end.failed++ == 0) end.first_failure = std::get<std::string>(made);
    }
    longest = std::max(longest, cpu_seconds() - begun);
  }
  summarise(samples, quantities);
  quantities["ensemble_failed"] = static_cast<double>(end.failed);
  quantities["ensemble_out_of_budget"] = static_cast<double>(end.out_of_budget);
  return to_text(end);
}

}  // namespace impactbench
