// Schemes in generalised coordinates. Round bodies without friction are a generalised system too,
// whose constraints are the gaps of all pairs and obstacles: a scheme that has one law for both
// must give the same motion. And coordinates are a matter of choice: in x = A y the masses are A^T
// M A, and nothing else may change.
#include "problems/model/generalised_setup.hpp"
#include "problems/model/round_setup.hpp"
#include "reference/yardsticks/constraint_laws.hpp"
#include "tests/support/allocation_count.hpp"
#include "tests/support/bodies_in_coordinates.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/plane.hpp"
#include "tests/support/truths.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace impactbench::testing {
namespace {

/// Three unequal spheres that meet above a floor.
Problem spheres(double restitution) {
  RoundSetup setup({.dimension = 2, .rotates = false}, {.restitution = restitution});
  setup.body(1.0, 0.1, 0.0, {-0.25, 0.27, 0.0}, {1.0, -0.3, 0.0});
  setup.body(0.7, 0.12, 0.0, {0.1, 0.35, 0.0}, {-0.8, 0.1, 0.0});
  setup.body(1.6, 0.08, 0.0, {0.02, 0.75, 0.0}, {0.1, -1.5, 0.0});
  setup.half_space({0.0, 0.0, 0.0}, {0.28, 0.96, 0.0});
  setup.gravity({0.0, -9.81, 0.0});
  return std::move(setup).make("spheres", {}, 0.4);
}

struct Stepped {
  std::string name;
  ParameterSet settings;
  double restitution;
};

std::vector<Stepped> schemes_with_one_law() {
  std::vector<Stepped> out;
  for (const double e : {1.0, 0.6}) {
    for (const char* end : {"overlap", "force"}) {
      for (const char* name : {"dem", "md", "snc"})
        out.push_back({name, {{"R", 1e-4}, {"contact_end", std::string(end)}}, e});
    }
    out.push_back({"inc", {{"R", 1e-4}, {"alpha", 2.0}, {"variant", std::string("thesis")}}, e});
    out.push_back({"inc", {{"R", 1e-3}}, e});
    out.push_back({"nscd", {}, e});
    for (const char* projection : {"none", "combined"}) {
      for (const double theta : {0.5, 1.0}) {
        out.push_back(
            {"moreau_jean", {{"theta", theta}, {"projection", std::string(projection)}}, e});
      }
    }
  }
  for (const char* family : {"chung_hulbert", "hht", "newmark"})
    out.push_back({"generalised_alpha", {{"family", std::string(family)}, {"rho", 0.3}}, 0.6});
  out.push_back({"generalised_alpha", {{"projection", std::string("combined")}}, 1.0});
  out.push_back({"bathe", {}, 0.6});
  out.push_back({"nscd", {}, 0.0});
  out.push_back({"maury", {}, 0.0});
  return out;
}

constexpr double step_size = 2.5e-4;

/// Positions of the spheres at the end, and how often one changed its direction by contact.
Eigen::VectorXd end_of(const Stepped& with, const Problem& problem, double h = step_size) {
  Session session(scheme_entry(with.name), with.settings, problem, h);
  session.run(std::llround(problem.horizon / h));
  return session.state.q;
}

TEST(Coordinates, StepRoundBodiesWithTheSameLawAsRoundBodies) {
  for (const Stepped& with : schemes_with_one_law()) {
    const Problem round = spheres(with.restitution);
    const Eigen::MatrixXd same = Eigen::MatrixXd::Identity(6, 6);
    const Eigen::VectorXd expected = end_of(with, round);
    const Eigen::VectorXd flown = round.initial.q + 0.4 * round.initial.v;
    EXPECT_GT((expected - flown).cwiseAbs().maxCoeff(), 0.1) << "they have met";
    EXPECT_LT((end_of(with, coordinates_of(round, same)) - expected).cwiseAbs().maxCoeff(), 1e-8)
        << with.name << " e = " << with.restitution;
  }
}

TEST(Coordinates, AreAMatterOfChoice) {
  std::vector<Stepped> all = schemes_with_one_law();
  for (const double e : {1.0, 0.6}) {
    all.push_back({"inc", {{"R", 1e-3}, {"normal", std::string("end")}}, e});
    all.push_back({"schatzman_paoli", {}, e});
  }
  for (const Stepped& with : all) {
    const Problem round = spheres(with.restitution);
    const Eigen::MatrixXd a = skewed(6), same = Eigen::MatrixXd::Identity(6, 6);
    const Eigen::VectorXd plain = end_of(with, coordinates_of(round, same));
    const Eigen::VectorXd other = a * end_of(with, coordinates_of(round, a));
    EXPECT_LT((other - plain).cwiseAbs().maxCoeff(), 1e-8)
        << with.name << " e = " << with.restitution;
  }
}

/// A point of masses 1 along x and 4 along y that bounces over the waves of a floor, in the
/// coordinates (x, `unit` y).
Problem over_waves(double unit) {
  constexpr double height = 0.02, number = 20.0;
  const Plane::Wall floor{
      [=](const Eigen::Vector2d& q) { return q[1] / unit - height * std::cos(number * q[0]); },
      [=](const Eigen::Vector2d& q) {
        return Eigen::Vector2d(height * number * std::sin(number * q[0]), 1.0 / unit);
      }};
  const Eigen::Matrix2d mass{{1.0, 0.0}, {0.0, 4.0 / (unit * unit)}};
  return make_generalised(
      "waves", {}, std::make_unique<Plane>(mass, std::vector{floor}, false, 1.0),
      {Eigen::Vector2d(0.0, 0.06 * unit), Eigen::Vector2d(2.0, -0.5 * unit)}, 0.4);
}

/// The place of that point at the end, in the coordinates (x, y).
Eigen::Vector2d end_over_waves(double unit, double h) {
  const Eigen::VectorXd q = end_of({"inc", {{"R", 1e-2}}, 1.0}, over_waves(unit), h);
  return {q[0], q[1] / unit};
}

/// The largest error of the energy of a conserving run with compliance R over the energy of its
/// start, and its deepest overlap [m].
struct Kept {
  double worst{0.0}, deepest{0.0};
};
Kept energy_kept(const Problem& problem, double R, double h) {
  const GeneralisedSystem& system = *generalised_system(*problem.system);
  Session session(scheme_entry("inc"), {{"R", R}}, problem, h);
  const double start = system.kinetic_energy(problem.initial.q, problem.initial.v);
  Kept out;
  session.run(std::llround(problem.horizon / h), [&](const State& s) {
    double energy = system.kinetic_energy(s.q, s.v);
    for (Eigen::Index a = 0; a < system.constraints(); ++a) {
      const double depth = std::max(-system.constraint(a, s.q), 0.0);
      out.deepest = larger(out.deepest, depth);
      energy += depth * depth * depth / (2.0 * R);
    }
    out.worst = larger(out.worst, std::abs(energy - start) / start);
  });
  return out;
}

// Where a step passes a good part of a wave, the gradient at its middle misses what the gap
// changes, and its normal is completed along M x: the unit of y is a matter of choice.
TEST(Coordinates, AreAMatterOfChoiceWhereAStepPassesAWaveOfTheFloor) {
  for (const double h : {0.02, 0.04, 0.05})
    EXPECT_LT((end_over_waves(1.0, h) - end_over_waves(3.0, h)).norm(), 1e-8) << "h = " << h;
}

// Constant masses and no force: what a contact stores it gives back, curved as it is.
TEST(Coordinates, KeepTheEnergyOfTheConservingVariantWhateverTheStep) {
  for (const char* name : {"disc_wall", "skewed_wall", "corner", "bouncing_point"}) {
    const Kept kept = energy_kept(problem_entry(name).make({{"restitution", 1.0}}), 1e-3, 5e-3);
    EXPECT_GT(kept.deepest, 1e-2) << name;
    EXPECT_LT(kept.worst, 1e-10) << name;
  }
}

TEST(Coordinates, KeepItWhereAStepPassesAWaveOfTheFloor) {
  for (const double h : {0.02, 0.04, 0.05}) {
    const Kept kept = energy_kept(over_waves(1.0), 1e-2, h);
    EXPECT_GT(kept.deepest, 1e-2) << "h = " << h;
    EXPECT_LT(kept.worst, 1e-10) << "h = " << h;
  }
}

TEST(Coordinates, ConvergeWithTheOrderThatIsClaimedWhereTheMassesVary) {
  const Problem problem = problem_entry("polar_wall").make({{"restitution", 1.0}});
  const auto order = [&](const char* name, const ParameterSet& settings) {
    const SchemeClaims claims = scheme_entry(name).make(settings)->claims();
    const ReferenceEntry* springs = nullptr;
    for (const ReferenceEntry& r : reference_catalogue())
      if (r.name == "spring_constraints") springs = &r;
    const Truth truth = springs->truth(problem, claims.contact).value();
    std::vector<double> steps{2e-3, 1e-3, 5e-4, 2.5e-4}, errors;
    for (const double h : steps) {
      Session session(scheme_entry(name), settings, problem, h);
      Eigen::VectorXd q(2), v(2);
      session.run(std::llround(problem.horizon / h));
      EXPECT_TRUE(truth.at(problem.horizon, q, v));
      errors.push_back((session.state.q - q).cwiseAbs().maxCoeff());
    }
    return slope(steps, errors);
  };
  EXPECT_NEAR(order("dem", {{"R", 1e-2}}), 1.0, 0.2);
  EXPECT_NEAR(order("snc", {{"R", 1e-2}}), 1.0, 0.2);
  EXPECT_NEAR(order("inc", {{"R", 1e-2}}), 2.0, 0.2);
  EXPECT_GT(order("md", {{"R", 1e-2}}), 1.6);
}

TEST(Coordinates, AStepThatIsTooLongForTheMassesIsSaidToBe) {
  // Close to the origin of polar coordinates the angle runs away within a step.
  const Problem problem =
      problem_entry("polar_wall").make({{"x", 1e-3}, {"y", 0.0}, {"vx", 0.0}, {"vy", 3.0}});
  Session session(scheme_entry("nscd"), {}, problem, 0.1);
  const StepReport report = session.step();
  EXPECT_EQ(report.status, StepStatus::not_converged);
  EXPECT_NE(report.reason.find("too long"), std::string_view::npos);
}

TEST(Coordinates, TakeNoMemoryInAStep) {
  if (!allocations_are_counted()) GTEST_SKIP() << "the sanitizer owns malloc";
  std::vector<Stepped> all = schemes_with_one_law();
  all.push_back({"schatzman_paoli", {}, 0.6});
  for (const Stepped& with : all) {
    const Problem problem =
        problem_entry("double_pendulum").make({{"restitution", with.restitution}});
    Session session(scheme_entry(with.name), with.settings, problem, 1e-3);
    session.run(10);
    const std::int64_t before = allocations();
    for (int k = 0; k < 1500; ++k)
      (void)session.step();
    EXPECT_EQ(allocations() - before, 0) << with.name;
  }
}

TEST(Schemes, RefuseForPhysicsNeverForTheKindOfBody) {
  // If a scheme allows one kind of body, it allows any whose contacts have that law. Only films of
  // lubrication are between round bodies, and an offset is across coordinates.
  std::vector<ProblemTraits> kinds;
  for (const int dimension : {1, 2, 3}) {
    for (const bool rotates : {false, true}) {
      if (dimension > 1 || !rotates)
        kinds.push_back({.bodies = BodyKind::round, .dimension = dimension, .rotates = rotates});
    }
  }
  kinds.push_back({.bodies = BodyKind::generalised});
  for (const SchemeEntry& scheme : scheme_catalogue()) {
    for (unsigned bits = 0; bits < 64; ++bits) {
      const auto bit = [&](unsigned k) { return (bits >> k & 1U) != 0; };
      std::vector<std::string> answers;
      for (ProblemTraits traits : kinds) {
        traits.restitution = bit(0) ? 0.0 : bit(1) ? 0.5 : 1.0;
        traits.friction = bit(2);
        traits.first_order = bit(3);
        traits.gluey = bit(4);
        traits.viscosity = bit(4) && bit(5) ? 1.0 : 0.0;
        traits.smallest_reduced_mass = 1.0;
        const bool film = traits.bodies == BodyKind::generalised && traits.viscosity > 0.0;
        if (film) continue;
        answers.push_back(scheme.make({})->refuses(traits, 1e-9).value_or("can"));
      }
      for (const std::string& answer : answers)
        EXPECT_EQ(answer, answers.front()) << scheme.name << ' ' << bits;
    }
  }
}

using Laws = std::map<std::string, double>;

bool rigid(const std::string& scheme) {
  return scheme == "nscd" || scheme == "moreau_jean" || scheme == "maury" ||
         scheme == "schatzman_paoli" || scheme == "generalised_alpha" || scheme == "bathe";
}

/// The laws of a run in which the recorded impulses are forged.
Laws laws_of(const Stepped& with, const Problem& problem, double h,
             const std::function<void(ContactImpulses&)>& forge = {}) {
  Session session(scheme_entry(with.name), with.settings, problem, h);
  ContactImpulses recorded;
  session.scheme().record_impulses(&recorded);
  const SchemeClaims claims = scheme_entry(with.name).make(with.settings)->claims();
  ConstraintLaws laws(problem, claims.step, h, claims.motion);
  State before = problem.initial;
  session.run(std::llround(problem.horizon / h), [&](const State& after) {
    ContactImpulses shown = recorded;
    if (forge) forge(shown);
    laws.after_step(before, after, static_cast<double>(after.step) * h, &shown);
    before = after;
  });
  Laws out;
  laws.finish(out);
  return out;
}

TEST(Coordinates, ObeyTheLawsTheyStateAndAForgedImpulseIsSeen) {
  std::vector<Stepped> all = schemes_with_one_law();
  all.push_back({"schatzman_paoli", {}, 0.6});
  for (const char* name : {"double_pendulum", "polar_wall"}) {
    for (const Stepped& with : all) {
      // The force of the truncated variant jumps where a contact opens: a step may have no
      // solution.
      if (with.settings.contains("variant") && std::string_view(name) == "double_pendulum")
        continue;
      const Problem problem = problem_entry(name).make({{"restitution", with.restitution}});
      const Laws right = laws_of(with, problem, 1e-3);
      ASSERT_GT(right.at("law_contacts"), 0.0) << name << ' ' << with.name;
      for (const auto& [law, value] : right) {
        if (law == "law_contacts" || law == "law_impulse" || law == "stated_force_energy") continue;
        EXPECT_LT(value, 1e-7) << name << ' ' << with.name << ' ' << law;
      }
      const Laws more = laws_of(with, problem, 1e-3, [](ContactImpulses& recorded) {
        for (double& p : recorded.impulse)
          p *= 1.001;
      });
      const auto left = more.find("law_momentum");
      const SchemeClaims claims = scheme_entry(with.name).make(with.settings)->claims();
      const bool stated = claims.motion || claims.step->normal != NormalRule::velocity;
      ASSERT_EQ(left != more.end(), stated) << name << ' ' << with.name;
      if (!stated) continue;
      EXPECT_GT(left->second, 1e-4) << name << ' ' << with.name;
      if (!rigid(with.name)) {
        EXPECT_GT(more.at("law_normal"), 1e-4) << name << ' ' << with.name;
      }
    }
  }
}

TEST(Coordinates, AForceThatVariesInTimeLeavesTheOrderTwo) {
  // The stop is out of reach: each halving of the step divides the change of the end by four.
  for (const char* name : {"bathe", "generalised_alpha", "moreau_jean", "nscd", "time_dg"}) {
    const auto end = [&](int steps) {
      const Problem problem = problem_entry("stop_forced").make({{"gap", 1.0}, {"horizon", 0.73}});
      Session session(scheme_entry(name), {}, problem, 0.73 / steps);
      session.run(steps);
      return session.state.q[0];
    };
    const double middle = end(1000);
    EXPECT_GT(std::abs(end(500) - middle), 3.5 * std::abs(end(2000) - middle)) << name;
  }
}

TEST(Coordinates, AnotherRestitutionThanTheProblemsIsSeen) {
  for (const Stepped& with : schemes_with_one_law()) {
    if (with.name == "maury" || with.restitution == 0.0) continue;
    const Problem stepped =
        problem_entry("polar_wall").make({{"restitution", with.restitution - 0.05}});
    const Problem right = problem_entry("polar_wall").make({{"restitution", with.restitution}});
    Session session(scheme_entry(with.name), with.settings, stepped, 1e-3);
    ContactImpulses recorded;
    session.scheme().record_impulses(&recorded);
    const SchemeClaims claims = scheme_entry(with.name).make(with.settings)->claims();
    ConstraintLaws laws(right, claims.step, 1e-3, claims.motion);
    State before = right.initial;
    session.run(1500, [&](const State& after) {
      laws.after_step(before, after, static_cast<double>(after.step) * 1e-3, &recorded);
      before = after;
    });
    Laws out;
    laws.finish(out);
    EXPECT_GT(out.at("law_normal"), 1e-3) << with.name << " e = " << with.restitution;
  }
}

}  // namespace
}  // namespace impactbench::testing
