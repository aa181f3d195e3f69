// Contact problems in files: what is written is read back as it was, what is wrong with a file is
// said, and `solve` believes no solver.

#include "benchmarks/library/contact_file.hpp"
#include "benchmarks/library/hdf5.hpp"
#include "benchmarks/library/solve_file.hpp"
#include "problems/model/error.hpp"
#include "reference/yardsticks/residual.hpp"
#include "schemes/solvers/api/sparse_delassus.hpp"
#include "tests/benchmarks/spawn.hpp"
#include "tests/solvers/systems.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <functional>

namespace impactbench::testing {
namespace {

/// Three balls of 1 kg on a floor, in a row, mu = 1/2: dofs are the three velocities of each.
ContactProblem balls_on_a_floor() {
  ContactProblem out;
  out.rows = 3;
  out.resize(5);
  out.inverse_mass.assign(9, 1.0);
  out.velocity_unit = 0.25;
  for (std::size_t c = 0; c < 5; ++c) {
    const int i = static_cast<int>(c < 3 ? c : c - 3);
    const bool floor = c < 3;
    out.body_a[c] = i;
    out.body_b[c] = floor ? ContactProblem::fixed : i + 1;
    out.friction[c] = 0.5;
    // Frames (normal, two tangents): on the floor (z, x, y), between balls (x, y, z).
    for (std::size_t r = 0; r < 3; ++r) {
      const std::size_t axis = floor ? (r + 2) % 3 : r;
      out.jacobian_a[(3 * c + r) * 3 + axis] = floor ? 1.0 : -1.0;
      if (!floor) out.jacobian_b[(3 * c + r) * 3 + axis] = 1.0;
    }
    if (floor) {
      out.b[3 * c] = -1.0;
      out.b[3 * c + 1] = 0.3 + 0.2 * i;
      out.b[3 * c + 2] = 0.4;
    } else {
      out.b[3 * c] = 0.2;  // they run apart as the front ones are faster
    }
  }
  return out;
}

std::string written(const Scratch& scratch, const ContactProblem& problem, int dimension,
                    const char* name = "problem.hdf5") {
  write_contact_file(scratch / name,
                     {.problem = problem, .dimension = dimension, .title = "a title"});
  return scratch / name;
}

/// Rewrites the FCLIB part of a file, without factors, after `change`.
struct Parts {
  std::vector<int> spacedim{2}, m, n, nz{-1}, p, i;
  std::vector<double> x, q, mu;
};
std::string rewritten(const Scratch& scratch, const std::string& path,
                      const std::function<void(Parts&)>& change) {
  Parts parts;
  {
    const Hdf5File in(path, Hdf5File::Mode::read);
    parts = {in.integers("/fclib_local/spacedim"), in.integers("/fclib_local/W/m"),
             in.integers("/fclib_local/W/n"),      in.integers("/fclib_local/W/nz"),
             in.integers("/fclib_local/W/p"),      in.integers("/fclib_local/W/i"),
             in.numbers("/fclib_local/W/x"),       in.numbers("/fclib_local/vectors/q"),
             in.numbers("/fclib_local/vectors/mu")};
  }
  change(parts);
  Hdf5File out(scratch / "changed.hdf5", Hdf5File::Mode::write);
  const std::string root = "/fclib_local/";
  out.write(root + "spacedim", parts.spacedim);
  out.write(root + "W/m", parts.m);
  out.write(root + "W/n", parts.n);
  out.write(root + "W/nz", parts.nz);
  out.write(root + "W/p", parts.p);
  out.write(root + "W/i", parts.i);
  out.write(root + "W/x", parts.x);
  out.write(root + "vectors/q", parts.q);
  out.write(root + "vectors/mu", parts.mu);
  return scratch / "changed.hdf5";
}

std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const ConfigurationError& e) {
    return e.what();
  }
  return "nothing was refused";
}

