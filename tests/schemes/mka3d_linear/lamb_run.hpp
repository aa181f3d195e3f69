#pragma once

#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/matrix/run_cell.hpp"

#include <gtest/gtest.h>

#include <string>

namespace impactbench::testing {

/// Largest error over largest exact value of the two receivers of monasse2012, 5.1.
struct LambErrors {
  double surface_x, surface_z, below_x, below_z;
};

/// The problem lamb with cells of this edge [m], cp dt / h = 1/2, run as in the matrix.
inline LambErrors lamb_errors(double edge, const std::string& recipe) {
  const Cell cell =
      plan_cell({"lamb",
                 "mka3d_linear",
                 std::nullopt,
                 {{"edge", edge}, {"recipe", recipe}, {"dt", 0.5 * edge / 3202.2719}}},
                "default")
          .cell;
  const Row row = run_cell(cell, 0);
  EXPECT_TRUE(ran_to_the_end(row.status)) << row.reason;
  const auto& q = row.quantities;
  return {q.at("surface_x_error_sup"), q.at("surface_z_error_sup"), q.at("below_x_error_sup"),
          q.at("below_z_error_sup")};
}

}  // namespace impactbench::testing
