#include "problems/base/parallel.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <cmath>

namespace impactbench::testing {
namespace {

struct Case {
  const char* scheme;
  const char* solver;
  ParameterSet parameters, settings;  ///< of the scheme and of the solver
  double friction;
};

/// The discs of a box after some steps with this many threads.
State after_steps(const Case& c, const ParameterSet& box, double dt, int threads) {
  omp_set_num_threads(threads);
  ParameterSet all = box;
  all["friction"] = c.friction;
  const Problem problem = problem_entry("disc_box").make(all);
  Session session(scheme_entry(c.scheme), c.parameters, problem, dt, c.solver, c.settings);
  session.run(4);
  omp_set_num_threads(1);
  return session.state;
}

void expect_same_bits(const Case& c, const ParameterSet& box, double dt) {
  const State one = after_steps(c, box, dt, 1);
  for (const int threads : {2, 3}) {
    const State some = after_steps(c, box, dt, threads);
    EXPECT_EQ(one.q, some.q) << c.scheme << ", " << threads << " threads";
    EXPECT_EQ(one.v, some.v) << c.scheme << ", " << threads << " threads";
  }
}

TEST(Threads, NoBitDependsOnTheirNumber) {
  // A gas just large enough for threads: discs fly a good part of the gaps between them, so that
  // lists are made anew and discs meet.
  const ParameterSet gas{{"n", static_cast<std::int64_t>(least_parallel)}, {"speed", 50.0}};
  for (const Case& c :
       {Case{"dem", "", {{"R", 1e-5}}, {}, 0.3}, Case{"md", "", {{"R", 1e-5}}, {}, 0.3},
        Case{"nscd", "nlgs", {}, {}, 0.3},
        Case{"snc", "block_pcg", {{"R", 1e-5}, {"newton_tolerance", 1e-6}}, {}, 0.0}})
    expect_same_bits(c, gas, 1e-3);
}

TEST(Threads, NoBitOfAPackingDependsOnTheirNumber) {
  // Discs that touch each other, so that there are as many contacts as discs, enough for threads.
  const ParameterSet packing{{"n", static_cast<std::int64_t>(2 * least_parallel)},
                             {"radius_law", std::string("equal")},
                             {"spacing", 1.0},
                             {"speed", 1.0}};
  const ParameterSet coloured{{"order", std::string("coloured")}, {"max_sweeps", std::int64_t{5}}};
  for (const double friction : {0.0, 0.3}) {
    for (const Case& c :
         {Case{"dem", "", {{"R", 1e-5}}, {}, friction}, Case{"md", "", {{"R", 1e-5}}, {}, friction},
          Case{"nscd", "nlgs", {{"warm_start", true}}, coloured, friction}})
      expect_same_bits(c, packing, 1e-3);
  }
}

TEST(Threads, NoBitOfAClusterDependsOnTheirNumber) {
  const Problem cluster =
      problem_entry("sphere_cluster").make({{"n", std::int64_t{12'000}}, {"fraction", 0.48}});
  const auto after = [&](int threads) {
    omp_set_num_threads(threads);
    // With so long a reach there are rows enough.
    Session session(scheme_entry("maury"), {{"reach", 5.0}}, cluster, 0.1, "apgd",
                    {{"tolerance", 1e-1}});
    session.run(2);
    EXPECT_GE(session.scheme().contact_problem()->contacts(), 4 * least_parallel);
    omp_set_num_threads(1);
    return session.state;
  };
  const State one = after(1), some = after(3);
  EXPECT_NE(one.q, cluster.initial.q);
  EXPECT_EQ(one.q, some.q);
  EXPECT_EQ(one.v, some.v);
}

TEST(Threads, NoBitOfElasticCellsDependsOnTheirNumber) {
  // Just enough cells for threads, under load: the shell starts to fold.
  const Problem shell = problem_entry("pinched_cylinder")
                            .make({{"around", std::int64_t{100}},
                                   {"along", std::int64_t{20}},
                                   {"force", 0.0},
                                   {"horizon", 1e-3}});
  State start = shell.initial;
  for (Eigen::Index i = 0; i < start.v.size(); ++i)
    start.v[i] = std::sin(0.37 * static_cast<double>(i * i % 1009));
  const auto after = [&](int threads) {
    omp_set_num_threads(threads);
    Session session(scheme_entry("mka3d"), {{"allow_unstable", true}}, shell, 1e-6);
    session.state = start;
    session.run(8);
    omp_set_num_threads(1);
    return session.state;
  };
  const State one = after(1), some = after(3);
  EXPECT_NE(one.q, start.q);
  EXPECT_EQ(one.q, some.q);
  EXPECT_EQ(one.v, some.v);
}

TEST(Threads, BlocksCoverALoopOnceAndInOrder) {
  for (const int blocks : {1, 2, 3, 7}) {
    for (const std::size_t n : {std::size_t{0}, std::size_t{5}, std::size_t{1000}}) {
      std::size_t next = 0;
      for (int b = 0; b < blocks; ++b) {
        EXPECT_EQ(block_begin(n, blocks, b), next);
        next = block_begin(n, blocks, b + 1);
      }
      EXPECT_EQ(next, n);
    }
  }
}

}  // namespace
}  // namespace impactbench::testing
