#include "schemes/solvers/support/frictionless/spectral_bound.hpp"
#include "schemes/solvers/support/frictionless/velocity_newton.hpp"
#include "tests/solvers/frictionless_cases.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

namespace impactbench::testing {
namespace {

/// Largest eigenvalue of s W s by many power iterations on the dense matrix.
double largest_eigenvalue(const Dense& w, bool jacobi) {
  std::vector<double> x(w.n, 0.0), y(w.n);
  for (std::size_t k = 0; k < w.n; ++k)
    x[k] = 1.0 + 0.3 * std::sin(static_cast<double>(7 * k));
  double lambda = 0.0;
  for (int k = 0; k < 5000; ++k) {
    double norm = 0.0;
    for (std::size_t i = 0; i < w.n; ++i) {
      y[i] = 0.0;
      for (std::size_t j = 0; j < w.n; ++j)
        y[i] += w(i, j) * x[j] / (jacobi ? std::sqrt(w(i, i) * w(j, j)) : 1.0);
      norm += y[i] * y[i];
    }
    lambda = std::sqrt(norm);
    for (std::size_t i = 0; i < w.n; ++i)
      x[i] = y[i] / lambda;
  }
  return lambda;
}

TEST(PackedRows, MultiplyLikeTheMatrixByDefinition) {
  for (const int dofs : {1, 2, 3, 4, 6}) {
    for (const bool pairs : {true, false}) {
      for (const auto scaling : {Frictionless::Scaling::none, Frictionless::Scaling::jacobi}) {
        SCOPED_TRACE(::testing::Message() << dofs << " dofs" << (pairs ? ", pairs" : ""));
        const ContactProblem problem = random_rows(6, 15, dofs, pairs, 100.0, 4);
        const Dense w = delassus_by_definition(problem);
        std::vector<double> p(problem.size()), y, u;
        for (std::size_t c = 0; c < p.size(); ++c)
          p[c] = 0.1 * static_cast<double>(c);
        Frictionless form;
        form.prepare(problem.contacts(), 6);
        ASSERT_TRUE(form.pack(problem, p, scaling, y));
        ASSERT_EQ(form.size(), p.size());
        form.multiply(y, u, true);
        double worst = 0.0;
        for (std::size_t k = 0; k < p.size(); ++k) {
          const double s =
              scaling == Frictionless::Scaling::jacobi ? 1.0 / std::sqrt(w(k, k)) : 1.0;
          EXPECT_NEAR(form.diagonal()[k], s * s * w(k, k), 1e-13 * (1.0 + w(k, k)));
          EXPECT_NEAR(s * y[k], p[k], 1e-14);
          double exact = problem.b[k];
          for (std::size_t l = 0; l < p.size(); ++l)
            exact += w(k, l) * p[l];
          EXPECT_NEAR(u[k], s * exact, 1e-12 * (1.0 + std::abs(s * exact)));
          worst = larger(worst, std::abs(std::min(w(k, k) * p[k], exact)));
        }
        EXPECT_NEAR(form.residual(y), worst, 1e-12 * worst);
        std::vector<double> back;
        form.unpack(y, back);
        for (std::size_t k = 0; k < p.size(); ++k)
          EXPECT_NEAR(back[k], p[k], 1e-15 * (1.0 + p[k]));
      }
    }
  }
}

TEST(PackedRows, LeaveOutWhatDoesNotAct) {
  // Discs posed with three dofs whose rotation no row touches: two columns. Seven bodies in contact
  // out of twenty.
  ContactProblem discs = hexagon();
  discs.inverse_mass.resize(60, std::nan(""));  // of bodies without contact: not to be read
  std::vector<double> y;
  Frictionless form;
  form.prepare(12, 20);
  ASSERT_TRUE(form.pack(discs, std::vector<double>(12, -1.0), Frictionless::Scaling::none, y));
  EXPECT_EQ(form.width(), 2U);
  EXPECT_EQ(form.bodies(), 7U);
  EXPECT_EQ(y, std::vector<double>(12, 0.0)) << "a start is not below zero";
}

TEST(NeighbourOrder, ListsEveryContactOnceAndNeighboursTogether) {
  // A square lattice whose bodies are numbered at random, contacts by growing numbers.
  constexpr int side = 60, bodies = side * side;
  std::vector<int> number(bodies);
  std::iota(number.begin(), number.end(), 0);
  Numbers random(3);
  for (int k = bodies - 1; k > 0; --k)
    std::swap(number[static_cast<std::size_t>(k)],
              number[static_cast<std::size_t>(random.below(k + 1))]);
  std::vector<std::pair<int, int>> pairs;
  const auto pair = [&](int i, int j) {
    pairs.push_back(
        std::minmax({number[static_cast<std::size_t>(i)], number[static_cast<std::size_t>(j)]}));
  };
  for (int i = 0; i < bodies; ++i) {
    if (i % side + 1 < side) pair(i, i + 1);
    if (i + side < bodies) pair(i, i + side);
  }
  std::sort(pairs.begin(), pairs.end());
  ContactProblem lattice;
  lattice.inverse_mass.assign(3 * bodies, 1.0);
  lattice.resize(pairs.size());
  for (std::size_t c = 0; c < pairs.size(); ++c)
    lattice.body_a[c] = pairs[c].first, lattice.body_b[c] = pairs[c].second;
  // Bodies that more than one of four blocks of contacts have.
  const auto shared = [&](const std::vector<int>& order) {
    std::vector<std::set<std::size_t>> blocks(bodies);
    for (std::size_t place = 0; place < order.size(); ++place) {
      const auto c = static_cast<std::size_t>(order[place]);
      for (const int body : {lattice.body_a[c], lattice.body_b[c]})
        blocks[static_cast<std::size_t>(body)].insert(4 * place / order.size());
    }
    return std::count_if(blocks.begin(), blocks.end(), [](const auto& b) { return b.size() > 1; });
  };
  std::vector<int> listed(pairs.size());
  std::iota(listed.begin(), listed.end(), 0);
  EXPECT_GT(shared(listed), bodies / 2);
  std::vector<int> order = NeighbourOrder().find(lattice);
  // Three cuts, each along a ring around the first body, of four sides at most.
  EXPECT_LT(shared(order), 3 * 4 * side);
  std::sort(order.begin(), order.end());
  EXPECT_EQ(order, listed);
}

TEST(PackedRows, BoundsHoldTheLargestEigenvalueBetweenThem) {
  for (const int dofs : {1, 2, 3, 4}) {
    for (const bool pairs : {true, false}) {
      for (const bool jacobi : {false, true}) {
        const ContactProblem problem = random_rows(8, 20, dofs, pairs, 10.0, 17);
        const double exact = largest_eigenvalue(delassus_by_definition(problem), jacobi);
        std::vector<double> y;
        Frictionless form;
        SpectralBound bound;
        form.prepare(20, 8);
        bound.prepare(20, 8);
        ASSERT_TRUE(form.pack(problem, std::vector<double>(20, 0.0),
                              jacobi ? Frictionless::Scaling::jacobi : Frictionless::Scaling::none,
                              y));
        const double power = bound.power(form, 1000, 1e-9);
        EXPECT_NEAR(power, exact, 1e-3 * exact) << dofs << pairs << jacobi;
        EXPECT_LE(power, exact * (1.0 + 1e-9));
        EXPECT_GE(bound.row_sum(form), exact * (1.0 - 1e-12));
        EXPECT_GE(bound.per_body(form), exact * (1.0 - 1e-12));
        EXPECT_LT(bound.row_sum(form), 30.0 * exact) << "else it bounds nothing";
        EXPECT_LT(bound.per_body(form), 30.0 * exact);
      }
    }
  }
  // Two equal unit discs: W = 2 = 2 kappa / m with kappa = 1; one disc on a wall: W = 1.
  ContactProblem two = hexagon();
  two.resize(1);
  for (const double exact : {2.0, 1.0}) {
    if (exact == 1.0) two.body_b[0] = ContactProblem::fixed;
    std::vector<double> y;
    Frictionless form;
    SpectralBound bound;
    ASSERT_TRUE(form.pack(two, {0.0}, Frictionless::Scaling::none, y));
    EXPECT_NEAR(bound.per_body(form), exact, 1e-15);
    EXPECT_NEAR(bound.power(form, 10, 1e-9), exact, 1e-15);
  }
}

TEST(VelocityNewton, SolvesWithTheMatrixByDefinition) {
  // K = 1 + G^T D G written down densely, with repeated pairs of bodies and walls among the rows.
  for (const int dofs : {1, 2, 3, 4}) {
    for (const bool pairs : {true, false}) {
      SCOPED_TRACE(::testing::Message() << dofs << " dofs" << (pairs ? ", pairs" : ""));
      const ContactProblem problem = random_rows(5, 20, dofs, pairs, 10.0, 23);
      std::vector<double> y;
      Frictionless form;
      ASSERT_TRUE(form.pack(problem, std::vector<double>(20, 0.0), Frictionless::Scaling::none, y));
      ASSERT_EQ(form.bodies(), 5U);
      const std::size_t k = form.width(), n = 5 * k;
      std::vector<double> d(20), x(form.body_size(), 0.0);
      Dense matrix(n);
      for (std::size_t i = 0; i < n; ++i) {
        matrix(i, i) = 1.0;
        x[i] = std::cos(static_cast<double>(i));
      }
      for (std::size_t c = 0; c < 20; ++c) {
        d[c] = c % 3 == 0 ? 0.0 : std::pow(10.0, static_cast<double>(c % 5));
        const auto row = form.halves(c);
        std::vector<double> g(form.body_size(), 0.0);
        for (std::size_t j = 0; j < k; ++j) {
          const auto a = static_cast<std::size_t>(form.ends(c)[0]) + j;
          const auto b = static_cast<std::size_t>(form.ends(c)[1]) + j;
          g[a] += row.sign_a * row.a[j] * std::sqrt(form.inverse_mass()[a]);
          g[b] += row.b[j] * std::sqrt(form.inverse_mass()[b]);
        }
        for (std::size_t i = 0; i < n; ++i) {
          for (std::size_t j = 0; j < n; ++j)
            matrix(i, j) += d[c] * g[i] * g[j];
        }
      }
      const std::vector<double> exact =
          eliminate(matrix, {x.begin(), x.begin() + static_cast<std::ptrdiff_t>(n)});
      VelocityNewton newton;
      newton.analyse(form);
      ASSERT_TRUE(newton.factor(d));
      newton.solve(x);
      for (std::size_t i = 0; i < n; ++i)
        EXPECT_NEAR(x[i], exact[i], 1e-9 * (1.0 + std::abs(exact[i])));
    }
  }
}

TEST(VelocityNewton, ProximalStepIsTheMinimiser) {
  // On the active rows: W_AA q + b + (q - y) / sigma = 0; zero elsewhere.
  const ContactProblem problem = random_rows(5, 20, 2, true, 10.0, 29);
  std::vector<double> y, q, w;
  Frictionless form;
  ASSERT_TRUE(form.pack(problem, std::vector<double>(20, 0.7), Frictionless::Scaling::jacobi, y));
  VelocityNewton newton;
  newton.analyse(form);
  std::vector<char> active(20);
  for (std::size_t c = 0; c < 20; ++c)
    active[c] = c % 4 != 0 ? 1 : 0;
  const double sigma = 50.0;
  ASSERT_TRUE(newton.proximal(active, sigma, y, q));
  form.multiply(q, w, true);
  for (std::size_t c = 0; c < 20; ++c) {
    if (active[c] != 0) {
      EXPECT_NEAR(w[c] + (q[c] - y[c]) / sigma, 0.0, 1e-11);
    } else {
      EXPECT_EQ(q[c], 0.0);
    }
  }
}

}  // namespace
}  // namespace impactbench::testing
