#include "schemes/support/contact_system.hpp"

#include "problems/model/disc_setup.hpp"

#include <gtest/gtest.h>
#include <Eigen/LU>

#include <algorithm>
#include <array>
#include <cmath>

namespace impactbench::testing {
namespace {

/// Keeps the matrix it is given, and solves with it.
class Keeper final : public LinearSolver {
 public:
  void prepare(std::size_t, std::size_t, int) override {}
  SolveReport factor(const BlockMatrix& A) override {
    to_dense(A, dense);
    return {SolveStatus::converged, 1, 0.0};
  }
  SolveReport solve(const std::vector<double>& b, std::vector<double>& x) override {
    const auto n = static_cast<Eigen::Index>(b.size());
    const Eigen::Map<const Eigen::MatrixXd> matrix(dense.data(), n, n);
    Eigen::Map<Eigen::VectorXd>(x.data(), n) =
        matrix.partialPivLu().solve(Eigen::Map<const Eigen::VectorXd>(b.data(), n));
    return {SolveStatus::converged, 1, 0.0};
  }
  std::vector<double> dense;
};

/// Three discs: 0 touches a wall and disc 1, disc 1 touches disc 2.
struct Cluster {
  Cluster() {
    DiscSetup setup{DiscCommon{}};
    setup.box(0.0, 3.0, 0.0, 3.0);
    setup.disc(1.0, 0.1, {0.3, 0.5}, {0.0, 0.0});
    setup.disc(2.0, 0.2, {0.9, 0.6}, {0.0, 0.0});
    setup.disc(0.5, 0.15, {1.6, 0.8}, {0.0, 0.0});
    problem = std::move(setup).make("cluster", {}, 1.0);
    system = disc_system(*problem.system);
    const std::array<ContactKey, 3> keys{wall_key(0, 0), ContactKey{0, 1}, ContactKey{1, 2}};
    for (std::size_t k = 0; k < keys.size(); ++k) {
      const double angle = 0.3 + static_cast<double>(k);
      ActiveContact c{};
      ActiveFriction g{};
      c.key = keys[k];
      c.normal = Vec2(std::cos(angle), std::sin(angle));
      c.force = 3.0 + static_cast<double>(k);
      c.stiffness = 100.0 * (1.0 + static_cast<double>(k));
      g.lever_i = 0.1 + 0.02 * static_cast<double>(k);
      g.lever_j = is_wall(c.key) ? 0.0 : 0.2;
      contacts.normal.push_back(c);
      contacts.friction.push_back(g);
    }
  }
  Problem problem;
  const RoundSystem* system{nullptr};
  ActiveContacts contacts;
};

/// Generalised force of the contacts at a small displacement from where they are linearised:
/// lam = force - stiffness N.x, f = f0 - stick T.x (sticking) or f0 + coupling N.x (slipping).
Eigen::VectorXd force_at(const Cluster& cluster, const Eigen::VectorXd& x) {
  Eigen::VectorXd out = Eigen::VectorXd::Zero(9);
  for (std::size_t k = 0; k < cluster.contacts.normal.size(); ++k) {
    const ActiveContact& c = cluster.contacts.normal[k];
    const ActiveFriction& g = cluster.contacts.friction[k];
    const double lam = c.force - c.stiffness * along_normal(c, x);
    const double f = g.force -
                     g.stick * along_tangent(c, g, [&](Eigen::Index at) { return x[at]; }) +
                     g.coupling * along_normal(c, x);
    add_force(c, g, lam, f, out);
  }
  return out;
}

void expect_derivative(const Cluster& cluster, int rows) {
  const double h = 0.1;
  Keeper keeper;
  ContactSystem linear;
  linear.prepare(*cluster.system, h, rows, keeper);
  linear.assemble(cluster.contacts);
  Eigen::VectorXd dq = Eigen::VectorXd::Zero(9);
  StepReport report;
  ASSERT_TRUE(linear.solve(Eigen::VectorXd::Ones(9), dq, report));
  const Eigen::VectorXd start = force_at(cluster, Eigen::VectorXd::Zero(9));
  for (int column = 0; column < 3 * rows; ++column) {
    const int dof = column / rows * 3 + column % rows;
    Eigen::VectorXd x = Eigen::VectorXd::Zero(9);
    x[dof] = 1.0;  // the forces are linear in x
    const Eigen::VectorXd change = start - force_at(cluster, x);
    for (int row = 0; row < 3 * rows; ++row) {
      const int other = row / rows * 3 + row % rows;
      const double inertia = row == column ? 2.0 * cluster.system->mass()[dof] / (h * h) : 0.0;
      EXPECT_NEAR(keeper.dense[static_cast<std::size_t>(column * 3 * rows + row)],
                  change[other] + inertia, 1e-9)
          << row << ' ' << column;
    }
  }
}

TEST(ContactSystem, MatrixIsTheDerivativeOfTheForces) {
  Cluster cluster;
  expect_derivative(cluster, 2);
  for (ActiveFriction& g : cluster.contacts.friction)
    g.stick = 70.0;
  expect_derivative(cluster, 3);
  cluster.contacts.friction[1].stick = 0.0;
  cluster.contacts.friction[1].coupling = 40.0;
  cluster.contacts.friction[0].stick = 0.0;
  cluster.contacts.friction[0].coupling = -25.0;
  expect_derivative(cluster, 3);
}

TEST(ContactSystem, NumbersDiscsAnewWhenTheContactsChange) {
  Cluster cluster;
  Keeper keeper;
  ContactSystem linear;
  linear.prepare(*cluster.system, 0.1, 2, keeper);
  linear.assemble(cluster.contacts);
  const ActiveContact rest = cluster.contacts.normal.back();
  cluster.contacts = {{rest}, {}};  // discs 1 and 2 only
  linear.assemble(cluster.contacts);
  Eigen::VectorXd dq = Eigen::VectorXd::Zero(9);
  StepReport report;
  ASSERT_TRUE(linear.solve(Eigen::VectorXd::Ones(9), dq, report));
  EXPECT_EQ(keeper.dense.size(), 16U);
  EXPECT_EQ(dq.head<3>().norm(), 0.0) << "disc 0 touches nothing any more";
  EXPECT_GT(dq.tail<6>().norm(), 0.0);
}

TEST(Coulomb, SlipDefectVanishesExactlyOnTheLaw) {
  const Coulomb law{0.5, 1e3};
  const double mobility = 1e-4;
  EXPECT_NEAR(slip_defect(law, -0.2, 2e-4, 1.0, mobility), 0.0, 1e-15) << "sticks: f = -c_tau w";
  EXPECT_EQ(slip_defect(law, -1.0, 3.0, 1.0, mobility), 0.0) << "slips forwards";
  EXPECT_EQ(slip_defect(law, 1.0, -3.0, 1.0, mobility), 0.0) << "slips backwards";
  EXPECT_EQ(slip_defect(law, 0.0, 3.0, 0.0, mobility), 0.0) << "nothing presses";
  EXPECT_NE(slip_defect(law, 1.0, 3.0, 1.0, mobility), 0.0) << "friction drives the slip";
  EXPECT_NE(slip_defect(law, -2.0, 3.0, 1.0, mobility), 0.0) << "outside of the cone";
  EXPECT_NE(slip_defect(law, -0.5, 3.0, 1.0, mobility), 0.0) << "slips with too little";
}

}  // namespace
}  // namespace impactbench::testing
