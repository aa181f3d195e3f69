#include "schemes/solvers/support/frictionless/additive_schwarz.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace impactbench {
namespace {

/// Breadth-first search within sets of vertices.
class Search {
 public:
  explicit Search(const DualOperator& graph)
      : graph_(graph), seen_(static_cast<std::size_t>(graph.rows()), 0) {}

  /// Vertices of `set` in the order of a search from `start`, then from the first not yet seen.
  std::vector<int> order(const std::vector<int>& set, int start) {
    for (const int v : set)
      seen_[static_cast<std::size_t>(v)] = inside;
    std::vector<int> out;
    out.reserve(set.size());
    visit(start, out);
    for (const int v : set)
      visit(v, out);
    return out;
  }

 private:
  enum Mark : char { outside, inside };

  void visit(int from, std::vector<int>& out) {
    if (seen_[static_cast<std::size_t>(from)] != inside) return;
    std::size_t next = out.size();
    take(from, out);
    for (; next < out.size(); ++next) {
      for (DualOperator::InnerIterator entry(graph_, out[next]); entry; ++entry)
        take(static_cast<int>(entry.col()), out);
    }
  }
  void take(int v, std::vector<int>& out) {
    if (seen_[static_cast<std::size_t>(v)] != inside) return;
    seen_[static_cast<std::size_t>(v)] = outside;
    out.push_back(v);
  }

  const DualOperator& graph_;
  std::vector<char> seen_;
};

void bisect(Search& search, const std::vector<int>& set, int first, int parts,
            std::vector<int>& out) {
  if (parts == 1 || set.size() < 2) {
    for (const int v : set)
      out[static_cast<std::size_t>(v)] = first;
    return;
  }
  // From the vertex that is last when one looks from anywhere.
  const std::vector<int> order = search.order(set, search.order(set, set.front()).back());
  const int low = parts / 2;
  const auto cut = static_cast<std::ptrdiff_t>(order.size() * static_cast<std::size_t>(low) /
                                               static_cast<std::size_t>(parts));
  bisect(search, {order.begin(), order.begin() + cut}, first, low, out);
  bisect(search, {order.begin() + cut, order.end()}, first + low, parts - low, out);
}

}  // namespace

std::vector<int> bisected(const DualOperator& graph, int parts) {
  std::vector<int> all(static_cast<std::size_t>(graph.rows())), out(all.size(), 0);
  std::iota(all.begin(), all.end(), 0);
  Search search(graph);
  bisect(search, all, 0, parts, out);
  return out;
}

bool AdditiveSchwarz::build(const Frictionless& form, const std::vector<std::size_t>& rows,
                            double shift, const Decomposition& how) {
  assemble(form, rows, shift);
  const auto parts = static_cast<int>(std::min(static_cast<std::size_t>(how.parts), rows.size()));
  const std::vector<int> part = bisected(a_, parts);
  cut(part, parts, how.overlap);
  for (const auto& own : subdomains_) {
    own->factor.compute(own->a);
    if (own->factor.info() != Eigen::Success) return false;
  }
  Triplets columns;
  int count = 0;
  if (how.coarse == CoarseSpace::stress) add_stresses(form, rows, part, columns, count);
  if (how.coarse == CoarseSpace::spectral && !add_soft_modes(shift, how.threshold, columns, count))
    return false;
  z_.resize(a_.rows(), count);
  z_.setFromTriplets(columns.begin(), columns.end());
  if (count > 0) coarse_.compute(Eigen::MatrixXd(z_.transpose() * (a_ * z_)));
  return true;
}

void AdditiveSchwarz::assemble(const Frictionless& form, const std::vector<std::size_t>& rows,
                               double shift) {
  Triplets entries;
  entries.reserve(2 * form.width() * rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const auto half = form.halves(rows[r]);
    const int* ends = form.ends(rows[r]);
    const auto add = [&](int end, const double* j, double sign) {
      if (form.is_wall(end)) return;
      const auto at = static_cast<std::size_t>(end);
      for (std::size_t k = 0; k < form.width(); ++k)
        entries.emplace_back(static_cast<int>(r), end + static_cast<int>(k),
                             sign * j[k] * std::sqrt(form.inverse_mass()[at + k]));
    };
    add(ends[0], half.a, half.sign_a);
    add(ends[1], half.b, 1.0);
  }
  g_.resize(static_cast<Eigen::Index>(rows.size()),
            static_cast<Eigen::Index>(form.bodies() * form.width()));
  g_.setFromTriplets(entries.begin(), entries.end());
  a_ = g_ * DualOperator(g_.transpose());
  a_.diagonal().array() += shift;
}

