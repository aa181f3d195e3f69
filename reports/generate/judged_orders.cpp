#include "reports/generate/judged_orders.hpp"

#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/matrix/run_cell.hpp"
#include "problems/base/error.hpp"
#include "problems/model/sweeping_system.hpp"
#include "reports/generate/naming.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <utility>

namespace impactbench {
namespace {

bool has_some_error(const Row& row) {
  return std::any_of(norms().begin(), norms().end(),
                     [&](const Norm& n) { return quantity(row, n.quantity).has_value(); });
}

Rung rung_of(const Row& row, const std::vector<Norm>& all) {
  Rung out{row.cell.dt, row.status, row.reason, 0.0, true, {}};
  for (const Norm& n : all) {
    out.errors.push_back(
        quantity(row, n.quantity).value_or(std::numeric_limits<double>::quiet_NaN()));
  }
  return out;
}

/// The truths of one problem by its parameters and the compliance of contacts. Some take a second
/// to compute, and several schemes share one.
class Truths {
 public:
  struct Known {
    ContactModel contact;
    Problem problem;
    std::optional<Truth> truth;
  };
  const Known& of(const Cell& cell, const ContactModel& contact) {
    const ParameterSet& set = cell.problem_parameters.get();
    std::deque<Known>& same = all_[set];
    for (const Known& known : same)
      if (known.contact == contact) return known;
    Problem problem = find_problem(cell.problem).make(set);
    std::optional<Truth> truth = find_truth(problem, contact);
    return same.emplace_back(Known{contact, std::move(problem), std::move(truth)});
  }

 private:
  std::map<ParameterSet, std::deque<Known>> all_;
};

std::optional<JudgedFamily> judged(const std::string& problem_name, const Family& family,
                                   const Histories& histories, Truths& truths) {
  const Cell& cell = family.first->cell;
  const SchemeClaims general = find_scheme(cell.scheme).make(cell.scheme_parameters)->claims();
  const auto& [contact, problem, truth] = truths.of(cell, general.contact);
  const SchemeClaims claims = claims_on(general, problem.traits);
  if (!truth) return std::nullopt;
  // Errors of observables contain that of the mesh, which is the same in all of these rows.
  const std::vector<Norm> all(norms().begin(), norms().end());
  std::vector<Rung> rungs;
  for (const Row* row : family.rows)
    rungs.push_back(rung_of(*row, all));
  Series contacts;  // of the smallest step that stored them
  for (auto row = family.rows.rbegin(); row != family.rows.rend() && contacts.value.empty(); ++row)
    contacts = histories.of(**row, "contacts");
  JudgedFamily out{problem_name,
                   family,
                   motion_class(truth->event_times, problem.horizon, contacts),
                   problem.traits.restitution > 0.0,
                   sweeping_system(*problem.system) != nullptr,
                   truth_text(TruthNote{truth->source, std::string(to_text(truth->provenance)),
                                        truth->uncertainty}),
                   {}};
  out.orders = judge_rungs(rungs, all, claims, out.motion, problem, *truth);
  return out;
}

}  // namespace

JudgedFamilies judge_families(std::span<const Row> rows, const Histories& histories) {
  JudgedFamilies out;
  for (const auto& [problem, same] : completed_by_problem(rows)) {
    Truths truths;
    for (const Family& family : families_of(same, 4, has_some_error)) {
      if (const auto why = unknown_here(family.first->cell)) {
        out.left_out.push_back(fmt::format("{} on {}: {}", family.name, problem, *why));
        continue;
      }
      try {
        if (auto found = judged(problem, family, histories, truths))
          out.all.push_back(std::move(*found));
      } catch (const ConfigurationError& error) {
        out.left_out.push_back(fmt::format("{} on {}: {}", family.name, problem, error.what()));
      }
    }
  }
  return out;
}

}  // namespace impactbench
