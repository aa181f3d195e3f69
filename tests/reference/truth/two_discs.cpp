#include "problems/model/round_system.hpp"
#include "reference/exact/compliant_hit/compliant_hit.hpp"
#include "tests/reference/truth/truths.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace impactbench::testing {
namespace {

/// Both discs by velocity Verlet straight from the energy c D^alpha: forces of two walls and of the
/// pair at once. It knows neither contact profiles nor one contact from another.
class DirectIntegration {
 public:
  DirectIntegration(const Problem& problem, const Compliance& law)
      : system_(*disc_system(*problem.system)),
        law_(law),
        x{problem.initial.q[0], problem.initial.q[3]},
        v{problem.initial.v[0], problem.initial.v[3]} {
    update();
  }
  void step(double h) {
    for (std::size_t i = 0; i < 2; ++i) {
      v[i] += 0.5 * h * force_[i] / system_.bodies().mass[i];
      x[i] += h * v[i];
    }
    update();
    for (std::size_t i = 0; i < 2; ++i)
      v[i] += 0.5 * h * force_[i] / system_.bodies().mass[i];
  }
  [[nodiscard]] double penetration() const { return deepest_ / (2.0 * system_.largest_radius()); }

 private:
  double push(double depth) {
    if (!(depth > 0.0)) return 0.0;
    deepest_ = larger(deepest_, depth);
    return law_.exponent * law_.coefficient * std::pow(depth, law_.exponent - 1.0);
  }
  void update() {
    const auto& r = system_.bodies().radius;
    const double left = system_.wall(3).point.x();
    const double right = system_.wall(1).point.x();
    const double pair = push(r[0] + r[1] - (x[1] - x[0]));
    force_ = {push(left + r[0] - x[0]) - push(x[0] + r[0] - right) - pair,
              push(left + r[1] - x[1]) - push(x[1] + r[1] - right) + pair};
  }

  const RoundSystem& system_;
  const Compliance law_;
  std::array<double, 2> force_{};
  double deepest_{0.0};

