// adaptive: errors are those of the tolerance, in every regime and wherever impacts fall in a step.
#include "problems/base/error.hpp"
#include "problems/model/disc_setup.hpp"
#include "problems/model/generalised_system.hpp"
#include "problems/model/wall.hpp"
#include "schemes/api/restartable.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"
#include "schemes/support/contacts/obstacle_impulse.hpp"
#include "tests/schemes/springs.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace impactbench::testing {
namespace {

using Exact = std::function<Eigen::VectorXd(double)>;  ///< q(t)

ParameterSet to(double tolerance, ParameterSet more = {}) {
  more["tolerance"] = tolerance;
  return more;
}

/// The largest error of a place at the end of a step, over `length`.
double error_of(const Problem& p, const ParameterSet& settings, int steps, double length,
                const Exact& exact) {
  const double h = p.horizon / steps;
  Session s(scheme_entry("adaptive"), settings, p, h);
  double most = 0.0;
  s.run(steps, [&](const State& state) {
    const double t = static_cast<double>(state.step) * h;
    most = larger(most, (state.q - exact(t)).cwiseAbs().maxCoeff<Eigen::PropagateNaN>());
  });
  EXPECT_EQ(s.unconverged(), 0) << p.name;
  return most / length;
}

/// The allowed error: no more than three times the tolerance, and no less than a thousandth of its
/// `power`, since a scheme that is more accurate than requested wastes steps.
void expect_lands(const Problem& p, int steps, double length, const Exact& exact,
                  double power = 1.0) {
  for (const double tolerance : {1e-2, 1e-4, 1e-6, 1e-8}) {
    const double error = error_of(p, to(tolerance), steps, length, exact);
    EXPECT_LT(error, 3.0 * tolerance) << p.name << ' ' << tolerance;
    EXPECT_GT(error, 1e-3 * std::pow(tolerance, power)) << p.name << ' ' << tolerance;
  }
}

/// x'' = -x from (1/2, -1) meets the wall x = 0 at tan t = 1/2 with -sqrt(5)/2, and again pi later.
Exact at_the_wall(double e) {
  return [e](double t) {
    const double first = std::atan(0.5), amplitude = std::sqrt(5.0) / 2.0;
    double x = amplitude * std::sin(first - t);
    if (t > first) x = e * amplitude * std::sin(t - first);
    return Eigen::VectorXd::Constant(1, x);
  };
}

TEST(Adaptive, LandsWithinItsToleranceOnSmoothMotion) {
  // Steps whose error before extrapolation, of s^3, is the tolerance leave s^5.
  const Problem p = springs(9.0, 4.0);
  const auto& modes = dynamic_cast<const Springs&>(*p.system).modes();
  const Exact exact = [&](double t) -> Eigen::VectorXd {
    return modes * Eigen::Vector2d(std::cos(t), std::cos(3.0 * t));
  };
  expect_lands(p, 8, 1.0, exact, 5.0 / 3.0);
}

TEST(Adaptive, LandsWithinItsToleranceAcrossOneImpact) {
  const Problem p = spring_at_wall(1.0, 0.0, 0.5, 0.5, -1.0);
  expect_lands(p, 7, 1.0, at_the_wall(0.5));
}

TEST(Adaptive, LandsWhereverInAStepAnImpactFalls) {
  // In the last quarter of a step too, behind the last place where a gap is looked at.
  const Problem p = spring_at_wall(1.0, 0.0, 0.5, 0.5, -1.0);
  double least = 1.0, most = 0.0;
  for (int steps = 1; steps <= 40; ++steps) {
    const double error = error_of(p, to(1e-5), steps, 1.0, at_the_wall(0.5));
    least = std::min(least, error);
    most = larger(most, error);
  }
  EXPECT_LT(most, 3e-5);
  EXPECT_GT(most, 1e-7) << "impacts are known to within a step";
}

TEST(Adaptive, HandsOutTheContactsOfAnImpactWhereverItFalls) {
  // Floor and ceiling each turn a ball round once in 3 s: in the first or the second half of a
  // step, seen by the whole step or not, and by steps that were too long.
  const Problem p = problem_entry("falling_ball").make({});
  for (const double h : {7.3e-3, 3.1e-3, 2.2e-3, 1.37e-3, 1e-3, 9.1e-4, 5.3e-4}) {
    const auto steps = static_cast<std::int64_t>(p.horizon / h);
    Session s(scheme_entry("adaptive"), {}, p, h);
    double before = p.initial.v[1];
    int turns = 0;
    s.run(steps, [&](const State& state) {
      const double jump = std::abs(state.v[1] - before);
      before = state.v[1];
      if (jump < 0.5) return;
      ++turns;
      const ContactProblem* problem = s.scheme().contact_problem();
      ASSERT_NE(problem, nullptr);
      EXPECT_TRUE(touches_obstacle(*problem, s.scheme().impulses())) << h;
    });
    EXPECT_EQ(turns, 2) << h;
  }
}

/// The sum of the recorded impulses, in the entries of v.
Eigen::VectorXd sum_of(const ContactImpulses& recorded, const Problem& p) {
  Eigen::VectorXd out = Eigen::VectorXd::Zero(p.initial.v.size());
  const bool constraints = generalised_system(*p.system) != nullptr;
  const Eigen::Index n = recorded.dofs;
  for (std::size_t k = 0; k < recorded.impulse.size(); ++k) {
    const std::size_t c = k / static_cast<std::size_t>(recorded.rows);
    const auto add = [&](int body, const std::vector<double>& jacobian) {
      if (body == ContactProblem::fixed) return;
      const Eigen::Map<const Eigen::VectorXd> row(
          &jacobian[k * static_cast<std::size_t>(recorded.dofs)], n);
      out.segment(constraints ? 0 : n * body, n) += recorded.impulse[k] * row;
    };
    add(recorded.body_a[c], recorded.jacobian_a);
    if (!constraints) add(recorded.body_b[c], recorded.jacobian_b);
  }
  return out;
}

TEST(Adaptive, RecordsTheImpulsesOfTheWholeStep) {
  // M (v^{n+1} - v^n) = h F + H p over each step of the run, however many inner steps it has, which
  // of them were taken back, and where their ends are extrapolated: on the dome the normal force
  // varies, so that one step of the whole length and two halves give different impulses.
  struct Case {
    const char* problem;
    double h, least;  ///< of the sum of all |H p| [N s]
  };
  for (const Case& c : {Case{"dome", 3.3e-2, 0.1}, Case{"falling_ball", 7.3e-3, 1.0},
                        Case{"bouncing_ball", 4.1e-2, 1.0}, Case{"rocking_block", 1.3e-2, 1.0}}) {
    for (const char* settings : {"none", "theta=0.8"}) {
      const Problem p = problem_entry(c.problem).make({});
      const auto steps = static_cast<std::int64_t>(p.horizon / c.h);
      Session s(scheme_entry("adaptive"), to(1e-3, {{"inner_settings", std::string(settings)}}), p,
                c.h);
      ContactImpulses recorded;
      s.scheme().record_impulses(&recorded);
      Eigen::MatrixXd mass = p.system->mass().asDiagonal();
      if (const auto* coordinates = generalised_system(*p.system))
        coordinates->mass_matrix(p.initial.q, mass);
      Eigen::VectorXd before = p.initial.v, force = before;
      p.system->external_force(0.0, p.initial.q, p.initial.v, force);
      double given = 0.0, most = 0.0;
      s.run(steps, [&](const State& state) {
        ASSERT_TRUE(recorded.known);
        const Eigen::VectorXd contacts = sum_of(recorded, p);
        const Eigen::VectorXd left = mass * (state.v - before) - c.h * force - contacts;
        most = larger(most, left.cwiseAbs().maxCoeff<Eigen::PropagateNaN>());
        given += contacts.norm();
        before = state.v;
      });
      EXPECT_GT(given, c.least) << c.problem;
      EXPECT_LT(most, 1e-12) << c.problem << ' ' << settings;
    }
  }
}

/// Counts the updates of inner steps and stops a run that takes too many.
class Updates final : public PhaseListener {
 public:
  explicit Updates(int most) : most_(most) {}
  void enter(Phase phase) override {
    if (phase == Phase::update && ++count_ > most_) throw std::runtime_error("too many steps");
  }
  [[nodiscard]] int count() const { return count_; }

