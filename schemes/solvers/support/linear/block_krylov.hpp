#pragma once

#include "problems/base/fields.hpp"
#include "schemes/solvers/api/linear_solver.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

/// The common part of matrix-free solvers on a BlockMatrix: products with A and with the inverses
/// of its diagonal blocks (block Jacobi), compiled for blocks of S = 1, 2, 3, 6.
namespace impactbench::block_krylov {

using Vector = std::vector<double>;

/// The stopping criterion.
struct Params {
  double tolerance{1e-10};
  int max_iterations{1000};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"tolerance", "-", "stop at this residual, relative to the right-hand side"},
      self.tolerance, Range{0.0, 1.0, true, true});
    f(Field{"max_iterations", "-", "most iterations a solve"}, self.max_iterations,
      Range::between(1, 1e9));
  }
  friend bool operator==(const Params&, const Params&) = default;
};

/// Four partial sums: a single one would wait for every addition.
[[nodiscard]] inline double dot(const Vector& x, const Vector& y) {
  double sum[4] = {};
  std::size_t k = 0;
  for (; k + 4 <= x.size(); k += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane)
      sum[lane] += x[k + lane] * y[k + lane];
  }
  for (; k < x.size(); ++k)
    sum[0] += x[k] * y[k];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

[[nodiscard]] inline bool all_zero(const Vector& x) {
  int other = 0;  // no exit from the loop: several entries at a time
  for (const double v : x)
    other |= v != 0.0 ? 1 : 0;
  return other == 0;
}

/// to += B x of one block, column-major.
template <int S>
inline void add_block(const double* block, const double* x, double* to) {
  for (int c = 0; c < S; ++c) {
    for (int r = 0; r < S; ++r)
      to[r] += block[c * S + r] * x[c];
  }
}

/// to += B^T x of one block, column-major.
template <int S>
inline void add_transposed_block(const double* block, const double* x, double* to) {
  for (int c = 0; c < S; ++c) {
    for (int r = 0; r < S; ++r)
      to[c] += block[c * S + r] * x[r];
  }
}

/// y = A x. Only the upper half of a symmetric matrix is read: memory is the cost of a product.
template <int S, bool Symmetric>
void multiply(const BlockMatrix& A, const Vector& x, Vector& y) {
  constexpr std::size_t s = S, area = s * s;
  const std::size_t n = A.block_rows(), pairs = A.pairs();
  for (std::size_t i = 0; i < n; ++i) {
    double sum[S] = {};
    add_block<S>(A.diagonal.data() + i * area, x.data() + i * s, sum);
    for (std::size_t r = 0; r < s; ++r)
      y[i * s + r] = sum[r];
  }
  for (std::size_t k = 0; k < pairs;) {
    const int row = A.first[k];
    const std::size_t i = static_cast<std::size_t>(row) * s;
    double own[S], sum[S] = {};
    for (std::size_t r = 0; r < s; ++r)
      own[r] = x[i + r];
    for (; k < pairs && A.first[k] == row; ++k) {
      const std::size_t j = static_cast<std::size_t>(A.second[k]) * s;
      add_block<S>(A.upper.data() + k * area, x.data() + j, sum);
      if constexpr (Symmetric) {
        add_transposed_block<S>(A.upper.data() + k * area, own, y.data() + j);
      } else {
        add_block<S>(A.lower.data() + k * area, own, y.data() + j);
      }
    }
    for (std::size_t r = 0; r < s; ++r)
      y[i + r] += sum[r];
  }
}

/// Inverse of one block, by cofactors where it is small; the leading minors show whether it is
/// positive definite.
template <int S>
struct Inverted {
  double inverse[S * S];
  bool regular, positive;
};

/// Zero has no reciprocal: `regular` is then false.
inline double reciprocal(double x) {
  return x != 0.0 ? 1.0 / x : 0.0;
}

inline Inverted<1> invert(const double (&a)[1]) {
  return {{reciprocal(a[0])}, a[0] != 0.0, a[0] > 0.0};
}

inline Inverted<2> invert(const double (&a)[4]) {
  const double det = a[0] * a[3] - a[1] * a[2];
  const double q = reciprocal(det);
  return {{q * a[3], -q * a[1], -q * a[2], q * a[0]}, det != 0.0, a[0] > 0.0 && det > 0.0};
}

inline Inverted<3> invert(const double (&a)[9]) {
  const double c0 = a[4] * a[8] - a[5] * a[7];
  const double c1 = a[5] * a[6] - a[3] * a[8];
  const double c2 = a[3] * a[7] - a[4] * a[6];
  const double det = a[0] * c0 + a[1] * c1 + a[2] * c2;
  const double q = reciprocal(det);
  return {{q * c0, q * (a[2] * a[7] - a[1] * a[8]), q * (a[1] * a[5] - a[2] * a[4]), q * c1,
           q * (a[0] * a[8] - a[2] * a[6]), q * (a[2] * a[3] - a[0] * a[5]), q * c2,
           q * (a[1] * a[6] - a[0] * a[7]), q * (a[0] * a[4] - a[1] * a[3])},
          det != 0.0,
          a[0] > 0.0 && a[0] * a[4] - a[1] * a[3] > 0.0 && det > 0.0};
}

