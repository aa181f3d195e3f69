#include "benchmarks/contact_problems/contact_file.hpp"

#include "benchmarks/contact_problems/factor_delassus.hpp"
#include "benchmarks/contact_problems/fclib_problem.hpp"
#include "benchmarks/trajectories/hdf5.hpp"
#include "problems/base/error.hpp"
#include "schemes/solvers/api/sparse_delassus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

double largest(const std::vector<double>& x) {
  double out = 0.0;
  for (const double value : x)
    out = std::max(out, std::abs(value));
  return out;
}

/// The contents of a file of ours beside FCLIB's part.
class Factors {
 public:
  Factors(const Hdf5File& file, const FclibProblem& given) : file_(file), given_(given) {}

  /// The problem whose factors the file has; W must be theirs.
  ContactProblem read() {
    const std::string at = "/impactbench/";
    ContactProblem out;
    out.rows = file_.integer(at + "rows");
    out.dofs = file_.integer(at + "dofs");
    demand(out.rows >= 1 && out.rows <= static_cast<int>(given_.rows) && out.rows != 4 &&
               out.dofs >= 1,
           "has factors of W with rows or dofs out of range");
    out.velocity_unit = file_.number(at + "velocity_unit");
    demand(std::isfinite(out.velocity_unit) && out.velocity_unit > 0.0,
           "has a velocity_unit that is not above 0");
    out.body_a = file_.integers(at + "body_a");
    out.body_b = file_.integers(at + "body_b");
    out.jacobian_a = file_.numbers(at + "jacobian_a");
    out.jacobian_b = file_.numbers(at + "jacobian_b");
    out.inverse_mass = file_.numbers(at + "inverse_mass");
    out.friction = given_.mu;
    const std::size_t n = given_.mu.size(), d = static_cast<std::size_t>(out.rows);
    const std::size_t entries = n * d * static_cast<std::size_t>(out.dofs);
    if (out.rows == 5) out.rolling = given_.mu_r;
    // A false number of dofs must not exhaust the memory.
    demand(out.inverse_mass.size() % static_cast<std::size_t>(out.dofs) == 0 &&
               (!out.inverse_mass.empty() || out.dofs <= 6),
           fmt::format("has {} numbers inverse_mass for bodies of {} dofs", out.inverse_mass.size(),
                       out.dofs));
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
      out.b.insert(out.b.end(), given_.q.begin() + static_cast<std::ptrdiff_t>(c * given_.rows),
                   given_.q.begin() + static_cast<std::ptrdiff_t>(c * given_.rows + d));
    demand_same(out);
    join_ends(out);
    return out;
  }

 private:
  void demand(bool holds, const std::string& what) const {
    if (!holds) throw ConfigurationError(fmt::format("'{}' {}", file_.name(), what));
  }

  /// A contact of a body with itself, u = (J_a + J_b) v, becomes one of that body with the ground:
  /// solvers take W_cc = J_a M^-1 J_a^T + J_b M^-1 J_b^T of two bodies.
  static void join_ends(ContactProblem& problem) {
    const auto length = static_cast<std::size_t>(problem.rows * problem.dofs);
    for (std::size_t c = 0; c < problem.contacts(); ++c) {
      if (problem.body_a[c] != problem.body_b[c] || problem.body_a[c] == ContactProblem::fixed)
        continue;
      for (std::size_t k = c * length; k < (c + 1) * length; ++k) {
        problem.jacobian_a[k] += problem.jacobian_b[k];
        problem.jacobian_b[k] = 0.0;
      }
      problem.body_b[c] = ContactProblem::fixed;
    }
  }

  /// A vector that no structure of a matrix is orthogonal to.
  static std::vector<double> probe(std::size_t n) {
    std::vector<double> out(n);
    for (std::size_t k = 0; k < n; ++k)
      out[k] = std::sin(1.0 + 1.6180339887 * static_cast<double>(k));
    return out;
  }

