// Gluey contact: closed form of one particle, rows against the catching-up algorithm, degeneracy.

#include "problems/base/portable_random.hpp"
#include "problems/contact/round_bodies.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"
#include "tests/support/allocation_count.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/truths.hpp"

#include <Eigen/LU>

#include <numeric>

namespace impactbench::testing {
namespace {

Session gluey(const Problem& problem, double h, const ParameterSet& given = {}) {
  return {scheme_entry("gluey"), given, problem, h, "mprgp", {{"tolerance", 1e-14}}};
}

TEST(GlueyParticle, SticksAndComesOffWhenItsClosedFormDoes) {
  // Sticks at sqrt(2) - 1, released at t = 3, q = (t - 3)^2 / 2; sticks again at 4 + (1 + sqrt
  // 3)/2.
  const Problem p = problem_entry("gluey_particle").make({});
  const Truth truth = truth_of(p);
  Eigen::VectorXd q(1), v(1);
  const auto gap = [&](double t) { return truth.at(t, q, v) ? q[0] - 0.1 : -1.0; };
  EXPECT_GT(gap(std::sqrt(2.0) - 1.0 - 1e-6), 0.0);
  for (const double t : {std::sqrt(2.0) - 1.0 + 1e-6, 2.0, 3.0, 5.366025404 + 1e-6, 6.0})
    EXPECT_NEAR(gap(t), 0.0, 1e-15) << t;
  EXPECT_NEAR(gap(3.6), 0.18, 1e-14);
  EXPECT_NEAR(gap(4.5), 0.5 + 0.5 - 0.25, 1e-14);
  EXPECT_GT(gap(5.366025404 - 1e-6), 0.0);

  const double h = 1.0 / 1024.0;
  Session session = gluey(p, h);
  double first = 0.0, off = 0.0, second = 0.0, least = 0.0, memory = 0.0;
  session.run(6144, [&](const State& s) {
    const double t = static_cast<double>(s.step) * h;
    const bool stuck = s.q[0] - 0.1 < 1e-12;
    const auto impulses = session.scheme().impulses();
    const double gamma = impulses.empty() ? 0.0 : -impulses[0];
    least = std::min(least, gamma);
    if (stuck && first == 0.0) first = t;
    if (!stuck && first != 0.0 && off == 0.0) off = t;
    if (stuck && off != 0.0 && second == 0.0) second = t;
    // u + gamma / m = u_0 + int f / m in every step: all memory is in the books.
    const double free =
        -1.0 - std::min(t, 1.0) + std::clamp(t - 1.0, 0.0, 3.0) - 2.0 * std::max(t - 4.0, 0.0);
    memory = larger(memory, std::abs(s.v[0] + gamma - free));
  });
  EXPECT_NEAR(first, std::sqrt(2.0) - 1.0, 2.0 * h);
  EXPECT_NEAR(off, 3.0, 3.0 * h);
  EXPECT_NEAR(second, 5.366025404, 3.0 * h);
  EXPECT_NEAR(least, -3.0, 1e-9) << "gamma(6)";
  EXPECT_LT(memory, 1e-11);
}

TEST(GlueyParticle, RecordsTheWholeChangeOfItsMomentum) {
  // Pressed, held while it is pulled, and let go: m (u^{n+1} - u^n) = int f + J^T p in every step.
  const Problem p = problem_entry("gluey_particle").make({});
  const double h = 1.0 / 256.0;
  Session session = gluey(p, h);
  ContactImpulses recorded;
  session.scheme().record_impulses(&recorded);
  const auto force = [](double t) {  // its integral from 0 to t
    return -std::min(t, 1.0) + std::clamp(t - 1.0, 0.0, 3.0) - 2.0 * std::max(t - 4.0, 0.0);
  };
  double before = session.state.v[0], worst = 0.0;
  int pulls = 0, pushes = 0;
  session.run(6 * 256, [&](const State& s) {
    ASSERT_TRUE(recorded.known);
    ASSERT_EQ(recorded.jacobian_a.size(), recorded.contacts());
    ASSERT_EQ(recorded.jacobian_b.size(), recorded.contacts());
    ASSERT_EQ(recorded.impulse.size(), recorded.contacts());
    double sum = 0.0;
    for (std::size_t c = 0; c < recorded.contacts(); ++c) {
      sum += recorded.jacobian_a[c] * recorded.impulse[c];
      ++(recorded.impulse[c] < 0.0 ? pulls : pushes);
    }
    const double t = static_cast<double>(s.step) * h;
    worst = larger(worst, std::abs(s.v[0] - before - (force(t) - force(t - h)) - sum));
    before = s.v[0];
  });
  EXPECT_LT(worst, 1e-11);
  EXPECT_GT(pulls, 100) << "held for two seconds";
  EXPECT_GT(pushes, 100);
}

TEST(Gluey, RecordsWhatItTookBackWhereAPairIsNoRowAnyMore) {
  // Discs that fall on the ground and past each other: M (u^{n+1} - u^n) = h f + sum J^T p of every
  // body in every step. Without a reach, pairs that pressed and then slid apart are no rows of the
  // next problem, which took their impulse back all the same.
  const Problem p =
      problem_entry("sphere_cluster").make({{"n", std::int64_t{40}}, {"gluey", true}});
  const double h = 0.02;
  Session session = gluey(p, h, {{"reach", 0.0}});
  ContactImpulses recorded;
  session.scheme().record_impulses(&recorded);
  const RoundBodies bodies = round_bodies(*p.system);
  const Eigen::VectorXd mass = p.system->mass();
  Eigen::VectorXd before = session.state.v, force(mass.size());
  std::size_t apart = 0;
  double worst = 0.0;
  session.run(60, [&](const State& s) {
    ASSERT_EQ(recorded.jacobian_a.size(), 2 * recorded.contacts());
    ASSERT_EQ(recorded.jacobian_b.size(), 2 * recorded.contacts());
    ASSERT_EQ(recorded.impulse.size(), recorded.contacts());
    p.system->external_force(0.0, s.q, s.v, force);
    Eigen::VectorXd defect = mass.cwiseProduct(s.v - before) - h * force;
    for (std::size_t c = 0; c < recorded.contacts(); ++c) {
      for (const auto& [body, jacobian] : {std::pair{recorded.body_a[c], &recorded.jacobian_a},
                                           std::pair{recorded.body_b[c], &recorded.jacobian_b}}) {
        if (body == ContactProblem::fixed) continue;
        for (std::size_t k = 0; k < 2; ++k)
          defect[bodies.stride * body + static_cast<Eigen::Index>(k)] -=
              (*jacobian)[2 * c + k] * recorded.impulse[c];
      }
    }
    worst = larger(worst, defect.cwiseAbs().maxCoeff<Eigen::PropagateNaN>());
    apart += recorded.contacts() - session.scheme().impulses().size();
    before = s.v;
  });
  EXPECT_GT(apart, 5U);
  EXPECT_LT(worst, 1e-12 * mass.maxCoeff());
}

TEST(GlueyParticle, IsTheCatchingUpAlgorithm) {
  // q^{n+1} = max(q^n + h ~u(t^{n+1}), 0), ~u the velocity without the wall.
  const Problem p = problem_entry("gluey_particle").make({});
  const double h = 0.0137;
  Session session = gluey(p, h);
  double q = 0.5, u = -1.0;
  Eigen::VectorXd force(1);
  for (int k = 0; k < 430; ++k) {
    p.system->mean_force(k * h, (k + 1) * h, p.initial.q, p.initial.v, force);
    u += h * force[0];
    q = std::max(q + h * u, 0.0);
    (void)session.step();
    EXPECT_NEAR(session.state.q[0] - 0.1, q, 1e-13) << k;
  }
}

TEST(GlueyParticle, ConvergesWithOrderOne) {
  const Problem p = problem_entry("gluey_particle").make({});
  const Truth truth = truth_of(p);
  std::vector<double> h, error;
  for (int level = 6; level <= 13; ++level) {
    h.push_back(6.0 / std::ldexp(1.0, level));
    Session session = gluey(p, h.back());
    error.push_back(largest_error(session, truth, 6.0, h.back()));
  }
  EXPECT_NEAR(slope(h, error), 1.0, 0.05);
}

TEST(GlueyParticle, AFloorOnItsMemoryLetsItGoSooner) {
  // Kept to gamma >= -1 it is free once the pull of 1 N has lasted 1 s: at t = 2, not at 3.
  const Problem p = problem_entry("gluey_particle").make({});
  const double h = 1e-3;
  Session session = gluey(p, h, {{"floor", 1.0}});
  double off = 0.0, stuck = 0.0;
  session.run(4000, [&](const State& s) {
    if (s.q[0] - 0.1 < 1e-12) stuck = static_cast<double>(s.step) * h;
    if (s.q[0] - 0.1 > 1e-12 && stuck > 0.0 && off == 0.0) off = static_cast<double>(s.step) * h;
  });
  EXPECT_NEAR(off, 2.0, 3.0 * h);
}

/// A force of its own on each rod, that turns round in the middle of the run.
class Squeeze final : public RoundForce {
 public:
  Squeeze(Eigen::VectorXd f, double turn) : f_(std::move(f)), turn_(turn) {}
  [[nodiscard]] std::string_view noun() const override { return "a squeeze"; }
  void add(double t, const Eigen::VectorXd&, const Eigen::VectorXd&,
           Eigen::VectorXd& force) const override {
    force += t < turn_ ? f_ : Eigen::VectorXd(-f_);
  }
  [[nodiscard]] bool drives() const override { return true; }

