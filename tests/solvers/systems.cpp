#include "tests/solvers/systems.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace impactbench::testing {

System random_system(int block_rows, int block, bool symmetric, std::uint64_t seed, int reach) {
  Numbers number(seed);
  const auto s = static_cast<std::size_t>(block);
  System out{{}, Dense(static_cast<std::size_t>(block_rows) * s)};
  out.blocks.block = block;
  out.blocks.symmetric = symmetric;
  for (int i = 0; i < block_rows; ++i) {
    const std::size_t row = out.blocks.add_row();
    for (std::size_t r = 0; r < s; ++r) {
      for (std::size_t c = 0; c < s; ++c) {
        const double value = symmetric && c < r ? out.dense(row * s + c, row * s + r)
                                                : number() + (r == c ? 4.0 * block : 0.0);
        out.dense(row * s + r, row * s + c) = value;
        out.blocks.diagonal[(row * s + c) * s + r] = value;
      }
    }
  }
  for (int i = 0; i < block_rows; ++i) {
    for (const int j : {i + 1, i + reach}) {
      if (j >= block_rows) continue;
      const std::size_t pair = out.blocks.add_pair(i, j);
      const auto a = static_cast<std::size_t>(i) * s, b = static_cast<std::size_t>(j) * s;
      for (std::size_t r = 0; r < s; ++r) {
        for (std::size_t c = 0; c < s; ++c) {
          const double up = number(), low = number();
          out.dense(a + r, b + c) = up;
          out.blocks.upper[(pair * s + c) * s + r] = up;
          // A_ji holds at (c, r) the mirror image of A_ij at (r, c).
          out.dense(b + c, a + r) = symmetric ? up : low;
          out.blocks.lower[(pair * s + r) * s + c] = symmetric ? up : low;
        }
      }
    }
  }
  return out;
}

System contact_system(int discs, int block, bool friction, double stiffness, std::uint64_t seed,
                      int reach) {
  Numbers number(seed);
  const auto s = static_cast<std::size_t>(block), n = static_cast<std::size_t>(discs);
  System out{{}, Dense(n * s)};
  const auto add = [&](std::size_t a, const double* left, std::size_t b, const double* right,
                       double factor) {
    for (std::size_t r = 0; r < s; ++r) {
      for (std::size_t c = 0; c < s; ++c)
        out.dense(a * s + r, b * s + c) += factor * left[r] * right[c];
    }
  };
  /// One contact of i with j, or with a wall.
  const auto touch = [&](std::size_t i, std::size_t j, bool wall) {
    const double angle = 2.0 * std::numbers::pi * number();
    const double x = std::cos(angle), y = std::sin(angle);
    const double normal_i[3] = {x, y, 0.0}, normal_j[3] = {-x, -y, 0.0};
    const double slip_i[3] = {-y, x, 0.0}, slip_j[3] = {y, -x, 0.0};
    const double stick_i[3] = {-y, x, 0.5}, stick_j[3] = {y, -x, 0.5};
    const bool sticks = block == 3 && number() > 0.0;
    const auto couple = [&](const double* ti, const double* tj, const double* ni, const double* nj,
                            double factor) {
      add(i, ti, i, ni, factor);
      if (wall) return;
      add(i, ti, j, nj, factor);
      add(j, tj, i, ni, factor);
      add(j, tj, j, nj, factor);
    };
    couple(normal_i, normal_j, normal_i, normal_j, stiffness);
    if (friction && sticks) couple(stick_i, stick_j, stick_i, stick_j, stiffness);
    if (friction && !sticks) couple(slip_i, slip_j, normal_i, normal_j, 0.4 * stiffness);
  };
  for (std::size_t k = 0; k < n * s; ++k)
    out.dense(k, k) = 1.0 + 0.5 * number();
  out.blocks.block = block;
  out.blocks.symmetric = !friction;
  for (std::size_t i = 0; i < n; ++i) {
    out.blocks.add_row();
    if (i % 3 == 0) touch(i, i, true);
    for (const std::size_t j : {i + 1, i + static_cast<std::size_t>(reach)}) {
      if (j >= n) continue;
      touch(i, j, false);
      out.blocks.add_pair(static_cast<int>(i), static_cast<int>(j));
    }
  }
  // The blocks are read off the entries, column by column.
  const auto read = [&](std::size_t i, std::size_t j, double* block_of) {
    for (std::size_t c = 0; c < s; ++c) {
      for (std::size_t r = 0; r < s; ++r)
        block_of[c * s + r] = out.dense(i * s + r, j * s + c);
    }
  };
  for (std::size_t i = 0; i < n; ++i)
    read(i, i, out.blocks.diagonal.data() + i * s * s);
  for (std::size_t k = 0; k < out.blocks.pairs(); ++k) {
    const auto i = static_cast<std::size_t>(out.blocks.first[k]);
    const auto j = static_cast<std::size_t>(out.blocks.second[k]);
    read(i, j, out.blocks.upper.data() + k * s * s);
    read(j, i, out.blocks.lower.data() + k * s * s);
  }
  return out;
}

std::vector<double> eliminate(Dense a, std::vector<double> b) {
  const std::size_t n = a.n;
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i) {
      if (std::abs(a(i, k)) > std::abs(a(pivot, k))) pivot = i;
    }
    for (std::size_t j = 0; j < n; ++j)
      std::swap(a(k, j), a(pivot, j));
    std::swap(b[k], b[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = a(i, k) / a(k, k);
      if (factor == 0.0) continue;
      for (std::size_t j = k; j < n; ++j)
        a(i, j) -= factor * a(k, j);
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j)
      b[k] -= a(k, j) * b[j];
    b[k] /= a(k, k);
  }
  return b;
}