  /// W x of the file against that of the factors, for one x.
  void demand_same(const ContactProblem& problem) const {
    const auto d = static_cast<std::size_t>(problem.rows);
    const std::vector<double> x = probe(problem.size());
    std::vector<double> padded(given_.q.size(), 0.0), momentum, u;
    for (std::size_t c = 0; c < given_.mu.size(); ++c)
      std::copy_n(x.begin() + static_cast<std::ptrdiff_t>(c * d), d,
                  padded.begin() + static_cast<std::ptrdiff_t>(c * given_.rows));
    const std::vector<double> theirs = given_.w.times(padded);
    relative_velocity(problem, x, momentum, u);
    const double size = largest(theirs) + largest(problem.b);
    for (std::size_t k = 0; k < u.size(); ++k) {
      const double other = theirs[k / d * given_.rows + k % d] + problem.b[k];
      demand(std::abs(u[k] - other) <= 1e-10 * size, "has factors that do not make its W");
    }
  }

  const Hdf5File& file_;
  const FclibProblem& given_;
};

/// The rows that matter: without friction the normal ones, without rolling friction no moments.
void take_entries(const FclibProblem& given, ContactFile& file) {
  const bool rolls = largest(given.mu_r) > 0.0;
  const std::size_t d =
      rolls ? 5 : (largest(given.mu) > 0.0 ? std::min<std::size_t>(given.rows, 3) : 1);
  ContactProblem& out = file.problem;
  out.rows = static_cast<int>(d);
  out.friction = given.mu;
  if (rolls) out.rolling = given.mu_r;
  double unit = 0.0, size = 0.0;
  SparseMatrix& w = file.entries;
  w.start.push_back(0);
  for (std::size_t j = 0; j < given.q.size(); ++j) {
    if (j % given.rows >= d) continue;
    out.b.push_back(given.q[j]);
    if (j % given.rows == 0) unit = std::max(unit, std::abs(given.q[j]));
    if (j % given.rows < 3) size = std::max(size, std::abs(given.q[j]));  // no angular velocities
    for (auto k = static_cast<std::size_t>(given.w.start[j]);
         k < static_cast<std::size_t>(given.w.start[j + 1]); ++k) {
      const auto i = static_cast<std::size_t>(given.w.index[k]);
      if (i % given.rows >= d) continue;
      w.index.push_back(static_cast<int>(i / given.rows * d + i % given.rows));
      w.value.push_back(given.w.value[k]);
    }
    w.start.push_back(static_cast<int>(w.index.size()));
  }
  // Bodies that only slide have normal velocities of rounding, of which no share can be reached.
  if (unit <= 1e-12 * size) unit = size;
  out.velocity_unit = unit > 0.0 ? unit : 1.0;
}

}  // namespace

ContactFile read_contact_entries(const std::string& path, GivenMatrix wanted) {
  const Hdf5File file(path, Hdf5File::Mode::read);
  const FclibProblem given = read_fclib_problem(file);
  ContactFile out;
  out.path = path;
  out.dimension = static_cast<int>(given.rows);
  out.title = given.title;
  out.description = given.description;
  const bool ours = file.has("/impactbench");
  out.factors = ours && wanted == GivenMatrix::factors;
  if (ours) out.problem = Factors(file, given).read();
  if (out.factors) return out;
  const double unit = out.problem.velocity_unit;
  out.problem = {};
  take_entries(given, out);
  if (ours) out.problem.velocity_unit = unit;
  return out;
}

void make_factors(ContactFile& file) {
  if (file.factors) return;
  try {
    FactoredDelassus made = factor_delassus(file.entries, file.problem.rows);
    made.problem.b = std::move(file.problem.b);
    made.problem.friction = std::move(file.problem.friction);
    made.problem.rolling = std::move(file.problem.rolling);
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
  const std::string root = rows == 5 ? "/fclib_local_rolling/" : "/fclib_local/";
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
  if (rows == 5) out.write(root + "vectors/mu_r", problem.rolling);
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