 private:
  Eigen::VectorXd f_;
  double turn_;
};

/// Positions x of rods minus their places o, non-decreasing, nearest to y with weights m: pool
/// adjacent violators, from the definition.
std::vector<double> pooled(const std::vector<double>& y, const std::vector<double>& m) {
  std::vector<double> sum, weight;
  std::vector<int> count;
  for (std::size_t i = 0; i < y.size(); ++i) {
    sum.push_back(m[i] * y[i]), weight.push_back(m[i]), count.push_back(1);
    while (sum.size() > 1 &&
           sum[sum.size() - 2] / weight[sum.size() - 2] >= sum.back() / weight.back()) {
      sum[sum.size() - 2] += sum.back(), weight[sum.size() - 2] += weight.back();
      count[sum.size() - 2] += count.back();
      sum.pop_back(), weight.pop_back(), count.pop_back();
    }
  }
  std::vector<double> out;
  for (std::size_t b = 0; b < sum.size(); ++b)
    out.insert(out.end(), static_cast<std::size_t>(count[b]), sum[b] / weight[b]);
  return out;
}

TEST(GlueyRow, IsTheCatchingUpAlgorithmOfItsFreeVelocities) {
  // M dq/dt + N_K(q) = M ~u(t) on a line: q^{n+1} = P_K^M(q^n + h ~u^{n+1}), by pooling.
  for (const int seed : {1, 2, 3}) {
    PortableRandom random(seed);
    SphereSetup setup(1, {.restitution = 0.0, .glue = {true, 0.0}});
    constexpr int n = 12;
    std::vector<double> m, place, x;  // x: positions less the places o in a row without gaps
    Eigen::VectorXd push(n), u(n);
    double gaps = 0.0, row = 0.0;
    for (int i = 0; i < n; ++i) {
      const double r = 0.02 + 0.05 * random.uniform();
      gaps += 0.1 * random.uniform();
      x.push_back(gaps);
      place.push_back(row + r);
      row += 2.0 * r;
      m.push_back(0.5 + random.uniform());
      u[i] = random.uniform() - 0.5;
      push[i] = (i < n / 2 ? 1.0 : -1.0) + 0.5 * random.uniform();
      setup.sphere(m.back(), r, {place.back() + gaps, 0.0, 0.0}, {u[i], 0.0, 0.0});
    }
    setup.force(std::make_shared<Squeeze>(push, 0.5));
    const Problem p = std::move(setup).make("row", {}, 2.0);
    const double h = 0.01;
    Session session = gluey(p, h);
    std::vector<double> y = x;
    double opened = 0.0;
    for (int k = 0; k < 200; ++k) {
      for (int i = 0; i < n; ++i) {
        const auto at = static_cast<std::size_t>(i);
        u[i] += h / m[at] * (k < 50 ? push[i] : -push[i]);
        y[at] += h * u[i];
      }
      y = pooled(y, m);
      (void)session.step();
      for (int i = 0; i < n; ++i) {
        const auto at = static_cast<std::size_t>(i);
        EXPECT_NEAR(session.state.q[i] - place[at], y[at], 1e-10) << seed << ' ' << k << ' ' << i;
      }
      opened = larger(opened, y.back() - y.front());
    }
    EXPECT_GT(opened, 0.2) << "pulled apart again";
  }
}

TEST(GlueyRow, WithoutForceIsTheStickyChain) {
  // ~u is constant then, and held rods move as those that dry contact holds together.
  const Problem p = problem_entry("sticky_particles").make({{"gluey", true}});
  const double h = 0.05;
  Session session = gluey(p, h);
  EXPECT_LT(largest_error(session, truth_of(p), 3.0, h), 1e-11);
}

TEST(GlueyHexagon, HasUniquePositionsAndUndeterminedMemories) {
  // 12 contacts of rank 11: +1 on the rim and -1 on the spokes have no resultant. Two starts of the
  // solver give two sets of gamma and the same motion.
  const Problem p = problem_entry("hexagon").make({{"gluey", true}, {"turn", 0.3}});
  const double h = 1e-2;
  const auto run = [&](const char* solver) {
    Session session(scheme_entry("gluey"), {{"warm_start", false}}, p, h, solver,
                    {{"tolerance", 1e-12}});
    (void)session.step();
    const ContactProblem& contact = *session.scheme().contact_problem();
    const auto impulses = session.scheme().impulses();
    EXPECT_EQ(contact.contacts(), 12U);
    Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(12, 14);
    Eigen::VectorXd gamma(12), stress(12);
    for (std::size_t c = 0; c < 12; ++c) {
      const auto r = static_cast<Eigen::Index>(c);
      for (Eigen::Index k = 0; k < 2; ++k) {
        rows(r, 2 * contact.body_a[c] + k) =
            contact.jacobian_a[2 * c + static_cast<std::size_t>(k)];
        rows(r, 2 * contact.body_b[c] + k) =
            contact.jacobian_b[2 * c + static_cast<std::size_t>(k)];
      }
      gamma[r] = -impulses[c];
      stress[r] = contact.body_a[c] == 0 ? -1.0 : 1.0;
    }
    EXPECT_EQ(Eigen::FullPivLU<Eigen::MatrixXd>(rows).rank(), 11);
    EXPECT_LT((rows.transpose() * stress).norm(), 1e-9) << "a state of stress that pushes nobody";
    EXPECT_GT(gamma.cwiseAbs().maxCoeff(), 0.1);
    return std::pair(session.state.q, gamma);
  };
  const auto [q_1, gamma_1] = run("nlgs");
  const auto [q_2, gamma_2] = run("interior_point");
  EXPECT_LT((q_1 - q_2).norm(), 1e-9);
  EXPECT_GT((gamma_1 - gamma_2).norm(), 1e-3) << "two solutions, or the test shows nothing";
}

TEST(GlueyStep, AllocatesNothing) {
  if (!allocations_are_counted()) GTEST_SKIP() << "the sanitizer owns malloc";
  const Problem row = problem_entry("sticky_particles").make({{"gluey", true}});
  const Problem plane =
      problem_entry("sphere_cluster").make({{"n", std::int64_t{60}}, {"gluey", true}});
  for (const Problem* problem : {&row, &plane}) {
    Session session(scheme_entry("gluey"), {}, *problem, 0.01, "mprgp");
    const std::int64_t before = allocations();
    session.run(100);
    EXPECT_EQ(allocations() - before, 0) << problem->name;
    EXPECT_LT(kinetic_energy(*problem->system, session.state.v),
              0.9 * kinetic_energy(*problem->system, problem->initial.v))
        << "nothing met";
  }
}

TEST(GlueyInput, OthersRefuseItAndItRefusesOthers) {
  const auto& entry = scheme_entry("gluey");
  const auto says = [&](const SchemeEntry& scheme, const char* problem, const ParameterSet& given) {
    return scheme.make({})->refuses(problem_entry(problem).make(given).traits, 1e-3).value_or("");
  };
  EXPECT_EQ(says(entry, "gluey_particle", {}), "");
  EXPECT_NE(says(entry, "sticky_particles", {}).find("gluey = true"), std::string::npos);
  // Where no setting would help the sentence names none.
  for (const char* scheme : {"gluey", "lubrication"}) {
    const std::string reason = says(scheme_entry(scheme), "crowd_exit", {});
    EXPECT_NE(reason.find("first order"), std::string::npos);
    EXPECT_EQ(reason.find("gluey = true"), std::string::npos);
  }
  EXPECT_NE(says(entry, "gluey_particle", {{"viscosity", 0.1}}).find("viscosity = 0"),
            std::string::npos);
  EXPECT_NE(says(entry, "gluey_particle", {{"restitution", 0.1}}).find("restitution = 0"),
            std::string::npos);
  EXPECT_NE(says(scheme_entry("maury"), "gluey_particle", {}).find("gluey = false"),
            std::string::npos);
  EXPECT_NE(says(scheme_entry("schatzman_paoli"), "gluey_particle", {}).find("gluey = false"),
            std::string::npos);
}

}  // namespace
}  // namespace impactbench::testing
