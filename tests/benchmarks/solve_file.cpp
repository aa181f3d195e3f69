// `solve` believes no solver, and a file goes through it and back.

#include "benchmarks/library/solve_file.hpp"
#include "reference/yardsticks/residual.hpp"
#include "schemes/solvers/api/sparse_delassus.hpp"
#include "tests/benchmarks/contact_file_cases.hpp"
#include "tests/solvers/systems.hpp"

#include <sys/resource.h>

#include <atomic>
#include <csignal>
#include <cstdlib>

namespace impactbench::testing {
namespace {

TEST(SolveFile, WorkThatDiesBecomesAStatus) {
  // What a library may do to the process that calls it.
  const Budget budget{.cpu = 0.3, .memory = 512.0, .threads = 1};
  const Ending well = run_in_child([] { return std::string("well\n"); }, budget);
  EXPECT_EQ(well.status, RowStatus::passed);
  EXPECT_EQ(well.text, "well\n");
  const Ending aborts = run_in_child([]() -> std::string { std::abort(); }, budget);
  EXPECT_EQ(aborts.status, RowStatus::crashed);
  EXPECT_NE(aborts.text.find("signal 6"), std::string::npos) << aborts.text;
  const Ending leaves = run_in_child([]() -> std::string { _exit(3); }, budget);
  EXPECT_EQ(leaves.status, RowStatus::crashed);
  EXPECT_NE(leaves.text.find("exit status 3 and without an answer"), std::string::npos)
      << leaves.text;
  const Ending throws =
      run_in_child([]() -> std::string { throw ConfigurationError("a sentence"); }, budget);
  EXPECT_EQ(throws.status, RowStatus::crashed);
  EXPECT_EQ(throws.text, "a sentence");
  const Ending hangs = run_in_child(
      []() -> std::string {
        std::atomic<int> turns{0};
        while (turns.load() >= 0)
          turns.store(1);
        return "";
      },
      budget);
  EXPECT_EQ(hangs.status, RowStatus::timed_out) << hangs.text;
}

TEST(SolveFile, TheSystemsLimitOnCpuTimeIsATimeOutWhateverTheClockSays) {
  // The system counts ticks and may end a process before the clock that we read passes the budget.
  // It must not do so by SIGKILL, which is how it ends one where there is no memory left.
  const Budget budget{.cpu = 10.0, .memory = 512.0, .threads = 1};
  const Ending limits = run_in_child(
      []() -> std::string {
        rlimit cpu{};
        getrlimit(RLIMIT_CPU, &cpu);
        return std::to_string(cpu.rlim_cur) + " " + std::to_string(cpu.rlim_max);
      },
      budget);
  EXPECT_EQ(limits.text, "11 16") << "first SIGXCPU, then SIGKILL";
  const Ending ticks = run_in_child(
      []() -> std::string {
        std::raise(SIGXCPU);
        return "";
      },
      budget);
  EXPECT_EQ(ticks.status, RowStatus::timed_out) << ticks.text;
  EXPECT_EQ(ticks.text, "used up its budget of 10 s CPU time");
  const Ending killed = run_in_child(
      []() -> std::string {
        std::raise(SIGKILL);
        return "";
      },
      budget);
  EXPECT_EQ(killed.status, RowStatus::crashed) << killed.text;
}

TEST(SolveFile, WhatWorkHasStartedEndsWithIt) {
  // A process that leaves its session, and writes down that it lives.
  const Scratch scratch;
  const std::string heart = scratch / "beats";
  const auto leave = [&]() -> std::string {
    if (fork() == 0) {
      setsid();
      for (int beat = 0; beat < 5000; ++beat) {
        std::ofstream(heart, std::ios::app) << '.';
        usleep(1000);
      }
      _exit(0);
    }
    while (slurp(heart).empty())
      usleep(1000);
    return "done";
  };
  EXPECT_EQ(run_in_child(leave, {.cpu = 5.0, .memory = 512.0, .threads = 1}).text, "done");
  const std::string beats = slurp(heart);
  EXPECT_FALSE(beats.empty());
  usleep(50000);
  EXPECT_EQ(slurp(heart), beats);
}

TEST(SolveFile, FrictionInSpaceOpposesTheSlip) {
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
    const FileSolve solved = solve_file({path, "nlgs", {}, 1e-10}, {});
    EXPECT_EQ(solved.status, RowStatus::passed) << solved.reason;
    EXPECT_EQ(solved.contacts, 5);
  }
}

TEST(SolveFile, BelievesNoSolver) {
  // A solver that was told to stop early says that it has converged, and has.
  const Scratch scratch;
  const std::string path = written(scratch, random_contacts(20, 40, 1, 0.0, 7), 2);
  const FileSolve solved =
      solve_file({path, "nlgs", {{"stop", std::string("relative")}, {"tolerance", 0.1}}, 1e-8}, {});
  EXPECT_TRUE(solved.claimed);
  EXPECT_EQ(solved.status, RowStatus::missed);
  ASSERT_TRUE(solved.residual);
  EXPECT_GT(*solved.residual, 1e-8);
}

TEST(SolveFile, AMatrixOfManyRowsWithoutFactorsCrashesNoSolver) {
  // 120 contacts on 20 bodies, dense enough for blocks beyond any usual body.
  const Scratch scratch;
  for (const int rows : {1, 2}) {
    const std::string path = rewritten(
        scratch, written(scratch, random_contacts(20, 120, rows, 0.3, 3, true), 2), [](Parts&) {});
    int solved = 0;
    for (const auto& [solver, settings] : all_contact_solvers()) {
      const FileSolve done = solve_file({path, solver, settings, 1e-6}, {.cpu = 0.05});
      EXPECT_NE(done.status, RowStatus::crashed) << done.solver << ": " << done.reason;
      EXPECT_TRUE(done.status != RowStatus::not_applicable || !done.reason.empty());
      solved += done.status == RowStatus::passed ? 1 : 0;
    }
    EXPECT_GE(solved, 5) << rows;
  }
}

TEST(SolveFile, TheOtherHalfOfAMatrixIsSolvedToo) {
  const Scratch scratch;
  const std::string path =
      rewritten(scratch, written(scratch, random_contacts(6, 10, 2, 0.3, 11), 2), [](Parts& f) {
        for (std::size_t j = 0; j + 1 < f.p.size(); ++j) {
          for (int k = f.p[j]; k < f.p[j + 1]; ++k) {
            const int i = f.i[static_cast<std::size_t>(k)], row = static_cast<int>(j);
            if (i != row) f.x[static_cast<std::size_t>(k)] += i > row ? 0.02 : -0.02;
          }
        }
      });
  ASSERT_GT(read_contact_file(path).rest.size(), 0u);
  const FileSolve solved = solve_file({path, "nlgs", {}, 1e-9}, {});
  EXPECT_EQ(solved.status, RowStatus::passed) << solved.reason;
  // One solve with the symmetric half alone does not do.
  const ContactFile file = read_contact_file(path);
  ContactProblem symmetric = file.problem;
  const std::string half = written(scratch, symmetric, 2);
  EXPECT_GT(solved.iterations, solve_file({half, "nlgs", {}, 1e-9}, {}).iterations);
}

TEST(SolveFile, ConesMeasureWhatTheNaturalMapDoes) {
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

TEST(SolveFile, AllAreGivenTheSameMatrixWhereThatIsAskedFor) {
  // Factors of a file are passed over: made from its entries within the time of the set-up, and the
  // unit of velocities is the file's all the same.
  const Scratch scratch;
  ContactProblem problem = random_contacts(60, 150, 2, 0.3, 7);
  problem.velocity_unit = 0.01;
  const std::string path = written(scratch, problem, 2);
  const FileSolve given = solve_file({path, "nlgs", {}, 1e-8}, {});
  const FileSolve made = solve_file({path, "nlgs", {}, 1e-8, GivenMatrix::delassus}, {});
  EXPECT_EQ(given.status, RowStatus::passed) << given.reason;
  EXPECT_EQ(made.status, RowStatus::passed) << made.reason;
  EXPECT_EQ(given.data, GivenMatrix::factors);
  EXPECT_EQ(made.data, GivenMatrix::delassus);
  EXPECT_EQ(read_contact_entries(path, GivenMatrix::delassus).problem.velocity_unit, 0.01);
  // A factorisation of 300 rows beside the allocation of some vectors.
  EXPECT_GT(*made.setup, 5.0 * *given.setup);
}

TEST(SolveFile, StopsEverySolverAtTheSameResidual) {
  // nlgs by its relative change stops too early by our residual: its own tolerance is tightened;
  // by ours it may be loosened no more than the residual allows.
  const Scratch scratch;
  const std::string path = written(scratch, random_contacts(20, 40, 2, 0.3, 7), 2);
  const FileSolve early = solve_file({path, "nlgs", {{"stop", std::string("relative")}}, 1e-7}, {});
  EXPECT_EQ(early.status, RowStatus::passed) << early.reason;
  EXPECT_LT(early.own_tolerance, 1e-7);
  EXPECT_LE(*early.residual, 1e-7);
  const FileSolve natural = solve_file({path, "nlgs", {}, 1e-7}, {});
  EXPECT_EQ(natural.own_tolerance, 1e-7);
  EXPECT_LE(*natural.cone, 1e-6);
}

TEST(SolveFile, AMethodOfALibraryIsNamedThoughNobodyChoseIt) {
  // By the colon a report tells other libraries from our solvers.
  const Scratch scratch;
  const std::string path = written(scratch, random_contacts(3, 3, 1, 0.0, 5), 2);
  EXPECT_EQ(solve_file({path, "siconos", {}, 1e-6}, {}).solver, "siconos:nsgs");
  EXPECT_EQ(solve_file({path, "siconos", {{"method", std::string("lemke")}}, 1e-6}, {}).solver,
            "siconos:lemke");
  EXPECT_EQ(solve_file({path, "apgd", {{"jacobi", false}}, 1e-6}, {}).solver, "apgd jacobi=false");
}

TEST(SolveFile, GoesThroughAFileAndBack) {
  const Scratch scratch;
  FileSolve solve{.file = "a.hdf5",
                  .contacts = 3,
                  .rows = 1,
                  .bodies = 2,
                  .solver = "apgd jacobi=false",
                  .data = GivenMatrix::factors,
                  .tolerance = 1e-6,
                  .own_tolerance = 1e-7,
                  .limit = 5.0,
                  .status = RowStatus::missed,
                  .reason = "residual 1e-3",
                  .residual = 1e-3,
                  .cone = 2e-3,
                  .claimed = true,
                  .iterations = 17,
                  .setup = 0.25,
                  .cpu = std::nullopt};
  std::ostringstream text;
  write_solves({solve}, text);
  const auto back = read_solves(scratch.write("s.csv", text.str()));
  ASSERT_EQ(back.size(), 1u);
  EXPECT_EQ(back[0].solver, solve.solver);
  EXPECT_EQ(back[0].status, solve.status);
  EXPECT_EQ(back[0].residual, solve.residual);
  EXPECT_EQ(back[0].data, GivenMatrix::factors);
  EXPECT_EQ(back[0].own_tolerance, 1e-7);
  EXPECT_EQ(back[0].limit, 5.0);
  EXPECT_EQ(back[0].cone, solve.cone);
  EXPECT_EQ(back[0].setup, solve.setup);
  EXPECT_EQ(back[0].cpu, std::nullopt);
  EXPECT_TRUE(back[0].claimed);
  const std::string said =
      refusal([&] { (void)read_solves(scratch.write("bad.csv", text.str() + "a,b\n")); });
  EXPECT_NE(said.find(":3: 2 fields where 17 are wanted"), std::string::npos) << said;
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
  const Finished solved = run(scratch, {"solve", scratch / "lib", "--solver", "apgd", "--tolerance",
                                        "1e-8", "--csv", scratch / "s.csv"});
  EXPECT_EQ(solved.status, 0) << solved.out << solved.err;
  const auto solves = read_solves(scratch / "s.csv");
  ASSERT_EQ(solves.size(), 2u);
  EXPECT_GT(solves[1].iterations, 0);
  // A file that cannot be taken is a row, and the others are solved; that it failed is said.
  (void)scratch.write("lib/0.hdf5", "no HDF5");
  const Finished mixed =
      run(scratch, {"solve", scratch / "lib", "--solver", "apgd", "--csv", scratch / "m.csv"});
  EXPECT_EQ(mixed.status, 1) << mixed.out;
  const auto rows = read_solves(scratch / "m.csv");
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].status, RowStatus::not_applicable);
  EXPECT_NE(rows[0].reason.find("is no HDF5 file"), std::string::npos) << rows[0].reason;
  EXPECT_EQ(rows[2].status, RowStatus::passed);
  std::filesystem::remove(scratch / "lib/0.hdf5");
  EXPECT_EQ(run(scratch, {"solve", scratch / "none.hdf5", "--solver", "apgd"}).status, 2);
  // Four iterations are too few, whatever the solver says.
  const Finished missed = run(scratch, {"solve", scratch / "lib", "--solver", "apgd", "--tolerance",
                                        "1e-8", "--set", "max_iterations=4"});
  EXPECT_EQ(missed.status, 1) << missed.out;
  EXPECT_EQ(run(scratch, {"solve", scratch / "lib", "--solver", "superlu"}).status, 2);
  EXPECT_EQ(run(scratch, {"solve", scratch / "lib", "--solver", "apgd", "--tolerance", "0"}).status,
            2);
}

}  // namespace
}  // namespace impactbench::testing