 private:
  int most_, count_{0};
};

TEST(Adaptive, TakesLongStepsAgainWhereErrorsAreOfRounding) {
  // A heavy disc, a light one and a wall: 31 impacts, each found over the shortest of 40 lengths of
  // steps. Then steps double, three to twelve inner steps at a length, although the errors are
  // those of rounding, up to a hundredth of what a step may have, and come and go. Where a ball
  // slides, those of the contact solver are a quarter of that at every length.
  struct Case {
    const char* problem;
    ParameterSet parameters;
    double h;
    int changes;
  };
  for (const Case& c :
       {Case{"pi_collisions", {{"ratio", 100.0}}, 7.1e-3, 31}, Case{"rolling_ball", {}, 5e-2, 1}}) {
    const Problem p = problem_entry(c.problem).make(c.parameters);
    const auto steps = static_cast<std::int64_t>(p.horizon / c.h);
    Session s(scheme_entry("adaptive"), to(1e-11), p, c.h);
    Updates updates(3 * static_cast<int>(steps) + c.changes * 40 * 12 + 10000);
    s.scheme().listen(&updates);
    ASSERT_NO_THROW(s.run(steps)) << c.problem;
    EXPECT_GT(updates.count(), c.changes * 40) << "not counted";
    if (c.changes == 1) continue;
    // Momentum and energy, impact by impact: 100 u + v and 100 u^2 + v^2.
    EXPECT_NEAR(s.state.v[3], 0.998857595563, 1e-9);
    EXPECT_NEAR(s.state.v[0], 0.477860208206, 1e-8);
  }
}

/// A ball that falls from the height H bounces at t_k = t_1 (1 + 2 (e + ... + e^k)) and rests after
/// t_1 (1 + e) / (1 - e).
Exact bounces(double H, double g, double e, double r) {
  return [=](double t) {
    double start = -std::sqrt(2.0 * H / g), up = std::sqrt(2.0 * g * H);
    while (t > start + 2.0 * up / g && up > 1e-14)
      start += 2.0 * up / g, up *= e;
    const double s = t - start;
    const double height = up > 1e-14 ? up * s - 0.5 * g * s * s : 0.0;
    return Eigen::VectorXd(Vec3(1.0, r + height, 0.0));
  };
}

TEST(Adaptive, LandsWithinItsToleranceAcrossAccumulatingImpacts) {
  const Problem p = problem_entry("bouncing_ball").make({{"restitution", 0.5}});
  const double r = 0.2;
  expect_lands(p, 30, r, bounces(p.initial.q[1] - r, 9.80665, 0.5, r));
}

TEST(Adaptive, TakesLongStepsAgainOnceBallsRest) {
  // The cost follows the logarithm of the tolerance: each impact is halved down to.
  const Problem p = problem_entry("bouncing_ball").make({{"restitution", 0.5}});
  const auto solves = [&](double tolerance) {
    Session s(scheme_entry("adaptive"), to(tolerance), p, p.horizon / 30);
    s.run(30);
    return static_cast<double>(s.nonlinear_iterations());
  };
  const double coarse = solves(1e-3), fine = solves(1e-8);
  EXPECT_GT(coarse, 100.0);
  EXPECT_LT(fine, 6.0 * coarse);
}

TEST(Adaptive, ExtrapolatesToOrderFourWhereNoContactChanges) {
  // Steps of s = h alone, under a tolerance that takes them: the symmetric step of order 2 leaves
  // s^5 once extrapolated.
  const Problem p = springs(9.0, 1.0);
  const auto& modes = dynamic_cast<const Springs&>(*p.system).modes();
  const Exact exact = [&](double t) -> Eigen::VectorXd {
    return modes * Eigen::Vector2d(std::cos(t), std::cos(3.0 * t));
  };
  for (const bool extrapolate : {true, false}) {
    const auto error = [&](int steps) {
      return error_of(p, to(0.1, {{"extrapolate", extrapolate}}), steps, 1.0, exact);
    };
    EXPECT_NEAR(std::log2(error(40) / error(80)), extrapolate ? 4.0 : 2.0, 0.1);
  }
  const auto implicit = [&](int steps) {
    return error_of(p, to(0.1, {{"inner_settings", std::string("theta=1")}}), steps, 1.0, exact);
  };
  EXPECT_NEAR(std::log2(implicit(160) / implicit(320)), 2.0, 0.1) << "order 1, and one more";
}

TEST(Adaptive, KeepsItsToleranceAroundEachSchemeThatMayBeInside) {
  const Problem p = spring_at_wall(1.0, 0.0, 0.5, 0.5, -1.0);
  for (const ParameterSet& inside :
       std::vector<ParameterSet>{{{"inner", std::string("nscd")}},
                                 {{"inner_settings", std::string("theta=0.75,gamma=0.25")}},
                                 {{"inner_settings", std::string("projection=combined")}},
                                 {{"inner", std::string("generalised_alpha")},
                                  {"inner_settings", std::string("family=newmark")}}}) {
    const double error = error_of(p, to(1e-5, inside), 7, 1.0, at_the_wall(0.5));
    EXPECT_LT(error, 3e-5) << to_text(inside.begin()->second);
    EXPECT_GT(error, 1e-9) << to_text(inside.begin()->second);
  }
}

TEST(Adaptive, FindsTheSameContactsFromAnyStateThatItIsPutInto) {
  // Each rung of the ladder steps now and then alone: its lists of neighbours must follow. Sixteen
  // discs in a box, elastic: energy is kept where no impact is passed over.
  const Problem p =
      problem_entry("disc_box")
          .make(
              {{"n", std::int64_t{16}}, {"horizon", 0.5}, {"friction", 0.0}, {"restitution", 1.0}});
  const auto energy = [&](const State& s) {
    return kinetic_energy(*p.system, s.v) + p.system->external_potential(0.0, s.q);
  };
  Session s(scheme_entry("adaptive"), to(1e-6), p, 0.05);
  s.run(10);
  const double start = energy(p.initial);
  EXPECT_GT((s.state.v - p.initial.v).norm(), 1.0) << "nothing happened";
  EXPECT_NEAR(energy(s.state), start, 1e-5 * std::abs(start));
}

TEST(Adaptive, MayPutASchemeIntoAStateThatItHasNotSeen) {
  // Far from where the list of neighbours was made, and slow, so that no step outdates it: the two
  // discs touch and approach with 0.02 m/s.
  DiscSetup setup{DiscCommon{}};
  setup.disc(1.0, 0.1, {0.0, 0.0}, {0.01, 0.0});
  setup.disc(1.0, 0.1, {5.0, 0.0}, {-0.01, 0.0});
  const Problem p = std::move(setup).make("two", {}, 1.0);
  Session s(scheme_entry("moreau_jean"), {}, p, 1e-3);
  s.run(1);
  s.state.q[3] = s.state.q[0] + 0.2;
  dynamic_cast<Restartable&>(s.scheme()).restart(s.state);
  s.run(1);
  EXPECT_NEAR(s.state.v[0], -0.01, 1e-12);
}

TEST(Adaptive, KeepsAStackThatGivesBackAtRest) {
  // With e = 1 a contact turns what rounding leaves of its velocity round in each step: it must not
  // grow.
  const Problem p = problem_entry("four_stacked").make({});
  Session s(scheme_entry("adaptive"), to(1e-4), p, 1e-3);
  s.run(300);
  EXPECT_LT(s.state.v.cwiseAbs().maxCoeff(), 1e-9);
}

TEST(Adaptive, SaysWhatCannotBeInside) {
  const Problem p = springs(9.0, 1.0);
  const auto refused = [&](const ParameterSet& settings, const std::string& why) {
    try {
      Session s(scheme_entry("adaptive"), settings, p, 0.1);
      ADD_FAILURE() << "taken: " << why;
    } catch (const ConfigurationError& error) {
      EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
    }
  };
  const auto inner = [](const char* name) { return ParameterSet{{"inner", std::string(name)}}; };
  const auto with = [](const char* text) {
    return ParameterSet{{"inner_settings", std::string(text)}};
  };
  refused(inner("adaptive"), "another scheme than adaptive");
  refused(inner("moreau"), "not a scheme of the catalogue");
  refused(inner("bathe"), "remembers more");
  refused(inner("time_dg"), "two half steps");
  refused(inner("generalised_alpha"), "remembers more");
  refused(with("theta"), "key=value");
  refused(with("theta=2"), "theta");
  refused(with("thetas=1"), "thetas");
  refused({{"tolerance", 0.0}}, "tolerance");
}

}  // namespace
}  // namespace impactbench::testing
