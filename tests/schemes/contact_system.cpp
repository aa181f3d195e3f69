#include "schemes/support/newton/contact_system.hpp"

#include "problems/model/round_setup.hpp"

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

/// Three bodies of a space: 0 touches a wall and body 1, body 1 touches body 2.
template <int Dim, int Dofs>
struct Cluster {
  explicit Cluster(std::size_t kinds) {
    contacts.kinds = kinds;
    RoundSetup setup({.dimension = Dim, .rotates = Dofs > Dim}, ContactLaw{});
    setup.half_space({0.0, 0.0, 0.0}, {1.0, 0.0, 0.0});
    for (int k = 0; k < 3; ++k)
      setup.body(1.0 + k, 0.1, 0.01 * (k + 1), {0.3 + k, 0.0, 0.0}, Vec3::Zero());
    problem = std::move(setup).make("cluster", {}, 1.0);
    system = round_system(*problem.system);
    const std::array<ContactKey, 3> keys{wall_key(0, 0), ContactKey{0, 1}, ContactKey{1, 2}};
    for (std::size_t k = 0; k < keys.size(); ++k) {
      const double angle = 0.3 + static_cast<double>(k);
      ActiveContact<Dim> c{};
      ActiveFriction<Dim> g{};
      c.key = keys[k];
      // As the laws over a step have them, normals are not quite of length 1.
      const Vec3 direction(std::cos(angle), std::sin(angle), 0.4 * std::sin(2.0 * angle));
      c.normal = 0.99 * direction.head<Dim>().normalized();
      c.force = 3.0 + static_cast<double>(k);
      c.stiffness = 100.0 * (1.0 + static_cast<double>(k));
      g.lever_i = 0.1 + 0.02 * static_cast<double>(k);
      g.lever_j = is_wall(c.key) ? 0.0 : 0.2;
      contacts.normal.push_back(c);
      contacts.friction.push_back(g);
      for (std::size_t kind = 1; kind < contacts.kinds; ++kind) {
        ActiveFriction<Dim> turns{};
        turns.kind = kind == 1 ? FrictionKind::roll : FrictionKind::twist;
        turns.lever_i = 0.07 + 0.01 * static_cast<double>(k);
        turns.lever_j = -turns.lever_i;
        contacts.friction.push_back(turns);
      }
    }
  }
  Problem problem;
  const RoundSystem* system{nullptr};
  ActiveContacts<Dim> contacts;
};

/// Generalised force of the contacts at a small displacement from where they are linearised:
/// lam = force - stiffness N.x, f = f0 - stick T.x + coupling N.x.
template <int Dim, int Dofs>
Eigen::VectorXd force_at(const Cluster<Dim, Dofs>& cluster, const Eigen::VectorXd& x) {
  Eigen::VectorXd out = Eigen::VectorXd::Zero(3 * Dofs);
  for (std::size_t k = 0; k < cluster.contacts.normal.size(); ++k) {
    const ActiveContact<Dim>& c = cluster.contacts.normal[k];
    const double opened = along_normal<Dofs>(c, x);
    for (const ActiveFriction<Dim>& g : cluster.contacts.friction_of(k)) {
      const Slip<Dim> slid = along_tangents<Dofs>(c, g, [&](Eigen::Index at) { return x[at]; });
      const double lam = g.kind == FrictionKind::slide ? c.force - c.stiffness * opened : 0.0;
      add_force<Dofs>(c, g, lam, Slip<Dim>(g.force - g.stick * slid + g.coupling * opened), out);
    }
  }
  return out;
}

template <int Dim, int Dofs>
void expect_derivative(const Cluster<Dim, Dofs>& cluster, bool friction) {
  const double h = 0.1;
  const int rows = friction ? Dofs : Dim;
  const Eigen::Index dofs = 3 * Dofs;
  Keeper keeper;
  ContactSystem<Dim, Dofs> linear;
  linear.prepare(*cluster.system, h, friction, keeper);
  linear.assemble(cluster.contacts);
  Eigen::VectorXd dq = Eigen::VectorXd::Zero(dofs);
  StepReport report;
  ASSERT_TRUE(linear.solve(Eigen::VectorXd::Ones(dofs), dq, report));
  const Eigen::VectorXd start = force_at(cluster, Eigen::VectorXd::Zero(dofs));
  for (int column = 0; column < 3 * rows; ++column) {
    const int dof = column / rows * Dofs + column % rows;
    Eigen::VectorXd x = Eigen::VectorXd::Zero(dofs);
    x[dof] = 1.0;  // the forces are linear in x
    const Eigen::VectorXd change = start - force_at(cluster, x);
    for (int row = 0; row < 3 * rows; ++row) {
      const int other = row / rows * Dofs + row % rows;
      const double inertia = row == column ? 2.0 * cluster.system->mass()[dof] / (h * h) : 0.0;
      EXPECT_NEAR(keeper.dense[static_cast<std::size_t>(column * 3 * rows + row)],
                  change[other] + inertia, 1e-9)
          << row << ' ' << column;
    }
  }
}

