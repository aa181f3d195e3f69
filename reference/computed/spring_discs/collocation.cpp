#include "reference/computed/spring_discs/collocation.hpp"

#include <Eigen/LU>
#include <boost/multiprecision/cpp_bin_float.hpp>

#include <cmath>
#include <utility>
#include <vector>

namespace impactbench::computed::spring_discs {
namespace {

using Wide = boost::multiprecision::cpp_bin_float_50;
using Table = std::vector<std::vector<Wide>>;

/// P_{s-1}(x) - P_s(x), whose zeros are Radau's nodes, x = 1 among them.
Wide radau_polynomial(int stages, const Wide& x) {
  Wide below = 1, p = x;
  for (int n = 2; n <= stages; ++n) {
    const Wide next = ((2 * n - 1) * x * p - (n - 1) * below) / n;
    below = p;
    p = next;
  }
  return below - p;
}

/// The nodes on (0, 1], ascending: sign changes on a fine grid, halved to 50 digits.
std::vector<Wide> radau_nodes(int stages) {
  std::vector<Wide> out;
  const int cells = 400 * stages;
  for (int k = 0; k < cells && static_cast<int>(out.size()) < stages - 1; ++k) {
    Wide low = Wide(2 * k) / cells - 1, high = Wide(2 * (k + 1)) / cells - 1;
    const bool sign = radau_polynomial(stages, low) > 0;
    if (sign == (radau_polynomial(stages, high) > 0)) continue;
    for (int halving = 0; halving < 170; ++halving) {
      const Wide middle = (low + high) / 2;
      (sign == (radau_polynomial(stages, middle) > 0) ? low : high) = middle;
    }
    out.push_back((low + high + 2) / 4);
  }
  out.push_back(1);
  return out;
}

/// Gauss-Jordan with row exchanges.
Table inverse(Table m) {
  const std::size_t n = m.size();
  Table out(n, std::vector<Wide>(n, Wide(0)));
  for (std::size_t k = 0; k < n; ++k)
    out[k][k] = 1;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i) {
      if (abs(m[i][k]) > abs(m[pivot][k])) pivot = i;
    }
    std::swap(m[k], m[pivot]);
    std::swap(out[k], out[pivot]);
    const Wide scale = 1 / m[k][k];
    for (std::size_t j = 0; j < n; ++j) {
      m[k][j] *= scale;
      out[k][j] *= scale;
    }
    for (std::size_t i = 0; i < n; ++i) {
      const Wide factor = m[i][k];
      if (i == k) continue;
      for (std::size_t j = 0; j < n; ++j) {
        m[i][j] -= factor * m[k][j];
        out[i][j] -= factor * out[k][j];
      }
    }
  }
  return out;
}

}  // namespace

Radau::Radau(int stages)
    : node(stages), once(stages, stages), twice(stages, stages), powers(stages, stages) {
  const std::vector<Wide> c = radau_nodes(stages);
  const auto s = static_cast<std::size_t>(stages);
  Table vandermonde(s, std::vector<Wide>(s, Wide(1)));
  for (std::size_t i = 0; i < s; ++i) {
    for (std::size_t k = 1; k < s; ++k)
      vandermonde[i][k] = vandermonde[i][k - 1] * c[i];
  }
  const Table from_values = inverse(vandermonde);
  for (std::size_t i = 0; i < s; ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    node[row] = static_cast<Real>(c[i]);
    for (std::size_t j = 0; j < s; ++j) {
      const auto column = static_cast<Eigen::Index>(j);
      Wide first = 0, second = 0, power = c[i];
      for (std::size_t k = 0; k < s; ++k) {
        first += power / (k + 1) * from_values[k][j];
        power *= c[i];
        second += power / ((k + 1) * (k + 2)) * from_values[k][j];
      }
      once(row, column) = static_cast<Real>(first);
      twice(row, column) = static_cast<Real>(second);
      powers(row, column) = static_cast<Real>(from_values[i][j]);
    }
  }
}

void Piece::at(Real t, Vector& q, Vector& v) const {
  const Real tau = length > 0 ? (t - start) / length : Real(0);
  q.setZero(position.rows());
  v.setZero(position.rows());
  for (Eigen::Index k = position.cols(); k-- > 0;) {
    v = v * tau + q;
    q = q * tau + position.col(k);
  }
  if (length > 0) v /= length;
}

