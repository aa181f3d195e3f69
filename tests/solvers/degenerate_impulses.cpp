// Impulses of Maury's scheme: a bounded set (maury2004, proposition 5), one point exactly where the
// gradients of the pressing contacts are independent; the velocity is unique either way.

#include "tests/solvers/frictionless_cases.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>

#include <cmath>

namespace impactbench::testing {
namespace {

struct Packing {
  std::vector<std::pair<double, double>> centres;
  ContactProblem problem;
};

/// Discs of unit diameter and mass at these centres, those that touch in contact, each moving
/// towards the origin with the velocity -x.
Packing squeezed(std::vector<std::pair<double, double>> centres) {
  Packing out;
  ContactProblem& p = out.problem;
  p.inverse_mass.assign(3 * centres.size(), 1.0);
  for (std::size_t i = 0; i < centres.size(); ++i) {
    for (std::size_t j = i + 1; j < centres.size(); ++j) {
      const double x = centres[j].first - centres[i].first;
      const double y = centres[j].second - centres[i].second;
      if (std::hypot(x, y) > 1.0 + 1e-9) continue;
      p.body_a.push_back(static_cast<int>(i));
      p.body_b.push_back(static_cast<int>(j));
      p.jacobian_a.insert(p.jacobian_a.end(), {-x, -y, 0.0});
      p.jacobian_b.insert(p.jacobian_b.end(), {x, y, 0.0});
      p.b.push_back(-(x * x + y * y));  // n.(-x_j + x_i)
    }
  }
  p.friction.assign(p.b.size(), 0.0);
  out.centres = std::move(centres);
  return out;
}

/// A disc with this many rings of discs around it.
Packing hexagonal(int rings) {
  std::vector<std::pair<double, double>> centres;
  for (int a = -rings; a <= rings; ++a) {
    for (int b = -rings; b <= rings; ++b) {
      if (std::abs(a + b) <= rings) centres.emplace_back(a + 0.5 * b, std::sqrt(0.75) * b);
    }
  }
  return squeezed(std::move(centres));
}

/// A strip of triangles, 2 N - 3 contacts: none can be spared.
Packing strip(int n) {
  std::vector<std::pair<double, double>> centres;
  for (int i = 0; i < n; ++i)
    centres.emplace_back(0.5 * i - 0.25 * (n - 1), i % 2 == 0 ? 0.0 : std::sqrt(0.75));
  return squeezed(std::move(centres));
}

int rank_of(const ContactProblem& problem, const std::vector<std::size_t>& rows) {
  const std::vector<double> dense = dense_delassus(problem);
  const auto n = static_cast<Eigen::Index>(rows.size());
  Eigen::MatrixXd w(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j)
      w(i, j) = dense[rows[static_cast<std::size_t>(i)] * problem.size() +
                      rows[static_cast<std::size_t>(j)]];
  }
  const Eigen::VectorXd eigenvalues =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(w).eigenvalues();
  return static_cast<int>((eigenvalues.array() > 1e-10).count());
}

std::vector<std::size_t> all_rows(const ContactProblem& problem) {
  std::vector<std::size_t> out(problem.size());
  for (std::size_t c = 0; c < out.size(); ++c)
    out[c] = c;
  return out;
}

/// From zero, and from impulses that differ from contact to contact.
std::vector<std::vector<double>> answers(const FrictionlessCase& c, const ContactProblem& problem) {
  std::vector<std::vector<double>> out;
  for (const double size : {0.0, 3.0}) {
    std::vector<double> p(problem.size());
    for (std::size_t k = 0; k < p.size(); ++k)
      p[k] = size * (1.0 + std::sin(1.7 * static_cast<double>(k)));
    EXPECT_EQ(solve(c, problem, p, {{"tolerance", 1e-10}}).status, SolveStatus::converged);
    out.push_back(std::move(p));
  }
  return out;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double out = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k)
    out = larger(out, std::abs(a[k] - b[k]));
  return out;
}

class DegenerateImpulses : public ::testing::TestWithParam<FrictionlessCase> {
 protected:
  void SetUp() override {
    if (GetParam().chains_only()) GTEST_SKIP() << "takes chains only";
  }
};

TEST_P(DegenerateImpulses, OfALatticeAreManyAndBoundedAndTheVelocityIsOne) {
  // Rings 1, 2, 3: N = 1 + 3 k (k + 1) discs and 9 k^2 + 3 k contacts, rank 2 N - 3 as a
  // triangulated body has three rigid motions: 1, 7 and 19 independent states of self-stress.
  int several = 0;
  for (const int k : {1, 2, 3}) {
    SCOPED_TRACE(k);
    const Packing packing = hexagonal(k);
    const int discs = 1 + 3 * k * (k + 1);
    ASSERT_EQ(packing.centres.size(), static_cast<std::size_t>(discs));
    ASSERT_EQ(packing.problem.contacts(), static_cast<std::size_t>(9 * k * k + 3 * k));
    EXPECT_EQ(rank_of(packing.problem, all_rows(packing.problem)), 2 * discs - 3);
    double moment = 0.0;
    for (const auto& [x, y] : packing.centres)
      moment += x * x + y * y;
    const auto found = answers(GetParam(), packing.problem);
    for (const auto& p : found) {
      // Everything is pressed together: at rest against each other.
      for (const double u : velocity_of(packing.problem, p))
        EXPECT_NEAR(u, 0.0, 1e-7);
      // M (u - U) = sum of p_c G_c, times the positions x, which G_c takes to the distance 1:
      // sum of p_c = sum of m |x|^2. With p >= 0 this bounds every impulse.
      double sum = 0.0;
      for (const double impulse : p) {
        EXPECT_GE(impulse, 0.0);
        sum += impulse;
      }
      EXPECT_NEAR(sum, moment, 1e-6 * moment);
    }
    several += largest_difference(found[0], found[1]) > 1e-3 ? 1 : 0;
  }
  // Newton's methods and interior points may land on one of the solutions from anywhere.
  if (!GetParam().factorises()) {
    EXPECT_EQ(several, 3) << "the start chooses among the solutions";
  }
}

TEST_P(DegenerateImpulses, AreOneWhereThePressingContactsAreIndependent) {
  for (const int n : {3, 6, 11}) {
    SCOPED_TRACE(n);
    const Packing packing = strip(n);
    ASSERT_EQ(packing.problem.contacts(), static_cast<std::size_t>(2 * n - 3));
    EXPECT_EQ(rank_of(packing.problem, all_rows(packing.problem)), 2 * n - 3);
    const auto found = answers(GetParam(), packing.problem);
    EXPECT_LT(largest_difference(found[0], found[1]), 1e-5);
    EXPECT_GT(*std::max_element(found[0].begin(), found[0].end()), 0.1) << "nothing pressed";
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, DegenerateImpulses, ::testing::ValuesIn(frictionless_cases()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace impactbench::testing