/// Balls that rotate: a factorisation, since formulas of this size would cancel.
inline Inverted<6> invert(const double (&a)[36]) {
  using Block = Eigen::Matrix<double, 6, 6>;
  const Eigen::Map<const Block> block(a);
  const Eigen::PartialPivLU<Block> factors(block);
  Inverted<6> out{};
  out.regular = factors.matrixLU().diagonal().cwiseAbs().minCoeff() > 0.0;
  out.positive = block.llt().info() == Eigen::Success;
  if (out.regular) Eigen::Map<Block>(&out.inverse[0]) = factors.inverse();
  return out;
}

/// The inverses of the diagonal blocks; false where one is singular (`definite`: not positive
/// definite) or not a number.
template <int S>
[[nodiscard]] bool invert_diagonal(const BlockMatrix& A, bool definite, Vector& inverse) {
  constexpr std::size_t area = S * S;
  inverse.resize(A.diagonal.size());
  bool good = true;
  for (std::size_t at = 0; at < A.diagonal.size(); at += area) {
    double block[area];
    for (std::size_t k = 0; k < area; ++k)
      block[k] = A.diagonal[at + k];
    const Inverted<S> result = invert(block);
    good = good && (definite ? result.positive : result.regular);
    for (std::size_t k = 0; k < area; ++k)
      inverse[at + k] = result.inverse[k];
  }
  return good && all_finite(inverse);
}

/// z = D^-1 r with the blocks of invert_diagonal.
template <int S>
void precondition(const Vector& inverse, const Vector& r, Vector& z) {
  constexpr std::size_t s = S;
  for (std::size_t i = 0; i * s < r.size(); ++i) {
    double sum[S] = {};
    add_block<S>(inverse.data() + i * s * s, r.data() + i * s, sum);
    for (std::size_t k = 0; k < s; ++k)
      z[i * s + k] = sum[k];
  }
}

/// The scale of residuals: |b|, or 1 where b = 0 (then x = 0 is the solution).
[[nodiscard]] inline double scale_of(const Vector& b) {
  const double norm = std::sqrt(dot(b, b));
  return norm > 0.0 ? norm : 1.0;
}

/// A Rayleigh quotient p . A p / p . D p below this is zero up to rounding: A is not definite.
[[nodiscard]] inline double rounding(std::size_t rows) {
  return std::numeric_limits<double>::epsilon() * static_cast<double>(rows);
}

/// The interface of both solvers, with the common checks; the iteration is that of Method.
///   template <int S> SolveReport Method::iterate(A, inverse, b, x): x holds a finite start;
///   Method::definite: A must be symmetric positive definite.
template <class Method>
class Solver final : public LinearSolver {
 public:
  explicit Solver(const Params& params) : method_(params) {}

  void prepare(std::size_t block_rows, std::size_t, int block) override {
    const auto s = static_cast<std::size_t>(block);
    inverse_.reserve(block_rows * s * s);
    method_.reserve(block_rows * s);
  }

  SolveReport factor(const BlockMatrix& A) override {
    matrix_ = &A;
    ready_ =
        all_finite(A.diagonal) && all_finite(A.upper) && all_finite(A.lower) &&
        with_block(A, [&]<int S>() { return invert_diagonal<S>(A, Method::definite, inverse_); });
    return {ready_ ? SolveStatus::converged : SolveStatus::breakdown, 0, 0.0};
  }

  SolveReport solve(const Vector& b, Vector& x) override {
    if (!ready_ || !all_finite(b) || !all_finite(x)) return {SolveStatus::breakdown, 0, 0.0};
    if (b.empty()) return {SolveStatus::converged, 0, 0.0};
    return with_block(
        *matrix_, [&]<int S>() { return method_.template iterate<S>(*matrix_, inverse_, b, x); });
  }

 private:
  template <class F>
  static auto with_block(const BlockMatrix& A, F&& f) {
    assert((A.block >= 1 && A.block <= 3) || A.block == 6);
    if (A.block == 1) return f.template operator()<1>();
    if (A.block == 2) return f.template operator()<2>();
    if (A.block == 3) return f.template operator()<3>();
    return f.template operator()<6>();
  }

  Method method_;
  const BlockMatrix* matrix_{nullptr};
  Vector inverse_;
  bool ready_{false};
};

}  // namespace impactbench::block_krylov
