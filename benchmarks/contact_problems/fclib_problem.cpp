#include "benchmarks/contact_problems/fclib_problem.hpp"

#include "benchmarks/contact_problems/condense.hpp"
#include "problems/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace impactbench {
namespace {

using Sparse = Eigen::SparseMatrix<double>;
using Index = Eigen::Index;

Eigen::VectorXd vector(const std::vector<double>& x) {
  return Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Index>(x.size()));
}

/// Upper left corner, upper right times `sign`, lower left.
Sparse bordered(const Sparse& corner, const Sparse& right, double sign) {
  std::vector<Eigen::Triplet<double>> entries;
  const auto take = [&](const Sparse& from, auto&& put) {
    for (Index j = 0; j < from.cols(); ++j) {
      for (Sparse::InnerIterator it(from, j); it; ++it)
        put(static_cast<int>(it.row()), static_cast<int>(j), it.value());
    }
  };
  const auto n = static_cast<int>(corner.cols());
  take(corner, [&](int i, int j, double a) { entries.emplace_back(i, j, a); });
  take(right, [&](int i, int j, double a) {
    entries.emplace_back(i, n + j, sign * a);
    entries.emplace_back(n + j, i, a);
  });
  Sparse out(n + right.cols(), n + right.cols());
  out.setFromTriplets(entries.begin(), entries.end());
  return out;
}

SparseMatrix by_columns(const Sparse& m) {
  SparseMatrix out;
  out.start.push_back(0);
  for (Index j = 0; j < m.cols(); ++j) {
    for (Sparse::InnerIterator it(m, j); it; ++it) {
      out.index.push_back(static_cast<int>(it.row()));
      out.value.push_back(it.value());
    }
    out.start.push_back(static_cast<int>(out.index.size()));
  }
  return out;
}

class Reader {
 public:
  explicit Reader(const Hdf5File& file) : file_(file) {}

  FclibProblem read() {
    const char* const groups[] = {"/fclib_local", "/fclib_global", "/fclib_local_rolling",
                                  "/fclib_global_rolling"};
    const auto* const group = std::find_if(std::begin(groups), std::end(groups),
                                           [this](const char* name) { return file_.has(name); });
    demand(
        group != std::end(groups),
        "has no group fclib_local or fclib_global: it is not an FCLIB file of a contact problem");
    root_ = std::string(*group) + "/";
    const bool global = (group - groups) % 2 == 1, rolling = group - groups >= 2;
    for (const auto& [name, text] :
         {std::pair{"info/title", &out_.title}, std::pair{"info/description", &out_.description}}) {
      if (file_.has(root_ + name)) *text = file_.text(root_ + name);
    }
    const int dimension = file_.integer(root_ + "spacedim");
    demand(rolling ? dimension == 5 : dimension == 2 || dimension == 3,
           fmt::format("has spacedim = {}: must be {}", dimension,
                       rolling ? "5, of rolling contacts in space" : "2 or 3"));
    out_.rows = static_cast<std::size_t>(dimension);
    out_.mu = frictions("mu");
    if (rolling) out_.mu_r = frictions("mu_r");
    demand(!rolling || out_.mu_r.size() == out_.mu.size(),
           fmt::format("has {} numbers mu_r and {} mu", out_.mu_r.size(), out_.mu.size()));
    out_.q = numbers(global ? "w" : "q");
    demand(out_.q.size() == out_.rows * out_.mu.size(),
           fmt::format("has {} numbers {} for {} contacts: must be {} each", out_.q.size(),
                       global ? "w" : "q", out_.mu.size(), out_.rows));
    global ? take_global() : take_local();
    return std::move(out_);
  }

 private:
  void demand(bool holds, const std::string& what) const {
    if (!holds) throw ConfigurationError(fmt::format("'{}' {}", file_.name(), what));
  }
  void demand_finite(const std::vector<double>& x, const std::string& name) const {
    for (std::size_t k = 0; k < x.size(); ++k)
      demand(std::isfinite(x[k]), fmt::format("has {}[{}] = {}: must be finite", name, k, x[k]));
  }
  [[nodiscard]] std::vector<double> numbers(const std::string& name) const {
    std::vector<double> out = file_.numbers(root_ + "vectors/" + name);
    demand_finite(out, name);
    return out;
  }

  [[nodiscard]] std::vector<double> frictions(const std::string& name) const {
    std::vector<double> out = numbers(name);
    for (std::size_t c = 0; c < out.size(); ++c)
      demand(out[c] >= 0.0, fmt::format("has {}[{}] = {}: must be at least 0", name, c, out[c]));
    return out;
  }

  void take_local() {
    const std::size_t n = out_.q.size();
    Sparse w = matrix("W", n, n);
    if (file_.has(root_ + "V") || file_.has(root_ + "R") || file_.has(root_ + "vectors/s")) {
      const std::vector<double> s = numbers("s");
      const Sparse v = matrix("V", n, s.size()), r = matrix("R", s.size(), s.size());
      const Condensed taken = condensed(r, v.transpose(), vector(s), "R");
      w = Sparse(w - taken.w);
      add_to_q(-taken.q);
    }
    out_.w = by_columns(w);
  }

