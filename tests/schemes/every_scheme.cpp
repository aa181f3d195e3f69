#include "benchmarks/extension/plugin/load.hpp"
#include "problems/base/error.hpp"
#include "problems/contact/geometry.hpp"
#include "problems/contact/round_bodies.hpp"
#include "problems/model/round_system.hpp"
#include "tests/schemes/scheme_cases.hpp"
#include "tests/support/allocation_count.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace impactbench::testing {
namespace {

/// All of the catalogue; what follows on discs is for those that move discs.
class AnyScheme : public ::testing::TestWithParam<SchemeCase> {
 protected:
  [[nodiscard]] const SchemeEntry& entry() const { return *GetParam().entry; }
};

class EveryScheme : public ::testing::TestWithParam<SchemeCase> {
 protected:
  [[nodiscard]] const SchemeEntry& entry() const { return *GetParam().entry; }
  [[nodiscard]] ParameterSet stiff() const {
    return with(GetParam().parameters, entry(), {{"R", 1e-4}});
  }
  /// Whether it is for motion without inertia: then velocities are not inherited.
  [[nodiscard]] bool first_order() const {
    const ProblemTraits without{
        .bodies = BodyKind::round, .rotates = false, .restitution = 0.0, .first_order = true};
    return !entry().make(GetParam().parameters)->refuses(without, 1e-3);
  }
  [[nodiscard]] Problem problem(std::string_view name, const ParameterSet& given = {}) const {
    return problem_entry(name).make(given);
  }
};

Vec2 linear_momentum(const RoundSystem& system, const State& s) {
  Vec2 sum(0.0, 0.0);
  for (std::size_t i = 0; i < system.bodies().size(); ++i) {
    sum += system.bodies().mass[i] * s.v.segment<2>(static_cast<Eigen::Index>(3 * i));
  }
  return sum;
}

double angular_momentum(const RoundSystem& system, const State& s) {
  double sum = 0.0;
  for (std::size_t i = 0; i < system.bodies().size(); ++i) {
    const auto k = static_cast<Eigen::Index>(3 * i);
    sum += system.bodies().mass[i] * (s.q[k] * s.v[k + 1] - s.q[k + 1] * s.v[k]) +
           system.bodies().inertia[i] * s.v[k + 2];
  }
  return sum;
}

/// Kinetic + contact energy, computed here from the definition.
double total_energy(const RoundSystem& system, const ContactModel& contact, const State& s) {
  double energy = kinetic_energy(system, s.v) + system.external_potential(0.0, s.q);
  if (!contact) return energy;
  const auto n = static_cast<int>(system.bodies().size());
  const auto add = [&](int i, int j, double depth) {
    if (!(depth > 0.0)) return;
    const Compliance law = contact->of_contact(reduced_radius(round_bodies(system), i, j), j < 0);
    energy += law.coefficient * std::pow(depth, law.exponent);
  };
  for (int i = 0; i < n; ++i) {
    const double r_i = system.bodies().radius[static_cast<std::size_t>(i)];
    for (const Wall& wall : system.walls())
      add(i, -1, wall_frame(centre(s.q, i), r_i, wall).depth);
    for (int j = i + 1; j < n; ++j) {
      const double r_j = system.bodies().radius[static_cast<std::size_t>(j)];
      add(i, j, pair_frame(centre(s.q, i), r_i, centre(s.q, j), r_j).depth);
    }
  }
  return energy;
}

TEST_P(AnyScheme, DescribesItself) {
  EXPECT_FALSE(entry().summary.empty());
  EXPECT_FALSE(entry().reference.empty());
  EXPECT_FALSE(entry().make(GetParam().parameters)->claims().source.empty());
  EXPECT_EQ(entry().name.find('_' + std::string("test")), std::string_view::npos);
  const ParameterSet complete = entry().parameters.resolve(GetParam().parameters, "scheme");
  EXPECT_EQ(complete.size(), entry().parameters.fields().size());
  EXPECT_EQ(entry().parameters.resolve(complete, "scheme"), complete);
}

TEST_P(AnyScheme, RefusesWithASentenceOrRuns) {
  // Whatever the catalogue offers, a scheme either says why not or takes a step.
  int ran = 0;
  std::vector<std::pair<const ProblemEntry*, ParameterSet>> all;
  for (const ProblemEntry& p : problem_catalogue()) {
    all.emplace_back(&p, ParameterSet{});
    const auto fields = p.parameters.fields();
    const auto has = [&](std::string_view name) {
      return std::any_of(fields.begin(), fields.end(),
                         [&](const FieldInfo& field) { return field.name == name; });
    };
    if (!has("gluey")) continue;
    for (const double viscosity : {0.0, 1e-3}) {
      ParameterSet wet{{"gluey", true}, {"viscosity", viscosity}};
      for (const char* lost : {"restitution", "friction"})
        if (has(lost)) wet[lost] = 0.0;
      all.emplace_back(&p, wet);
    }
  }
  for (const auto& [entry_of, settings] : all) {
    const ProblemEntry& p = *entry_of;
    const Problem made = p.make(settings);
    if (const auto reason = entry().make(GetParam().parameters)->refuses(made.traits, 1e-4)) {
      EXPECT_GT(reason->size(), 15U) << p.name;
      continue;
    }
    // A dense factorisation of the boxes with hundreds of discs would take minutes.
    const bool sparse =
        made.traits.body_count > 100 &&
        entry().make(GetParam().parameters)->task(made.traits).kind == SolverKind::linear;
    // A step of 1e-4 s is beyond the stability limit of thin shells.
    const double h = made.traits.bodies == BodyKind::polyhedra ? 1e-6 : 1e-4;
    try {
      Session session(entry(), GetParam().parameters, made, h, sparse ? "superlu" : "");
      session.run(2);
      EXPECT_TRUE(session.state.q.allFinite() && session.state.v.allFinite()) << p.name;
      EXPECT_EQ(session.state.step, 2) << p.name;
      ++ran;
    } catch (const ConfigurationError& refusal) {  // what only the start, or each law, can show
      const std::string why = refusal.what();
      const bool of_one_law =
          made.traits.laws_differ && why.find("for all pairs that can meet") != std::string::npos;
      EXPECT_TRUE(of_one_law || why.find("at the start") != std::string::npos) << p.name;
    }
  }
  EXPECT_GT(ran, 0);
}

TEST_P(EveryScheme, GivesTheSameBitsTwice) {
  const Problem cradle = problem(first_order() ? "evacuation" : "newton_cradle");
  Session first(entry(), stiff(), cradle, 1e-3);
  Session second(entry(), stiff(), cradle, 1e-3);
  const int steps = first_order() ? 9 : 900;
  first.run(steps);
  second.run(steps);
  EXPECT_EQ(first.state.q, second.state.q);
  EXPECT_EQ(first.state.v, second.state.v);
  EXPECT_NE(first_order() ? first.state.v.norm() : first.state.v[9], 0.0)
      << "the last disc must have been hit, else nothing was tested";
}

TEST_P(EveryScheme, AllocatesNothingInAStep) {
  if (!allocations_are_counted()) GTEST_SKIP() << "the sanitizer owns malloc";
  if (const LoadedPlugin* plugin = plugin_of("scheme", entry().name);
      plugin != nullptr && plugin->file.ends_with(".py"))
    GTEST_SKIP() << "Python allocates as it likes";
  const Problem four = problem("four_balls_to_point");
  Session session(entry(), stiff(), four, 1e-3);
  const double before_impact = session.state.v[0];
  const std::int64_t start = allocations();
  session.run(400);
  const std::int64_t made = allocations() - start;
  EXPECT_NE(session.state.v[0], before_impact) << "no impact happened";
  EXPECT_EQ(made, 0);
  // The counter counts.
  const std::int64_t before = allocations();
  Eigen::VectorXd grown(1000);
  grown.setOnes();
  EXPECT_GT(allocations(), before) << grown.sum();
}

TEST_P(EveryScheme, IntegratesUniformGravityAsItClaims) {
  // y = y0 + v0 t - g t^2 / 2 until the floor is reached.
  const Problem ball = problem("bouncing_ball");
  Session session(entry(), GetParam().parameters, ball, 1e-3);
  const double y0 = session.state.q[1];
  const double v0 = session.state.v[1];
  const double g = -disc_system(*ball.system)->gravity().y();
  session.run(200);
  const double error = std::abs(session.state.q[1] - (y0 + v0 * 0.2 - 0.5 * g * 0.04));
  if (entry().make(GetParam().parameters)->claims().exact_free_fall) {
    EXPECT_LT(error, 1e-12);
  } else {
    EXPECT_GT(error, 1e-9);
  }
}

TEST_P(EveryScheme, KeepsMomentumAsItClaims) {
  // Elastic, with a loss of which impacts see half, and without rebound: what is lost must not be
  // momentum. Without rebound bodies that have met overlap, by what depends on where in a step they
  // meet, and positions are projected.
  const SchemeClaims claims = entry().make(GetParam().parameters)->claims();
  double drift = 0.0, spin_drift = 0.0;
  for (const auto& [restitution, h] :
       {std::pair{1.0, 1e-3}, {0.5, 1e-3}, {0.0, 1e-3}, {0.0, 1.2e-3}}) {
    const Problem collision = oblique_collision(restitution);
    if (entry().make(stiff())->refuses(collision.traits, 1e-3)) continue;
    const auto& system = *disc_system(*collision.system);
    Session session(entry(), with(stiff(), entry(), {{"newton_tolerance", 1e-14}}), collision, h);
    const Vec2 p0 = linear_momentum(system, session.state);
    const double l0 = angular_momentum(system, session.state);
    const Eigen::VectorXd v0 = session.state.v;
    session.run(600);
    ASSERT_GT((session.state.v - v0).norm(), 0.1) << "the discs have not met";
    drift = larger(drift, (linear_momentum(system, session.state) - p0).norm());
    spin_drift = larger(spin_drift, std::abs(angular_momentum(system, session.state) - l0));
  }
  EXPECT_EQ(drift < 1e-12, claims.momentum)
      << "claims.momentum is not what two discs show, whose momentum drifts by " << drift;
  EXPECT_EQ(spin_drift < 1e-12, claims.angular_momentum)
      << "claims.angular_momentum is not what two discs show, whose angular momentum drifts by "
      << spin_drift;
}

TEST_P(EveryScheme, KeepsEnergyAsItClaims) {
  const Problem collision = oblique_collision();
  const auto& system = *disc_system(*collision.system);
  const SchemeClaims claims = entry().make(stiff())->claims();
  Session session(entry(), stiff(), collision, 1e-3);
  const double initial = total_energy(system, claims.contact, session.state);
  double lowest = initial;
  double highest = initial;
  session.run(600, [&](const State& s) {
    const double e = total_energy(system, claims.contact, s);
    lowest = -larger(-lowest, -e);
    highest = larger(highest, e);
  });
  const double final = total_energy(system, claims.contact, session.state);
  const double rounding = 1e-11 * initial;
  switch (claims.energy) {
    case EnergyBehaviour::conserves:
      EXPECT_LT(highest - initial, rounding);
      EXPECT_LT(initial - lowest, rounding);
      break;
    case EnergyBehaviour::dissipates:
      EXPECT_LT(highest - initial, rounding);
      EXPECT_LT(final, initial - rounding) << "claims to dissipate, but did not";
      break;
    case EnergyBehaviour::gains:
      EXPECT_LT(initial - lowest, rounding);
      EXPECT_GT(final, initial + rounding) << "claims to gain, but did not";
      break;
    case EnergyBehaviour::conserves_nearly:
      EXPECT_LT(std::abs(final - initial), 0.02 * initial);
      break;
  }
}

TEST_P(EveryScheme, IsReversibleAsItClaims) {
  // N steps, v -> -v, N steps: back at the start, for a symmetric scheme. Four chances to be seen
  // irreversible: a collision, a stack under gravity, a contact that is closed while it opens (an
  // impact law gives it no impulse forwards, but one backwards), and a fall in which nothing
  // touches.
  if (first_order()) GTEST_SKIP() << "velocities are not inherited";
  const SchemeClaims claims = entry().make(GetParam().parameters)->claims();
  double worst = 0.0;
  const auto there_and_back = [&](const Problem& p, int steps) {
    Session session(entry(), with(stiff(), entry(), {{"newton_tolerance", 1e-14}}), p, 1e-3);
    session.run(steps);
    session.state.v = -session.state.v;
    session.run(steps);
    const double off = (session.state.q - p.initial.q).norm();
    // Only where energy grows without bound, positions may end as no numbers, far from the start.
    EXPECT_TRUE(std::isfinite(off) || claims.energy == EnergyBehaviour::gains) << p.name;
    worst = std::isfinite(off) ? std::max(worst, off) : std::numeric_limits<double>::infinity();
  };
  there_and_back(oblique_collision(), 600);
  there_and_back(problem("four_stacked"), 1500);
  there_and_back(opening_contact(), 1500);
  there_and_back(problem("bouncing_ball"), 200);
  EXPECT_EQ(worst < 1e-7, claims.reversible)
      << "claims.reversible is not what runs there and back show, which miss the start by " << worst
      << " m";
}

/// The depth at which a spring carries a weight, alpha c D^(alpha-1) = m g.
double pressed_depth(const Compliance& law, double weight) {
  return std::pow(weight / (law.exponent * law.coefficient), 1.0 / (law.exponent - 1.0));
}
/// m D'' = m g - alpha c D^(alpha-1) from rest, by Runge and Kutta.
double depth_of_a_pressed_ball(const Compliance& law, double m, double weight, double start,
                               double end) {
  const auto rate = [&](double depth) {
    return (weight - law.exponent * law.coefficient * std::pow(depth, law.exponent - 1.0)) / m;
  };
  double depth = start, speed = 0.0;
  const int steps = 20000;
  const double h = end / steps;
  for (int k = 0; k < steps; ++k) {
    const double a = rate(depth), b = rate(depth + 0.5 * h * speed),
                 c = rate(depth + 0.5 * h * (speed + 0.5 * h * a)),
                 d = rate(depth + h * (speed + 0.5 * h * b));
    depth += h * speed + h * h / 6.0 * (a + b + c);
    speed += h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
  }
  return depth;
}

TEST_P(EveryScheme, ConvergesAcrossPersistentContactAtItsClaimedOrder) {
  // A ball pressed into a floor of springs oscillates without leaving it. On linear ones, k = 2 c,
  //   D(t) = D_eq + (D_0 - D_eq) cos(omega t), D_eq = m g / k, omega^2 = k / m.
  const ParameterSet springy = with(GetParam().parameters, entry(), {{"R", 1e-4}, {"alpha", 2.0}});
  const SchemeClaims claims = entry().make(springy)->claims();
  const Problem ball = problem("resting_ball", {{"depth", 5e-4}});
  if (entry().make(springy)->refuses(ball.traits, 1e-3)) {
    // Of rigid contact: tests/schemes/time_dg.cpp.
    EXPECT_FALSE(claims.order_contact && claims.contact) << "claims an order for what it refuses";
    return;
  }
  ASSERT_TRUE(claims.order_contact && claims.contact)
      << "it runs a ball that begins pressed into the floor (ProblemTraits::initial_penetration): "
         "a "
         "scheme of springs claims their compliance (claims.contact) and claims.order_contact, a "
         "rigid scheme refuses that start";
  const auto& system = *disc_system(*ball.system);
  const double m = system.bodies().mass[0], r = system.bodies().radius[0];
  const Compliance law = claims.contact->of_contact(r, true);
  const double weight = -m * system.gravity().y();
  const double equilibrium = pressed_depth(law, weight);
  const double start = wall_frame(centre(ball.initial.q, 0), r, system.wall(0)).depth;
  ASSERT_GT(equilibrium - std::abs(start - equilibrium), 0.0) << "the contact must stay closed";
  const double end = 0.06;
  const double exact = law.exponent == 2.0
                           ? equilibrium + (start - equilibrium) *
                                               std::cos(std::sqrt(2.0 * law.coefficient / m) * end)
                           : depth_of_a_pressed_ball(law, m, weight, start, end);
  std::vector<double> x, y;
  for (int level = 0; level < 7; ++level) {
    const int steps = 60 << level;
    Session session(entry(), springy, ball, end / steps);
    session.run(steps);
    const double depth = wall_frame(centre(session.state.q, 0), r, system.wall(0)).depth;
    x.push_back(std::log(end / steps));
    y.push_back(std::log(std::abs(depth - exact)));
  }
  // Least squares over the finer levels, all of them well above rounding (~1e-13 m).
  double mx = 0.0, my = 0.0, xy = 0.0, xx = 0.0;
  for (std::size_t i = 1; i < x.size(); ++i)
    mx += x[i] / 6.0, my += y[i] / 6.0;
  for (std::size_t i = 1; i < x.size(); ++i) {
    xy += (x[i] - mx) * (y[i] - my);
    xx += (x[i] - mx) * (x[i] - mx);
  }
  EXPECT_NEAR(xy / xx, *claims.order_contact, 0.05);
  EXPECT_GT(std::exp(y.back()), 1e-13) << "below rounding: the slope would mean nothing";
}

INSTANTIATE_TEST_SUITE_P(Catalogue, AnyScheme, ::testing::ValuesIn(scheme_cases()),
                         [](const auto& test) { return name_of(test.param); });
INSTANTIATE_TEST_SUITE_P(Catalogue, EveryScheme, ::testing::ValuesIn(disc_cases()),
                         [](const auto& test) { return name_of(test.param); });

}  // namespace
}  // namespace impactbench::testing
