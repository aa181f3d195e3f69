#include "benchmarks/library/contact_file.hpp"

#include "benchmarks/hdf5/hdf5.hpp"
#include "benchmarks/library/factor_delassus.hpp"
#include "problems/model/error.hpp"
#include "schemes/solvers/api/sparse_delassus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench {
namespace {

/// What the FCLIB part of a file says, checked for sizes, indices and numbers.
struct Local {
  std::size_t rows{0};  ///< per contact
  SparseMatrix w;       ///< by columns or rows: it is symmetric
  std::vector<double> q, mu;
};

class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path), file_(path, Hdf5File::Mode::read) {}

  ContactFile read() {
    if (!file_.has("/fclib_local")) {
      refuse(file_.has("/fclib_global")
                 ? "holds a global problem (fclib_global); only local ones (fclib_local) are taken"
                 : "has no group fclib_local: it is no FCLIB file of a local problem");
    }
    const Local local = read_local();
    ContactFile out;
    out.path = path_;
    out.dimension = static_cast<int>(local.rows);
    for (const auto& [name, text] :
         {std::pair{"title", &out.title}, std::pair{"description", &out.description}}) {
      const std::string at = std::string("/fclib_local/info/") + name;
      if (file_.has(at)) *text = file_.text(at);
    }
    out.factors = file_.has("/impactbench");
    if (out.factors) {
      out.problem = with_factors(local);
    } else {
      take_entries(local, out);
    }
    return out;
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw ConfigurationError(fmt::format("'{}' {}", path_, what));
  }
  void demand(bool holds, const std::string& what) const {
    if (!holds) refuse(what);
  }
  void demand_finite(const std::vector<double>& x, const char* name) const {
    for (std::size_t k = 0; k < x.size(); ++k)
      demand(std::isfinite(x[k]), fmt::format("has {}[{}] = {}: must be finite", name, k, x[k]));
  }

  Local read_local() {
    const std::string root = "/fclib_local/";
    Local out;
    const int dimension = file_.integer(root + "spacedim");
    demand(dimension == 2 || dimension == 3,
           fmt::format("has spacedim = {}: must be 2 or 3", dimension));
    out.rows = static_cast<std::size_t>(dimension);
    for (const char* name : {"V", "R", "vectors/s"})
      demand(!file_.has(root + name),
             fmt::format("has equality constraints ({}), which no solver here takes", name));
    out.q = file_.numbers(root + "vectors/q");
    out.mu = file_.numbers(root + "vectors/mu");
    demand(out.q.size() == out.rows * out.mu.size(),
           fmt::format("has {} numbers q for {} contacts: must be {} each", out.q.size(),
                       out.mu.size(), out.rows));
    demand_finite(out.q, "q");
    demand_finite(out.mu, "mu");
    for (const double mu : out.mu)
      demand(mu >= 0.0, fmt::format("has mu = {}: must be at least 0", mu));
    out.w = read_matrix(root + "W/", out.q.size());
    return out;
  }

  SparseMatrix read_matrix(const std::string& at, std::size_t n) {
    const int rows = file_.integer(at + "m"), columns = file_.integer(at + "n");
    demand(rows == columns && static_cast<std::size_t>(rows) == n,
           fmt::format("has W of {} x {} for {} numbers q", rows, columns, n));
    const int kind = file_.integer(at + "nz");
    const std::vector<int> p = file_.integers(at + "p"), i = file_.integers(at + "i");
    const std::vector<double> x = file_.numbers(at + "x");
    demand_finite(x, "W/x");
    demand(kind >= -2, fmt::format("has W/nz = {}: must be at least 0 for triplets, -1 for columns "
                                   "or -2 for rows",
                                   kind));
    SparseMatrix out;
    if (kind < 0) {
      demand(p.size() == n + 1 && p.front() == 0 && std::is_sorted(p.begin(), p.end()),
             "has W/p that is not a growing list from 0 of one number more than q");
      const auto count = static_cast<std::size_t>(p.back());
      demand(i.size() >= count && x.size() >= count,
             fmt::format("has {} indices and {} values of W for {} entries", i.size(), x.size(),
                         count));
      out = {p, i, x};
      out.index.resize(count);
      out.value.resize(count);
      demand_indices(out.index, count, n);
      return kind == -2 ? out.transposed() : out;
    }
    const auto count = static_cast<std::size_t>(kind);
    demand(p.size() >= count && i.size() >= count && x.size() >= count,
           fmt::format("has fewer than {} triplets of W", count));
    demand_indices(p, count, n);
    demand_indices(i, count, n);
    out.start.assign(n + 1, 0);
    for (std::size_t k = 0; k < count; ++k)
      ++out.start[static_cast<std::size_t>(p[k]) + 1];
    for (std::size_t k = 0; k < n; ++k)
      out.start[k + 1] += out.start[k];
    out.index.resize(count);
    out.value.resize(count);
    std::vector<int> next = out.start;
    for (std::size_t k = 0; k < count; ++k) {
      const auto to = static_cast<std::size_t>(next[static_cast<std::size_t>(p[k])]++);
      out.index[to] = i[k];
      out.value[to] = x[k];
    }
    return out;
  }

  void demand_indices(const std::vector<int>& index, std::size_t count, std::size_t n) const {
    for (std::size_t k = 0; k < count; ++k)
      demand(index[k] >= 0 && static_cast<std::size_t>(index[k]) < n,
             fmt::format("has an index {} of W: must be in [0, {}]", index[k], n - 1));
  }

  /// A vector that no structure of a matrix is orthogonal to.
  static std::vector<double> probe(std::size_t n) {
    std::vector<double> out(n);
    for (std::size_t k = 0; k < n; ++k)
      out[k] = std::sin(1.0 + 1.6180339887 * static_cast<double>(k));
    return out;
  }

  static double largest(const std::vector<double>& x) {
    double out = 0.0;
    for (const double value : x)
      out = std::max(out, std::abs(value));
    return out;
  }

  /// The problem whose factors the file has; W must be theirs.
  ContactProblem with_factors(const Local& local) {
    const std::string at = "/impactbench/";
    ContactProblem out;
    out.rows = file_.integer(at + "rows");
    out.dofs = file_.integer(at + "dofs");
    demand(out.rows >= 1 && out.rows <= static_cast<int>(local.rows) && out.dofs >= 1,
           "has factors of W with rows or dofs out of range");
    out.velocity_unit = file_.number(at + "velocity_unit");
    demand(std::isfinite(out.velocity_unit) && out.velocity_unit > 0.0,
           "has a velocity_unit that is not above 0");
    out.body_a = file_.integers(at + "body_a");
    out.body_b = file_.integers(at + "body_b");
    out.jacobian_a = file_.numbers(at + "jacobian_a");
    out.jacobian_b = file_.numbers(at + "jacobian_b");
    out.inverse_mass = file_.numbers(at + "inverse_mass");
    out.friction = local.mu;
    const std::size_t n = local.mu.size(), d = static_cast<std::size_t>(out.rows);
    const std::size_t entries = n * d * static_cast<std::size_t>(out.dofs);
    const std::size_t bodies = out.inverse_mass.size() / static_cast<std::size_t>(out.dofs);
    demand(out.body_a.size() == n && out.body_b.size() == n && out.jacobian_a.size() == entries &&
               out.jacobian_b.size() == entries,
           "has factors of W whose sizes do not fit the number of contacts");
    for (const auto* list : {&out.body_a, &out.body_b}) {
      for (const int body : *list)
        demand(body >= ContactProblem::fixed && body < static_cast<int>(bodies),
               fmt::format("has a body {} of {}", body, bodies));
    }
    for (std::size_t c = 0; c < n; ++c)
      out.b.insert(out.b.end(), local.q.begin() + static_cast<std::ptrdiff_t>(c * local.rows),
                   local.q.begin() + static_cast<std::ptrdiff_t>(c * local.rows + d));
    demand_same(local, out);
    return out;
  }

  /// W x of the file against that of the factors, for one x.
  void demand_same(const Local& local, const ContactProblem& problem) const {
    const auto d = static_cast<std::size_t>(problem.rows);
    const std::vector<double> x = probe(problem.size());
    std::vector<double> padded(local.q.size(), 0.0), momentum, u;
    for (std::size_t c = 0; c < local.mu.size(); ++c)
      std::copy_n(x.begin() + static_cast<std::ptrdiff_t>(c * d), d,
                  padded.begin() + static_cast<std::ptrdiff_t>(c * local.rows));
    const std::vector<double> theirs = local.w.times(padded);
    relative_velocity(problem, x, momentum, u);
    const double size = largest(theirs) + largest(problem.b);
    for (std::size_t k = 0; k < u.size(); ++k) {
      const double other = theirs[k / d * local.rows + k % d] + problem.b[k];
      demand(std::abs(u[k] - other) <= 1e-10 * size, "has factors that do not make its W");
    }
  }

  /// The rows that matter.
  static void take_entries(const Local& local, ContactFile& file) {
    const bool friction = largest(local.mu) > 0.0;
    const std::size_t d = friction ? local.rows : 1, step = local.rows / d;
    ContactProblem& out = file.problem;
    out.rows = static_cast<int>(d);
    out.friction = local.mu;
    double unit = 0.0;
    SparseMatrix& w = file.entries;
    w.start.push_back(0);
    for (std::size_t j = 0; j < local.q.size(); j += step) {
      out.b.push_back(local.q[j]);
      if (j % local.rows == 0) unit = std::max(unit, std::abs(local.q[j]));
      for (auto k = static_cast<std::size_t>(local.w.start[j]);
           k < static_cast<std::size_t>(local.w.start[j + 1]); ++k) {
        const auto i = static_cast<std::size_t>(local.w.index[k]);
        if (i % step != 0) continue;
        w.index.push_back(static_cast<int>(i / step));
        w.value.push_back(local.w.value[k]);
      }
      w.start.push_back(static_cast<int>(w.index.size()));
    }
    out.velocity_unit = unit > 0.0 ? unit : 1.0;
  }

  std::string path_;
  Hdf5File file_;
};

}  // namespace

