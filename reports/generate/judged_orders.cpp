#include "reports/generate/judged_orders.hpp"

#include "reports/generate/naming.hpp"

#include <algorithm>
#include <limits>
#include <span>

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

/// The finest row that states what its errors are judged by.
const Row* stating(const Family& family) {
  for (auto row = family.rows.rbegin(); row != family.rows.rend(); ++row)
    if ((*row)->truth && (*row)->judged_by && (*row)->judged_by->orders) return *row;
  return nullptr;
}

JudgedFamily judged(const std::string& problem, const Family& family, const Row& by) {
  const OrderBasis& basis = *by.judged_by->orders;
  // Errors of observables contain that of the mesh, which is the same in all of these rows.
  const std::vector<Norm> all(norms().begin(), norms().end());
  std::vector<Rung> rungs;
  for (const Row* row : family.rows)
    rungs.push_back(rung_of(*row, all));
  return {problem,
          family,
          basis.motion,
          basis.rebounds,
          basis.swept,
          truth_text(by),
          judge_rungs(rungs, all, basis, by.truth->uncertainty)};
}

}  // namespace

JudgedFamilies judge_families(std::span<const Row> rows) {
  JudgedFamilies out;
  for (const auto& [problem, same] : completed_by_problem(rows)) {
    for (const Family& family : families_of(same, 4, has_some_error)) {
      if (const Row* by = stating(family)) {
        out.all.push_back(judged(problem, family, *by));
      } else if (family.first->truth) {
        ++out.left_out;
      }
    }
  }
  return out;
}

}  // namespace impactbench
