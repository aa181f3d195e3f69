#include "schemes/solvers/support/frictionless/additive_schwarz.hpp"
#include "tests/solvers/frictionless_cases.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>
#include <tuple>

namespace impactbench::testing {
namespace {

/// A packed problem of which all rows act.
struct Packed {
  Frictionless form;
  std::vector<std::size_t> rows;

  explicit Packed(const ContactProblem& problem) {
    form.prepare(problem.contacts(), problem.inverse_mass.size());
    std::vector<double> y;
    EXPECT_TRUE(form.pack(problem, std::vector<double>(problem.size(), 0.0),
                          Frictionless::Scaling::jacobi, y));
    rows.resize(form.size());
    std::iota(rows.begin(), rows.end(), 0);
  }
};

ContactProblem equal_discs(int n) {
  ContactProblem out;
  out.rows = 1;
  out.dofs = 2;
  out.inverse_mass.assign(2 * static_cast<std::size_t>(n), 1.0);
  return out;
}

void add_contact(int a, int b, double angle, ContactProblem& out) {
  const std::size_t c = out.contacts();
  out.resize(c + 1);
  out.body_a[c] = a;
  out.body_b[c] = b;
  for (const std::size_t k : {0, 1}) {
    out.jacobian_b[2 * c + k] = k == 0 ? std::cos(angle) : std::sin(angle);
    out.jacobian_a[2 * c + k] = -out.jacobian_b[2 * c + k];
  }
  out.b[c] = -1.0;
}

/// side x side discs on a triangular lattice, out of which seven contacts in ten are kept, turned
/// by up to `disorder` rad: about four neighbours each, as in a jammed packing.
ContactProblem packing(int side, double disorder) {
  ContactProblem out = equal_discs(side * side);
  std::mt19937_64 engine(7);
  const auto uniform = [&] { return static_cast<double>(engine() >> 11U) * 0x1p-53; };
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      for (const auto& [dx, dy, turn] :
           {std::tuple{1, 0, 0.0}, std::tuple{0, 1, 1.0}, std::tuple{-1, 1, 2.0}}) {
        const bool kept = uniform() < 0.7;
        const double angle = turn * M_PI / 3.0 + disorder * (2.0 * uniform() - 1.0);
        if (!kept || x + dx < 0 || x + dx >= side || y + dy >= side) continue;
        add_contact(y * side + x, (y + dy) * side + x + dx, angle, out);
      }
    }
  }
  return out;
}

/// Equal blocks on a line: the dual is the discrete Laplacian.
ContactProblem chain(int n) {
  ContactProblem out = equal_discs(n);
  for (int k = 0; k + 1 < n; ++k)
    add_contact(k, k + 1, 0.0, out);
  return out;
}

/// Iterations of conjugate gradients to 1e-6 of a right hand side without a pattern.
int iterations(const ContactProblem& problem, const Decomposition& how) {
  Packed packed(problem);
  AdditiveSchwarz schwarz;
  EXPECT_TRUE(schwarz.build(packed.form, packed.rows, 1e-6, how));
  const auto& a = schwarz.matrix();
  Eigen::VectorXd r(a.rows()), z, p, ap;
  for (Eigen::Index k = 0; k < r.size(); ++k)
    r[k] = std::sin(0.7 * static_cast<double>(k * k % 1009));
  const double goal = 1e-6 * r.norm();
  double last = 0.0;
  int count = 0;
  for (; r.norm() > goal && count < 10000; ++count) {
    schwarz.apply(r, z);
    const double rz = r.dot(z);
    p = count == 0 ? z : Eigen::VectorXd(z + rz / last * p);
    last = rz;
    ap = a * p;
    r -= rz / p.dot(ap) * ap;
  }
  // A preconditioner that gives zero or NaN makes r NaN, which ends the loop after one iteration.
  EXPECT_LE(r.norm(), goal) << "not solved";
  return count;
}

Decomposition decomposition(int parts, CoarseSpace coarse) {
  return {.parts = parts, .overlap = 1, .coarse = coarse, .threshold = 0.1};
}

TEST(AdditiveSchwarz, MatrixIsTheDualOfTheRowsWithItsShift) {
  const ContactProblem problem = random_rows(6, 15, 3, false, 100.0, 4);
  const Dense w = delassus_by_definition(problem);
  Packed packed(problem);
  AdditiveSchwarz schwarz;
  ASSERT_TRUE(schwarz.build(packed.form, packed.rows, 0.25, decomposition(3, CoarseSpace::none)));
  for (std::size_t k = 0; k < w.n; ++k) {
    for (std::size_t l = 0; l < w.n; ++l) {
      const double scaled = w(k, l) / std::sqrt(w(k, k) * w(l, l)) + (k == l ? 0.25 : 0.0);
      EXPECT_NEAR(schwarz.matrix().coeff(static_cast<int>(k), static_cast<int>(l)), scaled, 1e-12);
    }
  }
}

TEST(AdditiveSchwarz, OnePartWithoutACoarseSpaceIsTheInverse) {
  Packed packed(packing(8, 0.3));
  AdditiveSchwarz schwarz;
  ASSERT_TRUE(schwarz.build(packed.form, packed.rows, 1e-3, decomposition(1, CoarseSpace::none)));
  const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(schwarz.matrix().rows(), -1.0, 2.0);
  Eigen::VectorXd z;
  schwarz.apply(schwarz.matrix() * x, z);
  EXPECT_LT((z - x).norm(), 1e-10 * x.norm());
}