template <int Dim, int Dofs>
void expect_derivatives(std::size_t kinds = 1) {
  SCOPED_TRACE(Dofs);
  Cluster<Dim, Dofs> cluster(kinds);
  expect_derivative(cluster, false);
  for (ActiveFriction<Dim>& g : cluster.contacts.friction)
    g.stick.setIdentity() *= 70.0;
  expect_derivative(cluster, true);
  cluster.contacts.friction[1].stick *= 0.3;
  cluster.contacts.friction[1].coupling.setConstant(40.0);
  cluster.contacts.friction[0].stick.setZero();
  cluster.contacts.friction[0].coupling.setConstant(-25.0);
  cluster.contacts.friction[0].coupling[0] = 11.0;
  expect_derivative(cluster, true);
}

TEST(ContactSystem, MatrixIsTheDerivativeOfTheForces) {
  expect_derivatives<1, 1>();
  expect_derivatives<2, 2>();
  expect_derivatives<2, 3>();
  expect_derivatives<3, 3>();
  expect_derivatives<3, 6>();
  expect_derivatives<2, 3>(2);
  expect_derivatives<3, 6>(3);
}

TEST(ContactSystem, NumbersBodiesAnewWhenTheContactsChange) {
  Cluster<2, 3> cluster(1);
  Keeper keeper;
  ContactSystem<2, 3> linear;
  linear.prepare(*cluster.system, 0.1, false, keeper);
  linear.assemble(cluster.contacts);
  const ActiveContact<2> rest = cluster.contacts.normal.back();
  cluster.contacts = {{rest}, {}};  // discs 1 and 2 only
  linear.assemble(cluster.contacts);
  Eigen::VectorXd dq = Eigen::VectorXd::Zero(9);
  StepReport report;
  ASSERT_TRUE(linear.solve(Eigen::VectorXd::Ones(9), dq, report));
  EXPECT_EQ(keeper.dense.size(), 16U);
  EXPECT_EQ(dq.head<3>().norm(), 0.0) << "disc 0 touches nothing any more";
  EXPECT_GT(dq.tail<6>().norm(), 0.0);
}

template <int Dim>
double defect_of(const Slip<Dim>& force, const Slip<Dim>& slip, double bound) {
  ActiveFriction<Dim> g;
  g.force = force;
  g.slip = slip;
  g.bound = bound;
  return slip_defect(Coulomb{1e3}, g, 1e-4).norm();
}

TEST(Coulomb, SlipDefectVanishesExactlyOnTheLaw) {
  const auto defect = [](double force, double slip, double bound) {
    return defect_of<2>(Slip<2>(force), Slip<2>(slip), bound);
  };
  EXPECT_NEAR(defect(-0.2, 2e-4, 1.0), 0.0, 1e-15) << "sticks: f = -c_tau w";
  EXPECT_EQ(defect(-1.0, 3.0, 1.0), 0.0) << "slips forwards";
  EXPECT_EQ(defect(1.0, -3.0, 1.0), 0.0) << "slips backwards";
  EXPECT_EQ(defect(0.0, 3.0, 0.0), 0.0) << "nothing presses";
  EXPECT_NE(defect(1.0, 3.0, 1.0), 0.0) << "friction drives the slip";
  EXPECT_NE(defect(-2.0, 3.0, 1.0), 0.0) << "outside of the cone";
  EXPECT_NE(defect(-0.5, 3.0, 1.0), 0.0) << "slips with too little";
}

TEST(Coulomb, InSpaceFrictionOpposesTheSlip) {
  const Slip<3> slip(3.0, -4.0);
  EXPECT_NEAR(defect_of<3>(-0.2 * slip, slip, 1.0), 0.0, 1e-14) << "slips, |f| = bound";
  EXPECT_NEAR(defect_of<3>({-2e-1, 3e-1}, {2e-4, -3e-4}, 1.0), 0.0, 1e-14) << "sticks";
  EXPECT_GT(defect_of<3>({0.6, 0.8}, {-0.7, -0.7}, 1.0), 0.01) << "not along the slip";
  EXPECT_GT(defect_of<3>(-0.1 * slip, slip, 1.0), 0.1) << "slips with too little";
}

// The change of the force solves defect + derivative of the defect = 0 for any motion dq of the
// contact: the derivative is a central difference.
TEST(Coulomb, InSpaceALinearisationIsANewtonStep) {
  const Coulomb law{1e3};
  const double mobility = 1e-2, per_dq = 7.0, eps = 1e-6;
  ActiveFriction<3> g;
  g.force = {0.31, -0.86};
  g.slip = {-0.013, 0.005};
  g.bound_stiffness = 40.0;
  for (const double bound : {0.7, 1.1, 3.0}) {  // slips, slips, sticks
    g.bound = bound;
    ActiveFriction<3> linear = g;
    const Slip<3> f = linearise_exactly(law, per_dq, mobility, linear);
    for (const Slip<3>& way : {Slip<3>(0.0, 0.0), Slip<3>(1e-3, 0.0), Slip<3>(0.0, 2e-3)}) {
      for (const double opening : {0.0, 5e-3}) {
        const Slip<3> change = f + linear.coupling * opening - linear.stick * way - g.force;
        const auto defect = [&](double share) {
          ActiveFriction<3> at = g;
          at.force += share * change;
          at.slip += share * per_dq * way;
          at.bound -= share * g.bound_stiffness * opening;
          return slip_defect(law, at, mobility);
        };
        const Slip<3> slope = (defect(eps) - defect(-eps)) / (2.0 * eps);
        EXPECT_LT((defect(0.0) + slope).norm(), 1e-7)
            << bound << ' ' << way.transpose() << ' ' << opening;
      }
    }
  }
}

}  // namespace
}  // namespace impactbench::testing