 public:
  std::array<double, 2> x, v;
};

constexpr double fine = 1e-5;

std::int64_t fine_steps(const Problem& p) {
  return static_cast<std::int64_t>(p.horizon / fine);
}

TEST(TwoCompliantDiscs, FollowTheForcesOfTheEnergy) {
  int contacts = 0;
  for (const char* name : {"two_balls_test1", "two_balls_test2"}) {
    for (const double alpha : {2.0, 2.5, 3.0}) {
      const Problem p = problem_entry(name).make({{"mass_2", 3.0}});
      const Compliance law{alpha, 5e3};
      const auto truth = reference("compliant_impact").truth(p, law);
      ASSERT_TRUE(truth) << name << " alpha " << alpha;
      contacts += static_cast<int>(truth->event_times.size());
      DirectIntegration direct(p, law);
      double worst = 0.0;
      for (std::int64_t k = 1; k <= fine_steps(p); ++k) {
        direct.step(fine);
        const Sample s(*truth, static_cast<double>(k) * fine, 6);
        worst = larger(worst, std::abs(s.q[0] - direct.x[0]));
        worst = larger(worst, std::abs(s.q[3] - direct.x[1]));
      }
      EXPECT_LT(worst, 1e-6) << name << " alpha " << alpha;
    }
  }
  EXPECT_GE(contacts, 12) << "hardly anything met";
}

TEST(TwoCompliantDiscs, ClosedFormAndMultiprecisionAgree) {
  for (const char* name : {"two_balls_test1", "two_balls_test2", "two_balls_test3_case1"}) {
    const Problem p = problem_entry(name).make({});
    const Compliance law{2.0, 5e4};
    const Truth closed = reference("linear_springs").truth(p, law).value();
    const Truth computed = reference("compliant_impact").truth(p, law).value();
    ASSERT_EQ(closed.event_times.size(), computed.event_times.size());
    ASSERT_GE(closed.event_times.size(), 2U) << name << " has a collision and a wall hit";
    for (std::size_t k = 0; k < closed.event_times.size(); ++k)
      EXPECT_NEAR(closed.event_times[k], computed.event_times[k], 1e-12);
    for (int k = 0; k <= 997; ++k) {
      const double t = p.horizon * k / 997;
      EXPECT_NEAR((Sample(closed, t, 6).q - Sample(computed, t, 6).q).norm(), 0.0, 1e-12)
          << name << " t = " << t;
    }
  }
}

TEST(TwoCompliantDiscs, KeepMomentumUntilAWallAndEnergyAlways) {
  const Problem p = problem_entry("two_balls_test2").make({{"mass_2", 3.0}});
  const double c = 5e3;
  const Truth truth = reference("compliant_impact").truth(p, Compliance{3.0, c}).value();
  ASSERT_GE(truth.event_times.size(), 2U);
  double deepest = 0.0;
  for (double t = 0.0; t <= p.horizon; t += 1e-4) {
    const Sample s(truth, t, 6);
    // r = 0.1, box [0, 2].
    const auto energy = [&](double depth) {
      deepest = larger(deepest, depth);
      return depth > 0.0 ? c * std::pow(depth, 3.0) : 0.0;
    };
    const double total = 0.5 * s.v[0] * s.v[0] + 1.5 * s.v[3] * s.v[3] +
                         energy(0.2 - (s.q[3] - s.q[0])) + energy(0.1 - s.q[0]) +
                         energy(s.q[3] - 1.9);
    EXPECT_NEAR(total, 0.5, 1e-11) << t;
    if (t < truth.event_times[1]) {
      EXPECT_NEAR(s.v[0] + 3.0 * s.v[3], 1.0, 1e-12) << t;
    }
  }
  EXPECT_GT(deepest, 0.02) << "never touched";
}

TEST(TwoCompliantDiscs, GoesIntoTheRigidMotionAsTheContactHardens) {
  const Problem p = problem_entry("two_balls_test2").make({});
  const Truth rigid = reference("two_ball_collision").truth(p, std::nullopt).value();
  double previous = 1.0;
  for (const double c : {1e4, 1e6, 1e8}) {
    const Truth soft = reference("linear_springs").truth(p, Compliance{2.0, c}).value();
    const double apart = (Sample(soft, 1.49, 6).q - Sample(rigid, 1.49, 6).q).norm();
    EXPECT_GT(apart, 0.0);
    // The delay of every contact falls as c^(-1/2).
    if (previous < 1.0) {
      EXPECT_NEAR(previous / apart, 10.0, 0.1) << c;
    }
    previous = apart;
  }
}

TEST(CompliantHit, IsTheDeepestPointOfTheIntegratedMotion) {
  int covered = 0;
  for (const char* name :
       {"two_balls_test1", "two_balls_test2", "two_balls_test3_case1", "two_balls_test3_case2"}) {
    for (const double alpha : {2.0, 3.0}) {
      for (const double R : {1e-3, 1e-4}) {
        const Problem p = problem_entry(name).make({});
        const Compliance law{alpha, 0.5 / R};
        const auto truth = reference("compliant_hit").truth(p, law);
        if (!truth) continue;
        ++covered;
        DirectIntegration direct(p, law);
        for (std::int64_t k = 0; k < fine_steps(p); ++k)
          direct.step(fine);
        const double exact = truth->scalars.at("penetration_relative");
        EXPECT_NEAR(direct.penetration() / exact, 1.0, 1e-4)
            << name << " alpha " << alpha << " R " << R;
      }
    }
  }
  EXPECT_GE(covered, 10);
}

TEST(CompliantHit, SaysNothingOfThreeBodiesAtOnce) {
  // The large disc touches the wall from the start, and so does it when the small one comes: two
  // contacts at a time, 1.4 % less deep than the one alone would be.
  const Problem p = problem_entry("two_balls_test3_case2").make({});
  for (const double R : {1e-3, 1e-5, 1e-7}) {
    for (const char* name : {"compliant_hit", "linear_springs", "compliant_impact"})
      EXPECT_FALSE(reference(name).truth(p, Compliance{2.0, 0.5 / R})) << name << " R = " << R;
  }
  // The second disc follows the first so closely that this one is still in the wall.
  const ParameterSet chase{{"x_1", 0.3}, {"speed_1", -1.0}, {"x_2", 0.51}, {"speed_2", -1.0}};
  const Problem close = problem_entry("two_balls_test2").make(chase);
  EXPECT_FALSE(reference("compliant_hit").truth(close, Compliance{2.0, 500.0}));
  // A hard wall has given it back before.
  EXPECT_TRUE(reference("compliant_hit").truth(close, Compliance{2.0, 5e7}));
}

TEST(CompliantHit, SaysNothingOfAStartThatIsPressedInOrLosesEnergy) {
  const Problem pressed = problem_entry("resting_ball").make({});
  EXPECT_FALSE(reference("compliant_hit").truth(pressed, Compliance{2.0, 5e4}));
  const Problem damped = problem_entry("two_balls_test2").make({{"restitution", 0.5}});
  for (const char* name : {"compliant_hit", "linear_springs", "compliant_impact"})
    EXPECT_FALSE(reference(name).truth(damped, Compliance{2.0, 5e4})) << name;
}

}  // namespace
}  // namespace impactbench::testing