/// u = W p + b of both for one p.
void expect_same_velocities(const ContactProblem& a, const ContactProblem& b) {
  ASSERT_EQ(a.size(), b.size());
  std::vector<double> p(a.size()), momentum, u, v;
  for (std::size_t k = 0; k < p.size(); ++k)
    p[k] = std::cos(3.0 * static_cast<double>(k));
  relative_velocity(a, p, momentum, u);
  relative_velocity(b, p, momentum, v);
  for (std::size_t k = 0; k < u.size(); ++k)
    EXPECT_NEAR(u[k], v[k], 1e-12);
}

TEST(ContactFile, GivesBackWhatWasWritten) {
  const Scratch scratch;
  for (const int rows : {1, 2}) {
    ContactProblem problem = random_contacts(8, 20, rows, 0.3, 5, true);
    problem.velocity_unit = 0.125;
    const ContactFile file = read_contact_file(written(scratch, problem, 2));
    EXPECT_TRUE(file.factors);
    EXPECT_EQ(file.title, "a title");
    EXPECT_EQ(file.problem.rows, rows);
    EXPECT_EQ(file.problem.body_b, problem.body_b);
    EXPECT_EQ(file.problem.jacobian_a, problem.jacobian_a);
    EXPECT_EQ(file.problem.jacobian_b, problem.jacobian_b);
    EXPECT_EQ(file.problem.inverse_mass, problem.inverse_mass);
    EXPECT_EQ(file.problem.b, problem.b);
    EXPECT_EQ(file.problem.velocity_unit, 0.125);
    if (rows == 2) {
      EXPECT_EQ(file.problem.friction, problem.friction);
    }
  }
  const ContactFile space = read_contact_file(written(scratch, balls_on_a_floor(), 3));
  EXPECT_EQ(space.problem.rows, 3);
  EXPECT_EQ(space.dimension, 3);
}

TEST(ContactFile, WIsTheDelassusOperatorPaddedWhereThereIsNoFriction) {
  // By definition W = H^T M^-1 H; tangents that the problem does not have get W_nn, alone.
  const ContactProblem problem = random_contacts(6, 12, 1, 0.0, 3);
  const std::vector<double> dense = dense_delassus(problem);
  const SparseMatrix w = sparse_delassus(problem, 3);
  ASSERT_EQ(w.size(), 36u);
  int seen = 0;
  w.each([&](std::size_t i, std::size_t j, double value) {
    if (i % 3 == 0 && j % 3 == 0) {
      EXPECT_NEAR(value, dense[j / 3 * 12 + i / 3], 1e-14);
      ++seen;
    } else {
      EXPECT_EQ(i, j);
      EXPECT_NEAR(value, dense[j / 3 * 12 + j / 3], 1e-14);
    }
  });
  EXPECT_GT(seen, 12) << "some contacts must share a body";
}

TEST(ContactFile, TripletsColumnsAndRowsAreTheSameMatrix) {
  const Scratch scratch;
  const ContactProblem problem = random_contacts(5, 12, 2, 0.4, 9, true);
  const std::string own = written(scratch, problem, 2);
  const auto as_rows = [](Parts& f) { f.nz = {-2}; };
  const auto as_triplets = [](Parts& f) {
    std::vector<int> columns;
    for (std::size_t j = 0; j + 1 < f.p.size(); ++j)
      columns.insert(columns.end(), static_cast<std::size_t>(f.p[j + 1] - f.p[j]),
                     static_cast<int>(j));
    f.nz = {static_cast<int>(columns.size())};
    f.p = columns;
    // The order of triplets is free, and entries of one place add up.
    std::reverse(f.p.begin(), f.p.end());
    std::reverse(f.i.begin(), f.i.end());
    std::reverse(f.x.begin(), f.x.end());
    f.p.push_back(f.p[0]);
    f.i.push_back(f.i[0]);
    f.x.push_back(0.25 * f.x[0]);
    f.x[0] *= 0.75;
    ++f.nz[0];
  };
  for (const auto& change :
       std::initializer_list<std::function<void(Parts&)>>{[](Parts&) {}, as_rows, as_triplets}) {
    const ContactFile file = read_contact_file(rewritten(scratch, own, change));
    EXPECT_FALSE(file.factors);
    EXPECT_EQ(file.skew.size(), 0u);
    expect_same_velocities(file.problem, problem);
  }
}