ContactFile read_contact_entries(const std::string& path) {
  return Reader(path).read();
}

void make_factors(ContactFile& file) {
  if (file.factors) return;
  try {
    FactoredDelassus made = factor_delassus(file.entries, file.problem.rows);
    made.problem.b = std::move(file.problem.b);
    made.problem.friction = std::move(file.problem.friction);
    made.problem.velocity_unit = file.problem.velocity_unit;
    file.problem = std::move(made.problem);
    file.rest = std::move(made.rest);
    file.shift = made.shift;
  } catch (const ConfigurationError& e) {
    throw ConfigurationError(fmt::format("'{}' {}", file.path, e.what()));
  }
}

ContactFile read_contact_file(const std::string& path) {
  ContactFile out = read_contact_entries(path);
  make_factors(out);
  return out;
}

void write_contact_file(const std::string& path, const ContactFile& file,
                        std::span<const double> impulses) {
  const ContactProblem& problem = file.problem;
  const auto rows = static_cast<std::size_t>(problem.rows == 1 ? file.dimension : problem.rows);
  const auto d = static_cast<std::size_t>(problem.rows);
  const SparseMatrix w = sparse_delassus(problem, rows);
  std::vector<double> q(rows * problem.contacts(), 0.0), mu = problem.friction;
  for (std::size_t k = 0; k < problem.size(); ++k)
    q[k / d * rows + k % d] = problem.b[k];
  if (problem.rows == 1) mu.assign(problem.contacts(), 0.0);
  Hdf5File out(path, Hdf5File::Mode::write);
  const std::string root = "/fclib_local/";
  const auto one = [&](const std::string& at, int value) { out.write(at, std::vector{value}); };
  one(root + "spacedim", static_cast<int>(rows));
  const int n = static_cast<int>(w.size());
  one(root + "W/m", n);
  one(root + "W/n", n);
  one(root + "W/nz", -1);
  one(root + "W/nzmax", static_cast<int>(w.index.size()));
  out.write(root + "W/p", w.start);
  out.write(root + "W/i", w.index);
  out.write(root + "W/x", w.value);
  out.write(root + "vectors/q", q);
  out.write(root + "vectors/mu", mu);
  out.write(root + "info/title", file.title);
  out.write(root + "info/description", file.description);
  out.write(root + "info/math_info", std::string("W is symmetric and has no negative eigenvalue"));
  if (!impulses.empty()) {
    std::vector<double> r(q.size(), 0.0);
    for (std::size_t k = 0; k < problem.size(); ++k)
      r[k / d * rows + k % d] = impulses[k];
    std::vector<double> u = w.times(r);
    for (std::size_t k = 0; k < u.size(); ++k)
      u[k] += q[k];
    out.write("/solution/r", r);
    out.write("/solution/u", u);
  }
  const std::string own = "/impactbench/";
  one(own + "rows", problem.rows);
  one(own + "dofs", problem.dofs);
  out.write(own + "velocity_unit", std::vector{problem.velocity_unit});
  out.write(own + "body_a", problem.body_a);
  out.write(own + "body_b", problem.body_b);
  out.write(own + "jacobian_a", problem.jacobian_a);
  out.write(own + "jacobian_b", problem.jacobian_b);
  out.write(own + "inverse_mass", problem.inverse_mass);
}

}  // namespace impactbench
