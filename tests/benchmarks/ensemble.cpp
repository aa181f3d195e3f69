// Ensembles of perturbed starts as a cell makes them.
#include "benchmarks/matrix/ensemble.hpp"
#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/matrix/run_cell.hpp"

#include <gtest/gtest.h>

namespace impactbench {
namespace {

std::map<std::string, double> quantities(const CellRequest& request) {
  const Row row = run_cell(resolve_cell(request, "default"), 0);
  EXPECT_EQ(row.status, RowStatus::passed) << row.reason;
  return row.quantities.to_map();
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

TEST(Ensemble, RunsThatFailAreCountedAndMissed) {
  // Nothing meets in the run itself. In its perturbed runs contacts last about two steps, and each
  // hit gains energy until the run blows up. The budget of CPU time has no end here.
  const CellRequest request{"disc_box",
                            "dem",
                            std::nullopt,
                            {{"dt", 0.03},
                             {"n", std::int64_t{9}},
                             {"speed", 1e-9},
                             {"gravity", 0.0},
                             {"R", 1e-3},
                             {"horizon", 30.0},
                             {"ensemble", std::int64_t{3}},
                             {"ensemble_amplitude", 1.0}}};
  const Row row = run_cell(resolve_cell(request, "default"), 0);
  EXPECT_EQ(row.status, RowStatus::missed);
  EXPECT_EQ(row.quantities.at("ensemble_failed"), 3.0);
  EXPECT_EQ(row.quantities.at("ensemble_out_of_budget"), 0.0);
  EXPECT_NE(row.reason.find("ensemble:completes = not measured"), std::string::npos) << row.reason;
  EXPECT_NE(row.reason.find("3 of 3 perturbed runs did not reach the end, the first at t = "),
            std::string::npos)
      << row.reason;
  EXPECT_EQ(row.reason.find("budget"), std::string::npos) << row.reason;
}

TEST(Ensemble, SaysWhatBecameOfTheOthers) {
  EXPECT_EQ(to_text(EnsembleEnd{8, 0, 0, ""}), "");
  EXPECT_EQ(to_text(EnsembleEnd{8, 2, 0, "at t = 0.5 s: energy blow-up"}),
            "2 of 8 perturbed runs did not reach the end, the first at t = 0.5 s: energy blow-up");
  EXPECT_EQ(to_text(EnsembleEnd{8, 0, 3, ""}),
            "3 of 8 perturbed runs were not begun: too little CPU time was left");
  EXPECT_EQ(to_text(EnsembleEnd{8, 1, 3, "at t = 0.5 s: no way out"}),
            "1 of 8 perturbed runs did not reach the end, the first at t = 0.5 s: no way out; "
            "3 of 8 perturbed runs were not begun: too little CPU time was left");
}

}  // namespace
}  // namespace impactbench
