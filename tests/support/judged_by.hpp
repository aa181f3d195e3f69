#pragma once

#include "benchmarks/matrix/judged_by.hpp"
#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/matrix/run_cell.hpp"

#include <string>

namespace impactbench::testing {

/// Adds to a row made by hand what a run of its cell states of its reference and of what it is
/// judged by; nothing for a cell that this program cannot make.
inline void state_basis(Row& row) {
  const Cell& cell = row.cell;
  if (unknown_here(cell)) return;
  const Problem problem = find_problem(cell.problem).make(cell.problem_parameters);
  const SchemeClaims claims =
      claims_on(find_scheme(cell.scheme).make(cell.scheme_parameters)->claims(), problem.traits);
  const std::optional<Truth> truth = find_truth(problem, claims.contact);
  if (truth)
    row.truth =
        TruthNote{truth->source, std::string(to_text(truth->provenance)), truth->uncertainty};
  const auto contacts = row.series.find("contacts");
  row.judged_by =
      judged_by(problem, claims, truth, contacts == row.series.end() ? Series{} : contacts->second);
}

}  // namespace impactbench::testing
