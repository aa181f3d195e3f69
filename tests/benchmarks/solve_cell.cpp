// `solve` believes no solver, and a file goes through it and back.

#include "benchmarks/matrix/solve_cell.hpp"

#include "benchmarks/matrix/contact_cell.hpp"
#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/matrix/title.hpp"
#include "benchmarks/store/store.hpp"
#include "reference/acceptance/contact_solve.hpp"
#include "reference/yardsticks/residual.hpp"
#include "schemes/solvers/api/sparse_delassus.hpp"
#include "tests/benchmarks/contact_file_cases.hpp"
#include "tests/solvers/systems.hpp"

namespace impactbench::testing {
namespace {

/// A solve of a file: solver, its settings, the residual, and what is given of W.
Cell cell_of(const std::string& file, const std::string& solver, const ParameterSet& settings,
             double residual, const char* data = "factors") {
  CellRequest request{"contact_file",
                      "solve",
                      solver,
                      {{"file", file}, {"residual", residual}, {"data", std::string(data)}}};
  for (const auto& [key, value] : settings)
    request.settings.emplace("solver." + key, value);
  return resolve_cell(request, "default");
}

Row solved(const Cell& cell, const Budget& budget = {}) {
  return solve_cell(cell, 1, budget);
}

TEST(SolveCell, FrictionInSpaceOpposesTheSlip) {
  // Each ball alone: p_n = 1, the slip (0.3 + 0.2 i, 0.4) has lengths 0.5, 0.64 and 0.81 against
  // mu p_n = 0.5: the first sticks, the others slide, p_t = -0.5 u_t / |u_t|.
  const ContactProblem problem = balls_on_a_floor();
  std::vector<double> p(problem.size(), 0.0);
  const double slips[3][2] = {{0.3, 0.4}, {0.5, 0.4}, {0.7, 0.4}};
  for (std::size_t c = 0; c < 3; ++c) {
    const double length = std::hypot(slips[c][0], slips[c][1]);
    p[3 * c] = 1.0;
    for (std::size_t r = 0; r < 2; ++r)
      p[3 * c + 1 + r] = -std::min(0.5, length) * slips[c][r] / length;
  }
  ResidualYardstick yardstick;
  EXPECT_LT(yardstick(problem, p), 1e-15);
  std::swap(p[4], p[5]);  // the right length in the wrong direction
  EXPECT_GT(yardstick(problem, p), 0.1);
  const Scratch scratch;
  for (const bool factors : {true, false}) {
    std::string path = written(scratch, problem, 3);
    if (!factors) path = rewritten(scratch, path, [](Parts&) {});
    const Row row = solved(cell_of(path, "nlgs", {}, 1e-10));
    EXPECT_EQ(row.status, RowStatus::passed) << row.reason;
    EXPECT_EQ(row.quantities.at("contacts"), 5.0);
    EXPECT_EQ(row.quantities.at("contact_rows"), 3.0);
  }
}

TEST(SolveCell, BelievesNoSolver) {
  // A solver with a loose stopping rule claims to have converged, and has by that rule.
  const Scratch scratch;
  const std::string path = written(scratch, random_contacts(20, 40, 1, 0.0, 7), 2);
  const Row row =
      solved(cell_of(path, "nlgs", {{"stop", std::string("relative")}, {"tolerance", 0.1}}, 1e-8));
  EXPECT_EQ(row.quantities.at("solves_claimed"), 1.0);
  EXPECT_EQ(row.status, RowStatus::missed);
  EXPECT_GT(row.quantities.at("solve_residual"), 1e-8);
  ASSERT_EQ(row.checks.size(), 2u);
  EXPECT_EQ(row.checks[0].name, "law:natural_map");
  EXPECT_FALSE(row.checks[0].passed);
}

TEST(SolveCell, AMatrixOfManyRowsWithoutFactorsCrashesNoSolver) {
  // 120 contacts on 20 bodies, dense enough for blocks beyond any usual body.
  const Scratch scratch;
  for (const int rows : {1, 2}) {
    const std::string path = rewritten(
        scratch, written(scratch, random_contacts(20, 120, rows, 0.3, 3, true), 2), [](Parts&) {});
    int passed = 0;
    double cpu = 0.05;
    const auto attempt = [&](const std::string& solver, const ParameterSet& settings) {
      const Row row = solved(cell_of(path, solver, settings, 1e-6), {.cpu = cpu});
      EXPECT_NE(row.status, RowStatus::crashed) << title(row.cell) << ": " << row.reason;
      EXPECT_TRUE(row.status != RowStatus::not_applicable || !row.reason.empty());
      passed += row.status == RowStatus::passed ? 1 : 0;
    };
    // Seconds that a machine under load needs more of.
    for (; passed < 5 && cpu < 1.0; cpu *= 4.0) {
      passed = 0;
      for (const SolverEntry& entry : solver_catalogue()) {
        if (entry.kind() == SolverKind::contact) attempt(std::string(entry.name), {});
      }
      for (const char* method : {"lemke", "cpg", "nsn_ac", "admm", "vi_eg"})
        attempt("siconos", {{"method", std::string(method)}});
    }
    EXPECT_GE(passed, 5) << rows;
  }
}

/// A file whose W has this much more below the diagonal, and less above it.
std::string skewed(const Scratch& scratch, double skew) {
  return rewritten(scratch, written(scratch, random_contacts(6, 10, 2, 0.3, 11), 2), [&](Parts& f) {
    for (std::size_t j = 0; j + 1 < f.p.size(); ++j) {
      for (int k = f.p[j]; k < f.p[j + 1]; ++k) {
        const int i = f.i[static_cast<std::size_t>(k)], row = static_cast<int>(j);
        if (i != row) f.x[static_cast<std::size_t>(k)] += i > row ? skew : -skew;
      }
    }
  });
}

TEST(SolveCell, TheOtherHalfOfAMatrixIsSolvedToo) {
  const Scratch scratch;
  const std::string path = skewed(scratch, 0.02);
  ASSERT_GT(read_contact_file(path).rest.size(), 0u);
  const Row whole = solved(cell_of(path, "nlgs", {}, 1e-9));
  EXPECT_EQ(whole.status, RowStatus::passed) << whole.reason;
  // One solve with the symmetric half alone does not do.
  const ContactFile file = read_contact_file(path);
  ContactProblem symmetric = file.problem;
  const std::string half = written(scratch, symmetric, 2);
  EXPECT_GT(whole.quantities.at("newton_iterations"),
            solved(cell_of(half, "nlgs", {}, 1e-9)).quantities.at("newton_iterations"));
}

// The halves of W are of one size: a round leaves most of the error of the round before, and more
// than 100 are needed. As long as they gain, they go on.
TEST(SolveCell, ALargeOtherHalfTakesManyRounds) {
  const Scratch scratch;
  const Row whole = solved(cell_of(skewed(scratch, 0.9), "nlgs", {}, 1e-9));
  EXPECT_EQ(whole.status, RowStatus::passed) << whole.reason;
}

TEST(SolveCell, RoundsThatDoNotCloseAreNobodysClaim) {
  // The other half is larger: rounds part. The solver solves each of them, and that it does is no
  // claim to have solved the file.
  const Scratch scratch;
  const Row row = solved(cell_of(skewed(scratch, 3.0), "nlgs", {{"tolerance", 1e-9}}, 1e-9));
  EXPECT_EQ(row.status, RowStatus::missed) << row.reason;
  EXPECT_EQ(row.quantities.at("solves_claimed"), 0.0);
}

TEST(SolveCell, AFileWithoutContactsIsSolvedByNoImpulses) {
  const Scratch scratch;
  ContactProblem problem;
  problem.rows = 3;
  problem.inverse_mass.assign(3, 1.0);
  const std::string path = rewritten(scratch, written(scratch, problem, 3), [](Parts&) {});
  for (const char* solver : {"nlgs", "hybrid", "interior_point"}) {
    const Row row = solved(cell_of(path, solver, {}, 1e-9));
    EXPECT_EQ(row.status, RowStatus::passed) << solver << ": " << row.reason;
    EXPECT_EQ(row.quantities.at("solve_residual"), 0.0);
    EXPECT_EQ(row.quantities.at("contacts"), 0.0);
  }
}

TEST(SolveCell, ConesMeasureWhatTheNaturalMapDoes) {
  // One ball of 1 kg on a floor, mu = 1/2, u = p + b, b = (-1, 0.3, 0.4): the slip stops at
  // p = (1, -0.3, -0.4), the bound of friction exactly.
  ContactProblem problem;
  problem.rows = 3;
  problem.resize(1);
  problem.dofs = 3;
  problem.body_a = {0};
  problem.body_b = {ContactProblem::fixed};
  problem.jacobian_a = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  problem.jacobian_b.assign(9, 0.0);
  problem.inverse_mass.assign(3, 1.0);
  problem.b = {-1.0, 0.3, 0.4};
  problem.friction = {0.5};
  ConeResidual cone;
  EXPECT_LT(cone(problem, std::vector{1.0, -0.3, -0.4}), 1e-15);
  // Too weak a push: u_n = -0.1, and 0.1 (p_n = 0.9 is no solution) of work over |p|.
  EXPECT_NEAR(cone(problem, std::vector{0.9, -0.27, -0.36}), 0.1, 1e-12);
  // A pull of 0.2, W_nn = 1.
  EXPECT_GE(cone(problem, std::vector{-0.2, 0.0, 0.0}), 0.2);
  // Friction beyond its cone by 0.1; and the right size against nothing: u_t . p_t > 0.
  EXPECT_NEAR(cone(problem, std::vector{1.0, -0.36, -0.48}), 0.1, 1e-12);
  EXPECT_GT(cone(problem, std::vector{1.0, 0.3, 0.4}), 0.5);
  EXPECT_TRUE(std::isnan(cone(problem, std::vector{std::nan(""), 0.0, 0.0})));
  EXPECT_TRUE(std::isnan(cone(problem, std::vector{1.0, std::nan(""), 0.0})));
  problem.b[0] = std::nan("");
  EXPECT_TRUE(std::isnan(cone(problem, std::vector{0.0, 0.0, 0.0})));
}

TEST(SolveCell, BothMeasuresMustBeThereAndHold) {
  const auto passed = [](const std::map<std::string, double>& quantities) {
    const auto checks = judge_contact_solve(1e-8, quantities);
    return std::all_of(checks.begin(), checks.end(), [](const Check& c) { return c.passed; });
  };
  EXPECT_TRUE(passed({{"solve_residual", 1e-8}, {"cone_residual", 1e-7}}));
  EXPECT_FALSE(passed({{"solve_residual", 1.1e-8}, {"cone_residual", 1e-9}}));
  EXPECT_FALSE(passed({{"solve_residual", 1e-9}, {"cone_residual", 1.1e-7}}));
  EXPECT_FALSE(passed({{"solve_residual", std::nan("")}, {"cone_residual", 0.0}}));
  EXPECT_FALSE(passed({{"cone_residual", 0.0}})) << "what was not measured has not passed";
}

TEST(SolveCell, AllAreGivenTheSameMatrixWhereThatIsAskedFor) {
  // Factors of a file are passed over: made from its entries within the time of the set-up, and the
  // unit of velocities is the file's all the same.
  const Scratch scratch;
  ContactProblem problem = random_contacts(60, 150, 2, 0.3, 7);
  problem.velocity_unit = 0.01;
  const std::string path = written(scratch, problem, 2);
  const Row given = solved(cell_of(path, "nlgs", {}, 1e-8));
  const Row made = solved(cell_of(path, "nlgs", {}, 1e-8, "delassus"));
  EXPECT_EQ(given.status, RowStatus::passed) << given.reason;
  EXPECT_EQ(made.status, RowStatus::passed) << made.reason;
  EXPECT_EQ(read_contact_entries(path, GivenMatrix::delassus).problem.velocity_unit, 0.01);
  // A factorisation of 300 rows beside the allocation of some vectors.
  EXPECT_GT(made.timing->setup.value(), 5.0 * given.timing->setup.value());
}

TEST(SolveCell, StopsEverySolverAtTheSameResidual) {
  // nlgs by its relative change stops too early by our residual: its own tolerance is tightened;
  // by ours it may be loosened no more than the residual allows.
  const Scratch scratch;
  const std::string path = written(scratch, random_contacts(20, 40, 2, 0.3, 7), 2);
  const Row early = solved(cell_of(path, "nlgs", {{"stop", std::string("relative")}}, 1e-7));
  EXPECT_EQ(early.status, RowStatus::passed) << early.reason;
  EXPECT_LT(early.quantities.at("own_tolerance"), 1e-7);
  EXPECT_LE(early.quantities.at("solve_residual"), 1e-7);
  const Row natural = solved(cell_of(path, "nlgs", {}, 1e-7));
  EXPECT_EQ(natural.quantities.at("own_tolerance"), 1e-7);
  EXPECT_LE(natural.quantities.at("cone_residual"), 1e-6);
}

TEST(SolveCell, AnAttemptThatRunsOutOfTimeCostsNoneBeforeIt) {
  // 1e-30 is out of reach of any sweep: the first attempt, and all there is of the cell, is a row
  // that says the time it had, and the process of the cell has lived to say it.
  const Scratch scratch;
  const std::string path = written(scratch, random_contacts(20, 40, 2, 0.3, 7), 2);
  const Row late = solved(cell_of(path, "nlgs", {}, 1e-30), {.cpu = 0.1});
  EXPECT_EQ(late.status, RowStatus::timed_out) << late.reason;
  EXPECT_EQ(late.timing->limit, 0.1);
  EXPECT_EQ(late.quantities.at("contacts"), 40.0);
}

TEST(SolveCell, WhatNobodySaysIsWhatTheSolveNeeds) {
  const Scratch scratch;
  const std::string path = written(scratch, random_contacts(3, 3, 1, 0.0, 5), 2);
  const Cell usual = cell_of(path, "nlgs", {}, 1e-6);
  EXPECT_EQ(usual.solver_parameters.at("tolerance"), Value(1e-6));
  EXPECT_EQ(usual.solver_parameters.at("stop"), Value(std::string("natural")));
  EXPECT_EQ(usual.scheme_parameters.at("sweep"), Value(true));
  EXPECT_TRUE(given_settings(usual).empty());
  // The key of a row has what is in the file.
  ASSERT_EQ(usual.files.size(), 1u);
  const Cell given = cell_of(path, "nlgs", {{"tolerance", 1e-3}}, 1e-6);
  EXPECT_EQ(given.scheme_parameters.at("sweep"), Value(false));
  EXPECT_EQ(solver_label(given), "nlgs tolerance=0.001");
  EXPECT_EQ(title(given),
            "contact_file/solve/nlgs problem.hdf5 residual=1e-06 nlgs tolerance=0.001");
  const std::string said = refusal([&] {
    (void)resolve_cell({"contact_file", "nscd", std::nullopt, {{"file", path}}}, "default");
  });
  EXPECT_NE(said.find("the problem contact_file with the scheme solve"), std::string::npos) << said;
}

TEST(SolveCell, AMethodOfALibraryIsNamedThoughNobodyChoseIt) {
  // The colon marks solvers of other libraries in a report.
  const Scratch scratch;
  const std::string path = written(scratch, random_contacts(3, 3, 1, 0.0, 5), 2);
  EXPECT_EQ(solver_label(cell_of(path, "siconos", {}, 1e-6)), "siconos:nsgs");
  EXPECT_EQ(solver_label(cell_of(path, "siconos", {{"method", std::string("lemke")}}, 1e-6)),
            "siconos:lemke");
  EXPECT_EQ(solver_label(cell_of(path, "apgd", {{"jacobi", false}}, 1e-6)), "apgd jacobi=false");
}

TEST(SolveCell, AFileThatHasChangedSinceThePlanIsTroubleOfTheMachine) {
  const Scratch scratch;
  const Cell cell =
      cell_of(written(scratch, random_contacts(3, 3, 1, 0.0, 5), 2), "nlgs", {}, 1e-6);
  (void)written(scratch, random_contacts(3, 3, 1, 0.0, 6), 2);
  EXPECT_EQ(solved(cell).status, RowStatus::failed);
}

TEST(Program, WritesProblemsOfAPlanAndSolvesThem) {
  const Scratch scratch;
  const std::string plan = scratch.write("plan.toml",
                                         "repeats = 0\n[[grid]]\n"
                                         "problem = \"sphere_cluster\"\nn = 40\n"
                                         "scheme = \"maury\"\nsolver = \"mprgp\"\n"
                                         "horizon = 0.4\ndt = 0.1\n");
  const Finished made = run(scratch, {"problems", plan, "--out", scratch / "lib", "--steps", "2"});
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_NE(made.out.find("2 contact problems in"), std::string::npos) << made.out;
  const std::vector<std::string> solve{"solve",   scratch / "lib", "--solver",
                                       "apgd",    "--tolerance",   "1e-8",
                                       "--store", scratch / "s.db"};
  const Finished first = run(scratch, solve);
  EXPECT_EQ(first.status, 0) << first.out << first.err;
  const std::vector<Row> rows = Store(scratch / "s.db", StoreMode::read).rows();
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_GT(rows[1].quantities.at("newton_iterations"), 0.0);
  // They are rows like any others: resumed, exported, judged again, and run by a plan.
  const Finished again = run(scratch, solve);
  EXPECT_EQ(again.status, 0) << again.out << again.err;
  EXPECT_NE(again.out.find("0 run now, 2 resumed"), std::string::npos) << again.out;
  EXPECT_EQ(run(scratch, {"check", scratch / "s.db"}).status, 0);
  EXPECT_EQ(run(scratch, {"compare", scratch / "s.db", scratch / "s.db"}).status, 0);
  const std::string by_plan =
      scratch.write("solves.toml",
                    "[[grid]]\nproblem = \"contact_file\"\nscheme = \"solve\"\nsolver = \"apgd\"\n"
                    "residual = 1e-8\nfile = \"" +
                        to_text(rows[0].cell.problem_parameters.at("file")) + "\"\n");
  const Finished planned = run(scratch, {"run", by_plan, "--store", scratch / "s.db"});
  EXPECT_EQ(planned.status, 0) << planned.out << planned.err;
  EXPECT_NE(planned.out.find("1 resumed"), std::string::npos) << planned.out;
  // A file that cannot be taken is a row, and the others are solved; that it failed is said.
  (void)scratch.write("lib/0.hdf5", "no HDF5");
  std::filesystem::create_directory(scratch / "lib/folder.hdf5");
  std::filesystem::create_symlink("none", scratch / "lib/link.hdf5");
  const Finished mixed = run(scratch, solve);
  EXPECT_EQ(mixed.status, 1) << mixed.out;
  const std::vector<Row> all = Store(scratch / "s.db", StoreMode::read).rows();
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(std::count_if(all.begin(), all.end(),
                          [](const Row& row) {
                            return row.status == RowStatus::not_applicable &&
                                   row.reason.find("is not an HDF5 file") != std::string::npos;
                          }),
            1);
  std::filesystem::remove(scratch / "lib/0.hdf5");
  EXPECT_EQ(run(scratch, {"solve", scratch / "none.hdf5", "--solver", "apgd"}).status, 2);
  // Four iterations are too few, whatever the solver says.
  const Finished missed =
      run(scratch, {"solve", scratch / "lib", "--solver", "apgd", "--tolerance", "1e-8", "--set",
                    "max_iterations=4", "--store", scratch / "m.db"});
  EXPECT_EQ(missed.status, 1) << missed.out;
  EXPECT_EQ(run(scratch, {"solve", scratch / "lib", "--solver", "superlu"}).status, 2);
  EXPECT_EQ(run(scratch, {"solve", scratch / "lib", "--solver", "apgd", "--tolerance", "0"}).status,
            2);
}

}  // namespace
}  // namespace impactbench::testing
