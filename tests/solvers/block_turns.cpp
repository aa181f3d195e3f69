#include "schemes/solvers/support/blocks/block_turns.hpp"

#include "problems/base/parallel.hpp"
#include "schemes/solvers/support/frictionless/frictionless.hpp"
#include "tests/solvers/frictionless_cases.hpp"
#include "tests/support/allocation_count.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace impactbench::testing {
namespace {

constexpr int blocks = most_sum_blocks;

/// Two bodies of each row times a width of 2; those from `bodies` on are walls.
struct Rows {
  std::vector<int> ends;
  std::size_t bodies;

  void add(std::size_t a, std::size_t b) {
    ends.push_back(static_cast<int>(2 * a));
    ends.push_back(static_cast<int>(2 * b));
  }
  /// The bodies of a block, walls aside.
  [[nodiscard]] std::set<int> bodies_of(int block) const {
    std::set<int> out;
    for (std::size_t at = 2 * block_begin(ends.size() / 2, blocks, block);
         at < 2 * block_begin(ends.size() / 2, blocks, block + 1); ++at) {
      if (ends[at] < static_cast<int>(2 * bodies)) out.insert(ends[at] / 2);
    }
    return out;
  }
};

/// Each body beside the next, and on a wall that all share.
Rows line(std::size_t bodies) {
  Rows out{{}, bodies};
  for (std::size_t i = 0; i + 1 < bodies; ++i) {
    out.add(i, i + 1);
    out.add(bodies, i);
  }
  return out;
}

BlockTurns turns_of(const Rows& rows) {
  BlockTurns out;
  out.find(rows.ends, rows.bodies, 2, blocks);
  return out;
}

/// The violation of the definition by the turns; empty if there is none.
std::string flaw(const Rows& rows, const BlockTurns& turns) {
  std::set<int> seen;
  for (std::size_t t = 0; t < turns.turns(); ++t) {
    std::set<int> met;
    if (turns.turn(t).empty()) return "a turn of nothing";
    for (const int b : turns.turn(t)) {
      if (!seen.insert(b).second) return "block " + std::to_string(b) + " twice";
      for (const int body : rows.bodies_of(b)) {
        if (!met.insert(body).second)
          return "two blocks of a turn share body " + std::to_string(body);
      }
    }
  }
  return seen.size() == blocks ? "" : "not every block";
}

TEST(BlockTurns, BlocksOfATurnShareNoBody) {
  EXPECT_EQ(flaw(line(1000), turns_of(line(1000))), "");
  Rows scattered{{}, 500};  // neighbours in number, now and then a body far away
  for (std::size_t i = 0; i + 1 < 500; ++i)
    scattered.add(i, i % 50 == 0 ? (i * 7) % 499 + 1 : i + 1);
  EXPECT_EQ(flaw(scattered, turns_of(scattered)), "");
}

TEST(BlockTurns, EveryBlockIsVisitedOnce) {
  const BlockTurns turns = turns_of(line(1000));
  for (const int threads : {1, 3}) {
    std::vector<int> visits(blocks, 0);
    turns.for_each(threads, [&](int b) { ++visits[static_cast<std::size_t>(b)]; });
    EXPECT_EQ(visits, std::vector<int>(blocks, 1)) << threads;
  }
}

TEST(BlockTurns, NeighboursOnALineNeedTwo) {
  // A block of a line shares a body with the one before and the one behind. The wall, which all
  // share, does not count.
  EXPECT_EQ(turns_of(line(1000)).turns(), 2U);
}

TEST(BlockTurns, WhereAllShareABodyEachHasItsOwn) {
  Rows star{{}, 1000};
  for (std::size_t i = 1; i < 1000; ++i)
    star.add(0, i);
  EXPECT_EQ(turns_of(star).turns(), static_cast<std::size_t>(blocks));
  EXPECT_EQ(flaw(star, turns_of(star)), "");
}

TEST(BlockTurns, AllocatesNothingWhileTheBodiesFit) {
  if (!allocations_are_counted()) GTEST_SKIP() << "the sanitizer owns malloc";
  const Rows rows = line(1000);
  BlockTurns turns;
  turns.prepare(1000);
  const std::int64_t before = allocations();
  turns.find(rows.ends, rows.bodies, 2, blocks);
  EXPECT_EQ(allocations() - before, 0);
}

TEST(BlockTurns, ManyRowsMultiplyAsTheProblemSays) {
  // So many that blocks take turns, each with a wall of its own: W p + b is still that of the
  // problem, whose bodies are summed up row by row.
  ContactProblem problem = random_rows(40'000, 4 * least_parallel, 2, true, 10.0, 6);
  for (std::size_t c = 0; c < problem.contacts(); ++c) {
    const auto near = static_cast<int>(c / 2);
    if (problem.body_b[c] == ContactProblem::fixed || near + 2 >= 40'000) continue;
    problem.body_a[c] = c % 7 == 0 ? ContactProblem::fixed : near;
    problem.body_b[c] = near + 1 + static_cast<int>(c % 2);
  }
  std::vector<double> p(problem.size()), y, w;
  for (std::size_t c = 0; c < p.size(); ++c)
    p[c] = 1.0 + std::sin(static_cast<double>(c));
  Frictionless form;
  form.prepare(problem.contacts(), 40'000);
  ASSERT_TRUE(form.pack(problem, p, Frictionless::Scaling::none, y));
  ASSERT_GT(form.body_size(), 2 * (form.bodies() + 1)) << "too few rows for turns";
  form.multiply(y, w, true);
  std::vector<double> back;
  form.unpack(w, back);
  const std::vector<double> exact = velocity_of(problem, p);
  double worst = 0.0, largest = 0.0;
  for (std::size_t c = 0; c < p.size(); ++c) {
    worst = larger(worst, std::abs(back[c] - exact[c]));
    largest = larger(largest, std::abs(exact[c]));
  }
  EXPECT_LT(worst, 1e-12 * largest);
}

}  // namespace
}  // namespace impactbench::testing