TEST(AdditiveSchwarz, IsSymmetricAndPositive) {
  Packed packed(packing(8, 0.3));
  for (const CoarseSpace coarse : {CoarseSpace::none, CoarseSpace::stress, CoarseSpace::spectral}) {
    AdditiveSchwarz schwarz;
    ASSERT_TRUE(schwarz.build(packed.form, packed.rows, 1e-3, decomposition(5, coarse)));
    EXPECT_EQ(schwarz.coarse_size() > 0, coarse != CoarseSpace::none);
    const Eigen::Index n = schwarz.matrix().rows();
    const Eigen::VectorXd r = Eigen::VectorXd::LinSpaced(n, -1.0, 2.0);
    const Eigen::VectorXd s = r.array().square().sin();
    Eigen::VectorXd mr, ms;
    schwarz.apply(r, mr);
    schwarz.apply(s, ms);
    EXPECT_NEAR(s.dot(mr), r.dot(ms), 1e-9 * std::abs(s.dot(mr)));
    EXPECT_GT(r.dot(mr), 0.0);
  }
}

TEST(AdditiveSchwarz, PartsAreOfOneSizeAndWhole) {
  // On a chain they are intervals.
  Packed packed(chain(97));
  AdditiveSchwarz schwarz;
  ASSERT_TRUE(schwarz.build(packed.form, packed.rows, 1e-3, decomposition(1, CoarseSpace::none)));
  const std::vector<int> part = bisected(schwarz.matrix(), 6);
  std::vector<int> size(6, 0);
  int borders = 0;
  for (std::size_t k = 0; k < part.size(); ++k) {
    ASSERT_TRUE(part[k] >= 0 && part[k] < 6);
    ++size[static_cast<std::size_t>(part[k])];
    borders += k > 0 && part[k] != part[k - 1] ? 1 : 0;
  }
  for (const int n : size)
    EXPECT_EQ(n, 16);
  EXPECT_EQ(borders, 5);
}

TEST(AdditiveSchwarz, OnAChainStressesEndTheGrowthWithTheNumberOfParts) {
  // With one level the condition number grows as the square of the number of parts in a row, and
  // iterations as that number; with a coarse space they have a bound.
  const ContactProblem problem = chain(1025);
  EXPECT_GT(iterations(problem, decomposition(64, CoarseSpace::none)),
            3 * iterations(problem, decomposition(16, CoarseSpace::none)));
  EXPECT_LE(iterations(problem, decomposition(128, CoarseSpace::stress)),
            iterations(problem, decomposition(32, CoarseSpace::stress)));
}

TEST(AdditiveSchwarz, LayersOfNeighboursHelp) {
  const ContactProblem problem = packing(20, 0.3);
  Decomposition how = decomposition(16, CoarseSpace::none);
  int last = 10000;
  for (how.overlap = 0; how.overlap < 3; ++how.overlap) {
    const int count = iterations(problem, how);
    EXPECT_LT(count, 0.85 * last) << how.overlap << " layers";
    last = count;
  }
}

TEST(AdditiveSchwarz, InAPackingOnlyItsSoftModesDo) {
  const ContactProblem problem = packing(20, 0.3);
  for (const CoarseSpace coarse : {CoarseSpace::none, CoarseSpace::stress}) {
    EXPECT_GT(iterations(problem, decomposition(64, coarse)),
              1.5 * iterations(problem, decomposition(8, coarse)));
  }
  const int few = iterations(problem, decomposition(8, CoarseSpace::spectral));
  const int many = iterations(problem, decomposition(64, CoarseSpace::spectral));
  EXPECT_LE(many, 1.2 * few);
  EXPECT_LT(8 * many, iterations(problem, decomposition(64, CoarseSpace::none)));
}

TEST(Schwarz, IterationsAreThoseOfConjugateGradients) {
  // A column of a hundred blocks on the floor, with few gradient steps: what solves it is conjugate
  // gradients. Fifty parts hand what the top weighs down to the floor part by part, in as many
  // iterations at least; a coarse space does so at once.
  constexpr std::size_t n = 100;
  ContactProblem column = chain(n);
  column.resize(n);
  column.body_a[n - 1] = 0;
  column.body_b[n - 1] = ContactProblem::fixed;
  column.jacobian_a[2 * n - 2] = 1.0;
  column.jacobian_a[2 * n - 1] = 0.0;
  column.jacobian_b[2 * n - 2] = column.jacobian_b[2 * n - 1] = 0.0;
  column.b.assign(n, 0.0);
  column.b[n - 1] = -1.0;
  const auto iterations = [&](const char* coarse) {
    const auto solver = std::get<MakeContact>(solver_entry("schwarz").make)(
        {{"tolerance", 1e-9},
         {"smoothing", std::int64_t{10}},
         {"subdomains", std::int64_t{50}},
         {"overlap", std::int64_t{0}},
         {"coarse", std::string(coarse)},
         {"max_iterations", std::int64_t{999}}});
    solver->prepare(n, n, 1);
    std::vector<double> p(n, 0.0);
    const SolveReport report = solver->solve(column, p);
    EXPECT_EQ(report.status, SolveStatus::converged) << coarse;
    return report.iterations;
  };
  const int one_level = iterations("none"), two_levels = iterations("stress");
  EXPECT_GE(one_level, 50);
  EXPECT_LT(two_levels, one_level / 3);
}

}  // namespace
}  // namespace impactbench::testing