Dense delassus_by_definition(const ContactProblem& problem) {
  const std::size_t n = problem.size();
  const auto rows = static_cast<std::size_t>(problem.rows);
  const auto dofs = static_cast<std::size_t>(problem.dofs);
  Dense w(n);
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t l = 0; l < n; ++l) {
      for (const bool k_second : {false, true}) {
        for (const bool l_second : {false, true}) {
          const int body = (k_second ? problem.body_b : problem.body_a)[k / rows];
          const int other = (l_second ? problem.body_b : problem.body_a)[l / rows];
          if (body != other || body == ContactProblem::fixed) continue;
          const auto& jk = k_second ? problem.jacobian_b : problem.jacobian_a;
          const auto& jl = l_second ? problem.jacobian_b : problem.jacobian_a;
          for (std::size_t d = 0; d < dofs; ++d) {
            w(k, l) += jk[k * dofs + d] * jl[l * dofs + d] *
                       problem.inverse_mass[static_cast<std::size_t>(body) * dofs + d];
          }
        }
      }
    }
  }
  return w;
}

double violation(const ContactProblem& problem, const std::vector<double>& p) {
  const Dense w = delassus_by_definition(problem);
  std::vector<double> u = problem.b;
  for (std::size_t k = 0; k < u.size(); ++k) {
    for (std::size_t l = 0; l < u.size(); ++l)
      u[k] += w(k, l) * p[l];
  }
  double worst = 0.0;
  const auto note = [&](double x) {
    if (!(x <= worst)) worst = x;  // NaN is kept
  };
  const auto rows = static_cast<std::size_t>(problem.rows);
  for (std::size_t c = 0; c < problem.contacts(); ++c) {
    const std::size_t n = c * rows;
    note(-p[n]);
    note(-u[n]);
    note(std::abs(p[n] * u[n]));
    if (rows == 1) continue;
    const double bound = problem.friction[c] * p[n], slip = u[n + 1];
    note(std::abs(p[n + 1]) - bound);
    // Coulomb: power is taken out at the full rate, p_t u_t = -mu p_n |u_t|.
    note(std::abs(p[n + 1] * slip + bound * std::abs(slip)));
  }
  return worst;
}

ContactProblem random_contacts(int bodies, int contacts, int rows, double mu, std::uint64_t seed,
                               bool coupled) {
  Numbers number(seed);
  ContactProblem out;
  out.rows = rows;
  out.resize(static_cast<std::size_t>(contacts));
  std::vector<double> v;
  for (int k = 0; k < 3 * bodies; ++k) {
    out.inverse_mass.push_back(1.0 + number());
    v.push_back(4.0 * number());
  }
  for (std::size_t c = 0; c < out.contacts(); ++c) {
    const int a = number.below(bodies);
    const int b = number.below(bodies);
    out.body_a[c] = a;
    out.body_b[c] = a == b ? ContactProblem::fixed : b;
    out.friction[c] = mu;
    const double angle = 2.0 * std::numbers::pi * number();
    const double x = std::cos(angle), y = std::sin(angle);
    for (std::size_t r = 0; r < static_cast<std::size_t>(rows); ++r) {
      const std::size_t at = c * static_cast<std::size_t>(rows) + r;
      double* ja = out.jacobian_a.data() + 3 * at;
      double* jb = out.jacobian_b.data() + 3 * at;
      ja[0] = r == 0 ? -x : y;
      ja[1] = r == 0 ? -y : -x;
      ja[2] = r == 0 ? (coupled ? 0.5 * number() : 0.0) : 1.0;
      out.b[at] = ja[0] * v[3 * static_cast<std::size_t>(a)] +
                  ja[1] * v[3 * static_cast<std::size_t>(a) + 1] +
                  ja[2] * v[3 * static_cast<std::size_t>(a) + 2];
      if (out.body_b[c] == ContactProblem::fixed) continue;
      jb[0] = -ja[0];
      jb[1] = -ja[1];
      jb[2] = r == 0 ? (coupled ? 0.5 * number() : 0.0) : 1.0;
      for (std::size_t d = 0; d < 3; ++d)
        out.b[at] += jb[d] * v[3 * static_cast<std::size_t>(b) + d];
    }
  }
  return out;
}

ContactProblem disc_contacts(int bodies, int contacts, double mu, std::uint64_t seed) {
  Numbers number(seed);
  ContactProblem out;
  out.rows = 2;
  out.resize(static_cast<std::size_t>(contacts));
  std::vector<double> radius;
  for (int i = 0; i < bodies; ++i) {
    const double inverse = 1.0 + number();
    out.inverse_mass.insert(out.inverse_mass.end(), {inverse, inverse, 2.0 * inverse});
    radius.push_back(1.0 + number());
  }
  for (std::size_t c = 0; c < out.contacts(); ++c) {
    const int a = number.below(bodies), b = number.below(bodies);
    out.body_a[c] = a;
    out.body_b[c] = a == b ? ContactProblem::fixed : b;
    out.friction[c] = mu;
    const double angle = 2.0 * std::numbers::pi * number();
    const double x = std::cos(angle), y = std::sin(angle);
    double* on_a = out.jacobian_a.data() + 6 * c;
    double* on_b = out.jacobian_b.data() + 6 * c;
    on_a[0] = -x, on_a[1] = -y;
    on_a[3] = -y, on_a[4] = x, on_a[5] = radius[static_cast<std::size_t>(a)];
    if (a != b) {
      on_b[0] = x, on_b[1] = y;
      on_b[3] = y, on_b[4] = -x, on_b[5] = radius[static_cast<std::size_t>(b)];
    }
    out.b[2 * c] = number() - 0.2;
    out.b[2 * c + 1] = number();
  }
  return out;
}

}  // namespace impactbench::testing
