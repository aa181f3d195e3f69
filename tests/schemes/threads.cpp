#include "problems/contact/parallel.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <cmath>

namespace impactbench::testing {
namespace {

struct Case {
  const char* scheme;
  const char* solver;
  ParameterSet parameters;
  double friction;
};

/// A gas just large enough for threads, after some steps with this many of them.
State after_steps(const Case& c, int threads) {
  omp_set_num_threads(threads);
  const Problem gas = problem_entry("disc_box")
                          .make({{"n", static_cast<std::int64_t>(least_parallel)},
                                 {"speed", 50.0},
                                 {"friction", c.friction}});
  Session session(scheme_entry(c.scheme), c.parameters, gas, 1e-3, c.solver);
  session.run(4);
  omp_set_num_threads(1);
  return session.state;
}

TEST(Threads, NoBitDependsOnTheirNumber) {
  // Discs fly a good part of the gaps between them, so that lists are made anew and discs meet.
  const Case cases[] = {{"dem", "", {{"R", 1e-5}}, 0.3},
                        {"md", "", {{"R", 1e-5}}, 0.3},
                        {"nscd", "nlgs", {}, 0.3},
                        {"snc", "block_pcg", {{"R", 1e-5}, {"newton_tolerance", 1e-6}}, 0.0}};
  for (const Case& c : cases) {
    const State one = after_steps(c, 1);
    const State some = after_steps(c, 3);
    EXPECT_EQ(one.q, some.q) << c.scheme;
    EXPECT_EQ(one.v, some.v) << c.scheme;
  }
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