  void take_global() {
    const std::vector<double> f = numbers("f");
    Sparse k = matrix("M", f.size(), f.size()), h = matrix("H", f.size(), out_.q.size());
    Eigen::VectorXd load = vector(f);
    const bool constrained = file_.has(root_ + "G") || file_.has(root_ + "vectors/b");
    if (constrained) {
      const std::vector<double> b = numbers("b");
      const Sparse g = matrix("G", f.size(), b.size());
      k = bordered(k, g, -1.0);
      h.conservativeResize(k.rows(), h.cols());
      load.conservativeResize(k.rows());
      load.tail(g.cols()) = -vector(b);
    }
    const Condensed taken = condensed(k, h, load, constrained ? "M with its constraints G" : "M");
    out_.w = by_columns(taken.w);
    add_to_q(taken.q);
  }

  [[nodiscard]] Condensed condensed(const Sparse& k, const Sparse& b, const Eigen::VectorXd& f,
                                    const char* name) const {
    Condensed out;
    demand(condense(k, b, f, out),
           fmt::format("has {} that is singular, or so near it that no digits are left", name));
    demand(out.w.nonZeros() == 0 || (out.w.coeffs().allFinite() && out.q.allFinite()),
           fmt::format("has {} whose numbers are too large or too small", name));
    return out;
  }
  void add_to_q(const Eigen::VectorXd& more) {
    for (std::size_t k = 0; k < out_.q.size(); ++k)
      out_.q[k] += more[static_cast<Index>(k)];
    demand_finite(out_.q, "q");
  }

  [[nodiscard]] Sparse matrix(const std::string& name, std::size_t rows,
                              std::size_t columns) const {
    const std::string at = root_ + name + "/";
    const int m = file_.integer(at + "m"), n = file_.integer(at + "n");
    demand(m >= 0 && n >= 0 && static_cast<std::size_t>(m) == rows &&
               static_cast<std::size_t>(n) == columns,
           fmt::format("has {} of {} x {}: must be {} x {}", name, m, n, rows, columns));
    const int kind = file_.integer(at + "nz");
    demand(kind >= -2, fmt::format("has {}/nz = {}: must be at least 0 for triplets, -1 for "
                                   "columns or -2 for rows",
                                   name, kind));
    const std::vector<int> p = file_.integers(at + "p"), i = file_.integers(at + "i");
    const std::vector<double> x = file_.numbers(at + "x");
    demand_finite(x, name + "/x");
    std::size_t count = static_cast<std::size_t>(kind);
    if (kind < 0) {
      demand(p.size() == (kind == -1 ? columns : rows) + 1 && p.front() == 0 &&
                 std::is_sorted(p.begin(), p.end()),
             fmt::format("has {0}/p that is not a growing list from 0 of one number more than {0} "
                         "has {1}",
                         name, kind == -1 ? "columns" : "rows"));
      count = static_cast<std::size_t>(p.back());
    }
    demand(
        (kind < 0 || p.size() >= count) && i.size() >= count && x.size() >= count,
        fmt::format("has fewer than {} {} of {}", count, kind < 0 ? "entries" : "triplets", name));
    return made(name, kind, {p, i, x}, count, rows, columns);
  }

  struct Lists {
    const std::vector<int>&p, &i;
    const std::vector<double>& x;
  };
  [[nodiscard]] Sparse made(const std::string& name, int kind, const Lists& from, std::size_t count,
                            std::size_t rows, std::size_t columns) const {
    const auto fits = [count](const std::vector<int>& list, std::size_t limit) {
      return std::all_of(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(count),
                         [limit](int k) { return k >= 0 && static_cast<std::size_t>(k) < limit; });
    };
    const bool swapped =
        kind == -2 || (kind >= 0 && !(fits(from.p, columns) && fits(from.i, rows)));
    demand(fits(from.i, swapped ? columns : rows) &&
               (kind < 0 || fits(from.p, swapped ? rows : columns)),
           fmt::format("has an index of {} that is not within its {} x {}", name, rows, columns));
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(count);
    std::size_t line = 0;
    for (std::size_t k = 0; k < count; ++k) {
      while (kind < 0 && k >= static_cast<std::size_t>(from.p[line + 1]))
        ++line;
      const int major = kind < 0 ? static_cast<int>(line) : from.p[k];
      entries.emplace_back(swapped ? major : from.i[k], swapped ? from.i[k] : major, from.x[k]);
    }
    Sparse out(static_cast<Index>(rows), static_cast<Index>(columns));
    out.setFromTriplets(entries.begin(), entries.end());
    return out;
  }

  const Hdf5File& file_;
  std::string root_;
  FclibProblem out_;
};

}  // namespace

FclibProblem read_fclib_problem(const Hdf5File& file) {
  return Reader(file).read();
}

}  // namespace impactbench