/// Subdomains of the parts and their matrices.
void AdditiveSchwarz::cut(const std::vector<int>& part, int parts, int overlap) {
  std::vector<int> place(part.size(), -1);  // in the subdomain at hand
  subdomains_.clear();
  for (int i = 0; i < parts; ++i) {
    Subdomain& own = *subdomains_.emplace_back(std::make_unique<Subdomain>());
    const auto take = [&](std::size_t r) {
      if (place[r] >= 0) return;
      place[r] = static_cast<int>(own.rows.size());
      own.rows.push_back(static_cast<int>(r));
    };
    for (std::size_t r = 0; r < part.size(); ++r) {
      if (part[r] == i) take(r);
    }
    std::size_t next = 0;
    for (int layer = 0; layer < overlap; ++layer) {
      for (const std::size_t end = own.rows.size(); next < end; ++next) {
        for (DualOperator::InnerIterator entry(a_, own.rows[next]); entry; ++entry)
          take(static_cast<std::size_t>(entry.col()));
      }
    }
    Triplets lower;
    for (std::size_t k = 0; k < own.rows.size(); ++k) {
      for (DualOperator::InnerIterator entry(a_, own.rows[k]); entry; ++entry) {
        const int column = place[static_cast<std::size_t>(entry.col())];
        if (column >= 0 && column <= static_cast<int>(k))
          lower.emplace_back(static_cast<int>(k), column, entry.value());
      }
    }
    for (const int r : own.rows)
      place[static_cast<std::size_t>(r)] = -1;
    const auto size = static_cast<Eigen::Index>(own.rows.size());
    own.a.resize(size, size);
    own.a.setFromTriplets(lower.begin(), lower.end());
    own.local.resize(size);
  }
}

void AdditiveSchwarz::add_stresses(const Frictionless& form, const std::vector<std::size_t>& rows,
                                   const std::vector<int>& part, Triplets& columns,
                                   int& count) const {
  const auto width = static_cast<int>(form.width());
  const bool normals = width <= 3;
  const int per_part = normals ? width * (width + 1) / 2 : 1;
  count = static_cast<int>(subdomains_.size()) * per_part;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    // A packed row is s n, its impulse p / s.
    const double* n = form.halves(rows[r]).b;
    int column = part[r] * per_part;
    if (!normals) {
      columns.emplace_back(static_cast<int>(r), column, 1.0);
      continue;
    }
    double square = 0.0;
    for (int k = 0; k < width; ++k)
      square += n[k] * n[k];
    if (square == 0.0) continue;
    for (int k = 0; k < width; ++k) {
      for (int l = k; l < width; ++l)
        columns.emplace_back(static_cast<int>(r), column++,
                             n[k] * n[l] / (square * std::sqrt(square)));
    }
  }
}

bool AdditiveSchwarz::add_soft_modes(double shift, double threshold, Triplets& columns,
                                     int& count) const {
  Eigen::VectorXd weight = Eigen::VectorXd::Zero(a_.rows());
  for (const auto& own : subdomains_) {
    for (const int r : own->rows)
      weight[r] += 1.0;
  }
  const Eigen::SparseMatrix<double> by_body = g_;
  std::vector<int> place(static_cast<std::size_t>(a_.rows()), -1);
  for (const auto& own : subdomains_) {
    const auto n = static_cast<Eigen::Index>(own->rows.size());
    Eigen::VectorXd d(n);
    for (Eigen::Index k = 0; k < n; ++k) {
      const int r = own->rows[static_cast<std::size_t>(k)];
      place[static_cast<std::size_t>(r)] = static_cast<int>(k);
      d[k] = 1.0 / weight[r];
    }
    Eigen::MatrixXd inner = shift * Eigen::MatrixXd::Identity(n, n);
    for (Eigen::Index column = 0; column < by_body.cols(); ++column) {
      using Entry = Eigen::SparseMatrix<double>::InnerIterator;
      bool inside = true;
      for (Entry e(by_body, column); e && inside; ++e)
        inside = place[static_cast<std::size_t>(e.row())] >= 0;
      if (!inside) continue;
      for (Entry e(by_body, column); e; ++e) {
        for (Entry f(by_body, column); f; ++f)
          inner(place[static_cast<std::size_t>(e.row())],
                place[static_cast<std::size_t>(f.row())]) += e.value() * f.value();
      }
    }
    for (const int r : own->rows)
      place[static_cast<std::size_t>(r)] = -1;
    Eigen::MatrixXd whole = Eigen::MatrixXd(own->a).selfadjointView<Eigen::Lower>();
    whole = d.asDiagonal() * whole * d.asDiagonal();
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> modes(inner, whole);
    if (modes.info() != Eigen::Success) return false;
    for (Eigen::Index m = 0; m < n && modes.eigenvalues()[m] < threshold; ++m, ++count) {
      for (Eigen::Index k = 0; k < n; ++k)
        columns.emplace_back(own->rows[static_cast<std::size_t>(k)], count,
                             d[k] * modes.eigenvectors()(k, m));
    }
  }
  return true;
}

void AdditiveSchwarz::apply(const Eigen::VectorXd& r, Eigen::VectorXd& z) {
  z.setZero(r.size());
  for (const auto& own : subdomains_) {
    for (std::size_t k = 0; k < own->rows.size(); ++k)
      own->local[static_cast<Eigen::Index>(k)] = r[own->rows[k]];
    own->local = own->factor.solve(own->local);
    for (std::size_t k = 0; k < own->rows.size(); ++k)
      z[own->rows[k]] += own->local[static_cast<Eigen::Index>(k)];
  }
  if (z_.cols() == 0) return;
  right_ = z_.transpose() * r;
  z += z_ * coarse_.solve(right_);
}

}  // namespace impactbench