TEST(ContactFile, WithoutFrictionOnlyNormalRowsAreLeft) {
  const Scratch scratch;
  const ContactProblem problem = random_contacts(5, 12, 1, 0.0, 9);
  const ContactFile file =
      read_contact_file(rewritten(scratch, written(scratch, problem, 2), [](Parts&) {}));
  EXPECT_EQ(file.problem.rows, 1);
  expect_same_velocities(file.problem, problem);
}

TEST(ContactFile, AMatrixThatIsNotSymmetricKeepsItsOtherHalf) {
  // W(0, 2) up and W(2, 0) down by 0.01: u = W p + q is that of the file all the same.
  const Scratch scratch;
  const ContactProblem problem = random_contacts(3, 6, 2, 0.4, 9, true);
  const auto skewed = [](Parts& f) {
    for (std::size_t j = 0; j + 1 < f.p.size(); ++j) {
      for (int k = f.p[j]; k < f.p[j + 1]; ++k) {
        const int i = f.i[static_cast<std::size_t>(k)];
        if (i == 0 && j == 2) f.x[static_cast<std::size_t>(k)] += 0.01;
        if (i == 2 && j == 0) f.x[static_cast<std::size_t>(k)] -= 0.01;
      }
    }
  };
  for (const int kind : {-1, -2}) {
    const ContactFile file =
        read_contact_file(rewritten(scratch, written(scratch, problem, 2), [&](Parts& f) {
          skewed(f);
          f.nz = {kind};
        }));
    expect_same_velocities(file.problem, problem);
    std::vector<double> p(problem.size(), 0.0);
    p[2] = 1.0;
    ASSERT_EQ(file.skew.size(), p.size());
    EXPECT_NEAR(file.skew.times(p)[0], kind == -1 ? 0.01 : -0.01, 1e-15);
    p[2] = 0.0, p[0] = 1.0;
    EXPECT_NEAR(file.skew.times(p)[2], kind == -1 ? -0.01 : 0.01, 1e-15);
  }
}

TEST(ContactFile, SaysWhatIsWrong) {
  const Scratch scratch;
  const std::string own = written(scratch, random_contacts(3, 6, 2, 0.4, 9, true), 2);
  struct Case {
    const char* says;
    std::function<void(Parts&)> change;
  };
  for (const auto& [says, change] : std::initializer_list<Case>{
           {"spacedim = 4: must be 2 or 3", [](Parts& f) { f.spacedim = {4}; }},
           {"mu = -1: must be at least 0", [](Parts& f) { f.mu[0] = -1.0; }},
           {"q[1] = nan: must be finite", [](Parts& f) { f.q[1] = std::nan(""); }},
           {"W/x[0] = inf", [](Parts& f) { f.x[0] = INFINITY; }},
           {"must be in [0, 11]", [](Parts& f) { f.i[0] = 12; }},
           {"W of 12 x 11", [](Parts& f) { f.n = {11}; }},
           {"for 5 contacts", [](Parts& f) { f.mu.resize(5); }},
           {"growing list", [](Parts& f) { f.p[1] = 1000; }},
           {"W/nz = -3", [](Parts& f) { f.nz = {-3}; }},
           {"fewer than 100000 triplets", [](Parts& f) { f.nz = {100000}; }},
           {"negative eigenvalue", [](Parts& f) {
              for (double& x : f.x)
                x = -x;
            }}}) {
    const std::string path = rewritten(scratch, own, change);
    const std::string said = refusal([&] { (void)read_contact_file(path); });
    EXPECT_NE(said.find(says), std::string::npos) << said;
    EXPECT_NE(said.find("changed.hdf5"), std::string::npos) << said;
  }
  EXPECT_NE(refusal([&] {
              (void)read_contact_file(scratch.write("text.hdf5", "text"));
            }).find("is no HDF5 file"),
            std::string::npos);
  EXPECT_NE(
      refusal([&] { (void)read_contact_file(scratch / "none.hdf5"); }).find("there is no file"),
      std::string::npos);
}

