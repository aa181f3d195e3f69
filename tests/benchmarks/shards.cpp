// Parts of a plan, what they will cost, and what a batch system is given.

#include "benchmarks/cluster/cost.hpp"
#include "benchmarks/cluster/slurm.hpp"
#include "benchmarks/cluster/submission.hpp"
#include "benchmarks/matrix/shard.hpp"
#include "benchmarks/store/fingerprint.hpp"
#include "benchmarks/store/store.hpp"
#include "problems/base/error.hpp"
#include "tests/support/scratch.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

namespace impactbench {
namespace {

Plan plan_of(const std::string& grid) {
  return parse_plan("cpu_budget = 50\nmemory_budget = 1000\n[[grid]]\n" + grid, "plan");
}

const char* const balls = R"(problem = ["falling_ball", "moving_ball"]
scheme = "inc"
alpha = [2, 3]
R = [1e-3, 1e-4, 1e-5, 1e-6]
dt = [1e-3, 5e-4]
)";

// Every cell is in one part, a ladder in the same one, and what is added moves nothing.
TEST(Shards, PartitionThePlanByLadders) {
  const Plan plan = plan_of(balls);
  std::map<std::string, std::set<int>> parts;
  std::set<int> used;
  for (const PlannedCell& planned : plan.cells) {
    const int index = shard_index(planned.cell, 4);
    EXPECT_GE(index, 0);
    EXPECT_LT(index, 4);
    used.insert(index);
    parts[ladder_of(planned.cell)].insert(index);
    EXPECT_EQ(shard_index(planned.cell, 1), 0);
  }
  EXPECT_EQ(plan.cells.size(), 32U);
  EXPECT_EQ(parts.size(), 16U);
  for (const auto& [ladder, indices] : parts)
    EXPECT_EQ(indices.size(), 1U);
  EXPECT_EQ(used.size(), 4U) << "16 ladders leave a part of 4 empty with a chance of 4 %";
}

Row timed(const PlannedCell& planned, double cpu) {
  Row row;
  row.cell = planned.cell;
  row.status = RowStatus::passed;
  row.timing = Timing{};
  row.timing->cpu_cell = cpu;
  row.timing->peak_memory = 40.0;
  return row;
}

const PlannedCell& cell_of(const Plan& plan, const char* problem, double alpha, double R,
                           double dt) {
  for (const PlannedCell& planned : plan.cells) {
    const auto& scheme = planned.cell.scheme_parameters;
    if (planned.cell.problem == problem && std::get<double>(scheme.at("alpha")) == alpha &&
        std::get<double>(scheme.at("R")) == R && planned.cell.dt == dt)
      return planned;
  }
  throw ConfigurationError("no such cell");
}

// Half the step: twice the steps, twice the time. One problem for another of the same scheme: by
// steps and degrees of freedom.
TEST(Shards, CostIsToldFromWhatIsNearest) {
  const Plan plan = plan_of(balls);
  const std::vector<Row> earlier{timed(cell_of(plan, "falling_ball", 2.0, 1e-3, 1e-3), 3.0)};
  const CostModel model(earlier);
  const Cost same = model(cell_of(plan, "falling_ball", 2.0, 1e-3, 1e-3), plan);
  EXPECT_EQ(same.source, CostSource::cell);
  EXPECT_DOUBLE_EQ(same.cpu, 3.0);
  EXPECT_DOUBLE_EQ(same.memory.value(), 40.0);
  const Cost rung = model(cell_of(plan, "falling_ball", 2.0, 1e-3, 5e-4), plan);
  EXPECT_EQ(rung.source, CostSource::ladder);
  EXPECT_DOUBLE_EQ(rung.cpu, 6.0);
  const Cost solver = model(cell_of(plan, "falling_ball", 3.0, 1e-5, 5e-4), plan);
  EXPECT_EQ(solver.source, CostSource::solver);
  EXPECT_NEAR(solver.cpu, 6.0, 0.1);
  EXPECT_EQ(model(cell_of(plan, "moving_ball", 2.0, 1e-3, 1e-3), plan).source, CostSource::scheme);
  const Plan other = plan_of("problem = \"falling_ball\"\nscheme = \"nscd\"\n");
  const Cost unknown = model(other.cells.front(), other);
  EXPECT_EQ(unknown.source, CostSource::budget);
  EXPECT_DOUBLE_EQ(unknown.cpu, 50.0);
  EXPECT_FALSE(unknown.memory);
}

TEST(Shards, WhatTimedOutCostsItsBudget) {
  const Plan plan = plan_of(balls);
  Row row = timed(cell_of(plan, "falling_ball", 2.0, 1e-3, 1e-3), 0.0);
  row.status = RowStatus::timed_out;
  row.timing.reset();
  const std::vector<Row> earlier{row};
  const CostModel model(earlier);
  EXPECT_DOUBLE_EQ(model(cell_of(plan, "falling_ball", 2.0, 1e-3, 5e-4), plan).cpu, 50.0);
}

// A row that the machine failed is no result, wherever it is stored.
TEST(Shards, ACellThatTheMachineFailedIsMissing) {
  const testing::Scratch folder;
  const Plan plan = plan_of("problem = \"falling_ball\"\nscheme = \"inc\"\n");
  const Submission submission{folder / "study", 1};
  std::filesystem::create_directories(submission.folder);
  const PlannedCell& planned = plan.cells.front();
  const auto put = [&](const std::string& path, RowStatus how) {
    Row row;
    row.cell = planned.cell;
    row.status = how;
    row.key = content_key(planned.cell, revision(), build_id(planned.cell));
    Store(path, StoreMode::write).put(row);
  };
  put(submission.merged(), RowStatus::failed);
  const SubmissionStatus failed = status_of(submission, plan);
  EXPECT_EQ(failed.stored, 0U);
  EXPECT_EQ(failed.missing.size(), 1U);
  // Its shard has run it since, and is to be merged again.
  put(submission.shard(0), RowStatus::passed);
  const SubmissionStatus again = status_of(submission, plan);
  EXPECT_EQ(again.stored, 1U);
  EXPECT_EQ(again.merged, 0U);
  EXPECT_TRUE(again.missing.empty());
}

// A shell completes a folder with a slash. The jobs have the name of the folder all the same.
TEST(Shards, ASlashBehindTheFolderIsNotPartOfItsName) {
  for (const char* given : {"/shared/study", "/shared/study/", "/shared/./study//"})
    EXPECT_EQ(folder_name(given), "/shared/study") << given;
}

TEST(Shards, RangesAreWhatSlurmReads) {
  EXPECT_EQ(ranges({0, 1, 2, 3, 7}), "0-3,7");
  EXPECT_EQ(ranges({5}), "5");
  EXPECT_EQ(ranges({1, 3, 4}), "1,3-4");
}

// A part of an array does not know how many shards there are: its scripts must say so.
TEST(Shards, ScriptsNameTheShardLiterallyAndQuoteNames) {
  const Submission submission{"/a folder/it's", 64};
  const SlurmJob job{
      .program = "/bin/impactbench",
      .name = "study",
      .resources = {.jobs = 2, .cpus = 8, .memory = 900, .minutes = 17, .warning = 90},
      .indices = {3, 7},
      .options = {"--partition=long"}};
  const std::string script = array_script(job, submission);
  for (const char* line : {"#SBATCH --array=3,7\n", "--shard \"$SLURM_ARRAY_TASK_ID/64\"",
                           "#SBATCH --time=17\n", "#SBATCH --cpus-per-task=8\n", "--jobs 2 ",
                           "#SBATCH --mem=900M\n", "#SBATCH --partition=long\n",
                           "#SBATCH --signal=B:USR1@90\n", "'/a folder/it'\\''s/plan.toml'"}) {
    EXPECT_NE(script.find(line), std::string::npos) << line << "\n" << script;
  }
}

}  // namespace
}  // namespace impactbench