/// d a / d A of the stages' equations A_i = a(Q_i, V_i, X_i), with the derivatives of a at the
/// start.
Matrix RadauStep::jacobian(const Equations& equations) const {
  const Eigen::Index n = q_.size(), s = rule_.node.size();
  Vector here(n), there(n), slip_here(x_.size()), slip_there(x_.size());
  equations.acceleration(q_, v_, x_, here);
  equations.slip(q_, v_, slip_here);
  Matrix by_q(n, n), by_v(n, n), by_x(n, x_.size()), slip_by_v(x_.size(), n);
  constexpr Real tiny = 1e-10L;
  Vector moved = q_;
  for (Eigen::Index k = 0; k < n; ++k) {
    moved[k] = q_[k] + tiny;
    equations.acceleration(moved, v_, x_, there);
    by_q.col(k) = (there - here) / tiny;
    moved[k] = q_[k];
  }
  moved = v_;
  for (Eigen::Index k = 0; k < n; ++k) {
    moved[k] = v_[k] + tiny;
    equations.acceleration(q_, moved, x_, there);
    by_v.col(k) = (there - here) / tiny;
    equations.slip(q_, moved, slip_there);
    slip_by_v.col(k) = (slip_there - slip_here) / tiny;
    moved[k] = v_[k];
  }
  moved = x_;
  for (Eigen::Index k = 0; k < x_.size(); ++k) {
    moved[k] = x_[k] + tiny;
    equations.acceleration(q_, v_, moved, there);
    by_x.col(k) = (there - here) / tiny;
    moved[k] = x_[k];
  }
  // The stretch is the integral of the slip, hence moves with the positions.
  if (x_.size() > 0) by_q += by_x * slip_by_v;
  Matrix out = Matrix::Identity(n * s, n * s);
  for (Eigen::Index i = 0; i < s; ++i) {
    for (Eigen::Index j = 0; j < s; ++j) {
      out.block(n * i, n * j, n, n) -=
          h_ * h_ * rule_.twice(i, j) * by_q + h_ * rule_.once(i, j) * by_v;
    }
  }
  return out;
}

bool RadauStep::solve(const Equations& equations, const Vector& q, const Vector& v, const Vector& x,
                      Real length) {
  q_ = q;
  v_ = v;
  x_ = x;
  h_ = length;
  const Eigen::Index n = q.size(), s = rule_.node.size();
  const Eigen::PartialPivLU<Matrix> factors(jacobian(equations));
  Vector acceleration(n), slip(x.size());
  equations.acceleration(q, v, x, acceleration);
  a_ = acceleration.replicate(1, s);
  w_.setZero(x.size(), s);
  Matrix residual(n, s);
  const Real speed = v.norm() + h_ * acceleration.norm() + 1e-3L;
  Real last = HUGE_VALL;
  for (int iteration = 0; iteration < 40; ++iteration) {
    const Matrix velocities = (h_ * a_ * rule_.once.transpose()).colwise() + v_;
    Matrix positions = (h_ * h_ * a_ * rule_.twice.transpose()).colwise() + q_;
    positions += h_ * v_ * rule_.node.transpose();
    for (Eigen::Index i = 0; i < s; ++i) {
      equations.slip(positions.col(i), velocities.col(i), slip);
      w_.col(i) = slip;
    }
    const Matrix stretches = (h_ * w_ * rule_.once.transpose()).colwise() + x_;
    for (Eigen::Index i = 0; i < s; ++i) {
      equations.acceleration(positions.col(i), velocities.col(i), stretches.col(i), acceleration);
      residual.col(i) = acceleration - a_.col(i);
    }
    const Vector change = factors.solve(Eigen::Map<const Vector>(residual.data(), n * s));
    if (!change.allFinite()) return false;
    a_ += Eigen::Map<const Matrix>(change.data(), n, s);
    const Real moved = h_ * change.cwiseAbs().maxCoeff();
    if (moved <= 1e-18L * speed) return true;
    if (iteration > 3 && moved >= 0.5L * last) return moved <= 1e-16L * speed;
    last = moved;
  }
  return false;
}

Piece RadauStep::piece(Real start) const {
  const Eigen::Index s = rule_.node.size();
  const Matrix coefficients = a_ * rule_.powers.transpose();  // of tau^k
  Piece out{start, h_, Matrix::Zero(q_.size(), s + 2)};
  out.position.col(0) = q_;
  out.position.col(1) = h_ * v_;
  for (Eigen::Index k = 0; k < s; ++k)
    out.position.col(k + 2) = h_ * h_ / static_cast<Real>((k + 1) * (k + 2)) * coefficients.col(k);
  return out;
}

Vector RadauStep::stretch(Real tau) const {
  const Matrix coefficients = w_ * rule_.powers.transpose();
  Vector out = x_;
  Real power = tau;
  for (Eigen::Index k = 0; k < coefficients.cols(); ++k) {
    out += h_ * power / static_cast<Real>(k + 1) * coefficients.col(k);
    power *= tau;
  }
  return out;
}

Real RadauStep::velocity_defect(Real reach) const {
  const Eigen::Index s = rule_.node.size();
  const Vector last = (a_ * rule_.powers.row(s - 1).transpose()).cwiseAbs();
  Real leading = 1;  // of the shifted Legendre polynomial of degree s - 1: (2 s - 2 over s - 1)
  for (Eigen::Index k = 1; k < s; ++k)
    leading *= static_cast<Real>(s - 1 + k) / static_cast<Real>(k);
  Real worst = 0;
  for (Eigen::Index k = 0; k < last.size(); ++k)
    worst = std::max(worst, last[k] * (k % 3 == 2 ? reach : Real(1)));
  return h_ * worst / leading;
}

}  // namespace impactbench::computed::spring_discs
