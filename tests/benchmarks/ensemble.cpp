// Ensembles of perturbed starts as a cell makes them.
#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/matrix/run_cell.hpp"

#include <gtest/gtest.h>

namespace impactbench {
namespace {

std::map<std::string, double> quantities(const CellRequest& request) {
  const Row row = run_cell(resolve_cell(request, "default"), 0);
  EXPECT_EQ(row.status, RowStatus::passed) << row.reason;
  return row.quantities;
}

TEST(Ensemble, TellsWhenChaosPartsItsRunsAndWhatItLeavesAlone) {
  const auto q = quantities({"box_25",
                             "nscd",
                             std::nullopt,
                             {{"dt", 1e-3},
                              {"horizon", 0.6},
                              {"ensemble", std::int64_t{4}},
                              {"ensemble_amplitude", 1e-4}}});
  EXPECT_EQ(q.at("ensemble_size"), 4.0);
  // Discs amplify what they are off by from impact to impact; a free fall apart takes 1 s and more.
  EXPECT_LT(q.at("divergence_horizon"), 0.6);
  EXPECT_GT(q.at("divergence_horizon"), 0.05);
  EXPECT_GT(q.at("ensemble_height_half_width"), 0.0);
  EXPECT_LT(q.at("ensemble_height_half_width"), 0.05 * q.at("ensemble_height"));
  EXPECT_LT(q.at("ensemble_contacts_half_width"), q.at("ensemble_contacts"));
}

TEST(Ensemble, MovesPlacesWhereVelocitiesAreForgotten) {
  const CellRequest still{
      "crowd_exit",
      "catching_up",
      std::nullopt,
      {{"dt", 1e-3}, {"ensemble", std::int64_t{3}}, {"ensemble_amplitude", 1e-12}}};
  CellRequest moved = still;
  moved.settings["ensemble_amplitude"] = 0.02;
  EXPECT_FALSE(quantities(still).contains("divergence_horizon"));
  EXPECT_TRUE(quantities(moved).contains("divergence_horizon"));
}

}  // namespace
}  // namespace impactbench