TEST(ContactFile, FactorsOfAnotherMatrixAreNoticed) {
  // A file whose W was edited must not be solved as the old one.
  const Scratch scratch;
  const ContactProblem problem = random_contacts(3, 6, 2, 0.4, 9, true);
  ContactProblem other = problem;
  other.inverse_mass[0] *= 1.001;
  const std::string path = written(scratch, other, 2);
  const std::string theirs = written(scratch, problem, 2, "theirs.hdf5");
  std::vector<double> x;
  { x = Hdf5File(theirs, Hdf5File::Mode::read).numbers("/fclib_local/W/x"); }
  const Hdf5File in(path, Hdf5File::Mode::read);
  Hdf5File out(scratch / "mixed.hdf5", Hdf5File::Mode::write);
  for (const char* name :
       {"/fclib_local/spacedim", "/fclib_local/W/m", "/fclib_local/W/n", "/fclib_local/W/nz",
        "/fclib_local/W/p", "/fclib_local/W/i", "/impactbench/rows", "/impactbench/dofs",
        "/impactbench/body_a", "/impactbench/body_b"})
    out.write(name, in.integers(name));
  for (const char* name :
       {"/fclib_local/vectors/q", "/fclib_local/vectors/mu", "/impactbench/velocity_unit",
        "/impactbench/jacobian_a", "/impactbench/jacobian_b", "/impactbench/inverse_mass"})
    out.write(name, in.numbers(name));
  out.write("/fclib_local/W/x", x);
  const std::string said = refusal([&] { (void)read_contact_file(scratch / "mixed.hdf5"); });
  EXPECT_NE(said.find("factors that do not make its W"), std::string::npos) << said;
}

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
  EXPECT_NE(leaves.text.find("exit status 3"), std::string::npos) << leaves.text;
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
  ASSERT_GT(read_contact_file(path).skew.size(), 0u);
  const FileSolve solved = solve_file({path, "nlgs", {}, 1e-9}, {});
  EXPECT_EQ(solved.status, RowStatus::passed) << solved.reason;
  // One solve with the symmetric half alone does not do.
  const ContactFile file = read_contact_file(path);
  ContactProblem symmetric = file.problem;
  const std::string half = written(scratch, symmetric, 2);
  EXPECT_GT(solved.iterations, solve_file({half, "nlgs", {}, 1e-9}, {}).iterations);
}

TEST(SolveFile, GoesThroughAFileAndBack) {
  const Scratch scratch;
  FileSolve solve{.file = "a.hdf5",
                  .contacts = 3,
                  .rows = 1,
                  .bodies = 2,
                  .solver = "apgd jacobi=false",
                  .tolerance = 1e-6,
                  .status = RowStatus::missed,
                  .reason = "residual 1e-3",
                  .residual = 1e-3,
                  .claimed = true,
                  .iterations = 17,
                  .cpu = std::nullopt};
  std::ostringstream text;
  write_solves({solve}, text);
  const auto back = read_solves(scratch.write("s.csv", text.str()));
  ASSERT_EQ(back.size(), 1u);
  EXPECT_EQ(back[0].solver, solve.solver);
  EXPECT_EQ(back[0].status, solve.status);
  EXPECT_EQ(back[0].residual, solve.residual);
  EXPECT_EQ(back[0].cpu, std::nullopt);
  EXPECT_TRUE(back[0].claimed);
  const std::string said =
      refusal([&] { (void)read_solves(scratch.write("bad.csv", text.str() + "a,b\n")); });
  EXPECT_NE(said.find("line 3, has 2 columns"), std::string::npos) << said;
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
