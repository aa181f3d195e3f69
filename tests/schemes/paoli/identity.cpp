// Without restitution and with affine constraints the scheme is maury's.

#include "tests/schemes/maury_cases.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>

namespace impactbench::testing {
namespace {

class PaoliOfMaury : public ::testing::TestWithParam<RandomSystem> {};

TEST_P(PaoliOfMaury, IsTheSameWithoutRestitution) {
  // K linearised about q^n, e = 0: the same minimiser, U = u^n + h M^-1 f. On a line, where gaps
  // are affine, the nearest point of K is that of its linearisation too.
  RandomSystem settings = GetParam();
  settings.gravity = 0.3;
  const Problem p = random_problem(settings);
  const double h = 0.2;
  Session maury = maury_session(p, h);
  for (const char* projection : {"linearised", "nearest"}) {
    if (settings.dimension > 1 && projection == std::string("nearest")) continue;
    maury.state = p.initial;
    Session first = maury_session(p, h);
    Session paoli(scheme_entry("schatzman_paoli"),
                  {{"first_step", std::string("euler")}, {"projection", std::string(projection)}},
                  p, h, "mprgp", {{"tolerance", 1e-13}});
    double moved = 0.0;
    for (int k = 0; k < 20; ++k) {
      (void)first.step();
      (void)paoli.step();
      EXPECT_LE((first.state.q - paoli.state.q).cwiseAbs().maxCoeff(),
                (projection == std::string("linearised") ? 2e-15 : 1e-12) * 20.0)
          << k;
      moved = larger(moved, (first.state.v - p.initial.v).norm());
    }
    EXPECT_GT(moved, 0.1) << "nothing has met";
  }
}

INSTANTIATE_TEST_SUITE_P(Random, PaoliOfMaury, ::testing::ValuesIn(random_systems()),
                         [](const auto& test) {
                           return "dimension" + std::to_string(test.param.dimension) +
                                  (test.param.walls ? "_walls_" : "_free_") +
                                  std::to_string(test.param.seed);
                         });

TEST(PaoliOfMaury, HoldsOnTheCatalogue) {
  // Every problem of both schemes whose gaps are affine (a line), and, linearised, all others.
  int compared = 0;
  for (const ProblemEntry& entry : problem_catalogue()) {
    const Problem p = entry.make({});
    if (p.traits.body_count > 100 || scheme_entry("maury").make({})->refuses(p.traits, 1e-3))
      continue;
    const double h = std::min(1e-3, 1e-3 * p.horizon);
    Session maury = maury_session(p, h);
    Session paoli(scheme_entry("schatzman_paoli"), {{"first_step", std::string("euler")}}, p, h,
                  "mprgp", {{"tolerance", 1e-13}});
    for (int k = 0; k < 300; ++k) {
      (void)maury.step();
      (void)paoli.step();
    }
    // Many coordinates of one body: the solver leaves 1e-13 of its length in each step.
    const GeneralisedSystem* coordinates = generalised_system(*p.system);
    const bool many = coordinates != nullptr && coordinates->dofs() > 3;
    const double left = many ? 300.0 * 1e-13 * coordinates->length() : 2e-15;
    EXPECT_LE((maury.state.q - paoli.state.q).cwiseAbs().maxCoeff(), left) << entry.name;
    ++compared;
  }
  EXPECT_GE(compared, 3);
}

TEST(PaoliRound, NearestPointAndLinearisationMeetAsTheStepFalls) {
  // Both project on sets that touch to second order in h: positions differ by O(h) at most.
  const Problem p = random_problem({2, true, 3});
  double last = HUGE_VAL;
  for (const double h : {0.05, 0.0125, 0.003125}) {
    const auto end = [&](const char* projection) {
      Session s(scheme_entry("schatzman_paoli"), {{"projection", std::string(projection)}}, p, h,
                "mprgp", {{"tolerance", 1e-13}});
      s.run(std::llround(0.1 / h));
      EXPECT_EQ(s.unconverged(), 0);
      return s.state.q;
    };
    const double apart = (end("linearised") - end("nearest")).norm();
    EXPECT_GT(apart, 0.0);
    EXPECT_LT(apart, 0.6 * last);
    last = apart;
  }
}

}  // namespace
}  // namespace impactbench::testing
