#include "reports/paper/row_scope.hpp"

namespace impactbench {

Scope scope_of(const Row& row) {
  Scope out;
  for (const auto& [name, value] : row.cell.problem_parameters)
    out.set(name, value);
  for (const auto& [name, value] : row.cell.scheme_parameters)
    out.set("scheme." + name, value);
  for (const auto& [name, value] : row.cell.solver_parameters)
    out.set("solver." + name, value);
  out.set("problem", row.cell.problem);
  out.set("scheme", row.cell.scheme);
  out.set("solver", row.cell.solver);
  out.set("dt", row.cell.dt);
  for (const auto& [name, value] : row.quantities)
    out.set(name, value);
  return out;
}

}  // namespace impactbench
