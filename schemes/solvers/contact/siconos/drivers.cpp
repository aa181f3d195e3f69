#include "problems/base/error.hpp"
#include "schemes/solvers/api/linear_solver.hpp"
#include "schemes/solvers/api/sparse_delassus.hpp"
#include "schemes/solvers/api/takes_matrix.hpp"
#include "schemes/solvers/contact/siconos/siconos.hpp"

#include <siconos/numerics/FrictionContactProblem.h>
#include <siconos/numerics/Friction_cst.h>
#include <siconos/numerics/LinearComplementarityProblem.h>
#include <siconos/numerics/NonSmoothDrivers.h>
#include <siconos/numerics/NumericsMatrix.h>
#include <siconos/numerics/NumericsSparseMatrix.h>
#include <siconos/numerics/RollingFrictionContactProblem.h>
#include <siconos/numerics/SolverOptions.h>
#include <siconos/numerics/SparseBlockMatrix.h>
#include <siconos/numerics/lcp_cst.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

namespace impactbench::siconos {
namespace {

constexpr std::size_t most_dense = 5000;

enum class Storage { dense, blocks, sparse };

/// How a method is called for contacts of so many rows: rows of the library's problem, 1 for an
/// LCP.
struct Call {
  int rows, id;
  Storage storage;
};

Call call_of(const std::string& method, int rows) {
  struct Entry {
    const char* method;
    int from;  ///< rows of ours
    Call call;
  };
  static constexpr Entry table[] = {
      {"nsgs", 1, {1, SICONOS_LCP_NSGS_SBM, Storage::blocks}},
      {"nsgs", 2, {2, SICONOS_FRICTION_2D_NSGS, Storage::blocks}},
      {"nsgs", 3, {3, SICONOS_FRICTION_3D_NSGS, Storage::blocks}},
      {"nsgs", 5, {5, SICONOS_ROLLING_FRICTION_3D_NSGS, Storage::sparse}},
      {"lemke", 1, {1, SICONOS_LCP_LEMKE, Storage::dense}},
      {"lemke", 2, {2, SICONOS_FRICTION_2D_LEMKE, Storage::dense}},
      {"cpg", 1, {1, SICONOS_LCP_CPG, Storage::dense}},
      {"cpg", 2, {2, SICONOS_FRICTION_2D_CPG, Storage::dense}},
      {"pgs", 1, {1, SICONOS_LCP_PGS, Storage::dense}},
      {"rpgs", 1, {1, SICONOS_LCP_RPGS, Storage::dense}},
      {"psor", 1, {1, SICONOS_LCP_PSOR, Storage::dense}},
      {"newton_min", 1, {1, SICONOS_LCP_NEWTONMIN, Storage::dense}},
      {"newton_fb", 1, {1, SICONOS_LCP_NEWTON_FB_FBLSA, Storage::dense}},
  };
  for (const Entry& e : table) {
    if (method == e.method && rows == e.from) return e.call;
  }
  for (const auto& [name, id] : {std::pair{"nsn_ac", SICONOS_FRICTION_3D_NSN_AC},
                                 std::pair{"nsn_fb", SICONOS_FRICTION_3D_NSN_FB},
                                 std::pair{"admm", SICONOS_FRICTION_3D_ADMM},
                                 std::pair{"vi_eg", SICONOS_FRICTION_3D_VI_EG}}) {
    if (method == name && rows <= 3) return {3, id, Storage::sparse};
  }
  throw ConfigurationError("solver siconos, method " + method + ": not for contacts of " +
                           std::to_string(rows) + " rows");
}

/// Of mu or mu_r.
bool coefficients(const std::vector<double>& x) {
  return all_finite(x) && std::all_of(x.begin(), x.end(), [](double mu) { return mu >= 0.0; });
}

/// W in the library's form. Owns memory of the library, which it frees with its functions.
class Matrix {
 public:
  Matrix(const SparseMatrix& w, double scale, Storage storage, int block) {
    const int n = static_cast<int>(w.size());
    if (storage == Storage::dense) {
      matrix_ = NM_create(NM_DENSE, n, n);
      std::fill_n(matrix_->matrix0, w.size() * w.size(), 0.0);
      w.each([&](std::size_t i, std::size_t j, double a) {
        matrix_->matrix0[j * w.size() + i] += scale * a;
      });
      return;
    }
    matrix_ = NM_create(NM_SPARSE, n, n);
    NM_triplet_alloc(matrix_, static_cast<CS_INT>(w.index.size()));
    w.each([&](std::size_t i, std::size_t j, double a) {
      NM_entry(matrix_, static_cast<int>(i), static_cast<int>(j), scale * a);
    });
    if (storage == Storage::sparse) return;
    SparseBlockStructuredMatrix* blocks = SBM_new();
    SBM_from_csparse(block, NM_csc(matrix_), blocks);
    NumericsMatrix* sparse = matrix_;
    matrix_ = NM_new_SBM(n, n, blocks);
    release(sparse);
  }
  ~Matrix() { release(matrix_); }
  Matrix(const Matrix&) = delete;
  Matrix& operator=(const Matrix&) = delete;
  [[nodiscard]] NumericsMatrix* get() const { return matrix_; }

 private:
  static void release(NumericsMatrix* matrix) {
    NM_clear(matrix);
    std::free(matrix);
  }
  NumericsMatrix* matrix_{nullptr};
};

/// W of a contact of `from` rows with `to` rows: those that are added have W_nn on the diagonal.
SparseMatrix padded(const SparseMatrix& w, std::size_t from, std::size_t to) {
  if (from == to) return w;
  SparseMatrix out;
  out.start.push_back(0);
  double normal = 0.0;
  for (std::size_t j = 0; j < w.size() / from * to; ++j) {
    const std::size_t contact = j / to, row = j % to;
    if (row == 0) normal = 0.0;
    if (row < from) {
      const std::size_t column = contact * from + row;
      for (auto k = static_cast<std::size_t>(w.start[column]);
           k < static_cast<std::size_t>(w.start[column + 1]); ++k) {
        const auto i = static_cast<std::size_t>(w.index[k]);
        out.index.push_back(static_cast<int>(i / from * to + i % from));
        out.value.push_back(w.value[k]);
        if (row == 0 && i == column) normal += w.value[k];
      }
    } else {
      out.index.push_back(static_cast<int>(j));
      out.value.push_back(normal);
    }
    out.start.push_back(static_cast<int>(out.index.size()));
  }
  return out;
}

class Solver final : public ContactSolver, public TakesMatrix {
 public:
  explicit Solver(Params p) : params_(std::move(p)) {}

  void prepare(std::size_t, std::size_t, int) override {}

  void take_matrix(const ContactProblem& problem, const SparseMatrix& w) override {
    const Call call = call_of(params_.method, problem.rows);
    given_ = true;
    make(call,
         padded(w, static_cast<std::size_t>(problem.rows), static_cast<std::size_t>(call.rows)));
  }

  SolveReport solve(const ContactProblem& problem, std::vector<double>& p) override {
    const Call call = call_of(params_.method, problem.rows);
    const auto d = static_cast<std::size_t>(problem.rows),
               rows = static_cast<std::size_t>(call.rows);
    if (!(problem.velocity_unit > 0.0 && std::isfinite(problem.velocity_unit))) return {};
    if (!all_finite(problem.b) || !all_finite(p)) return {};
    if ((d > 1 && !coefficients(problem.friction)) || (d == 5 && !coefficients(problem.rolling)))
      return {};
    if (problem.contacts() == 0) return {SolveStatus::converged, 0, 0.0};
    if (!given_) make(call, sparse_delassus(problem, rows));
    if (!matrix_) return {};
    const double weight = weight_;
    const double unit = problem.velocity_unit;
    q_.assign(problem.contacts() * rows, 0.0);
    r_.assign(q_.size(), 0.0);
    u_.assign(q_.size(), 0.0);
    double norm = 0.0;
    for (std::size_t k = 0; k < p.size(); ++k) {
      const std::size_t at = k / d * rows + k % d;
      q_[at] = problem.b[k] / unit;
      r_[at] = p[k] * weight / unit;
      norm += q_[at] * q_[at];
    }
    norm = std::sqrt(norm);
    mu_ = problem.friction;
    mu_r_ = problem.rolling;
    if (d == 1) mu_.assign(problem.contacts(), 0.0);
    const SolveReport report = drive(call, *matrix_, norm > 0.0 ? norm : 1.0);
    if (!all_finite(r_)) return {SolveStatus::breakdown, report.iterations, 0.0};
    for (std::size_t k = 0; k < p.size(); ++k)
      p[k] = r_[k / d * rows + k % d] * unit / weight;
    return report;
  }

 private:
  /// The library's form of W; none where a number of it is none.
  void make(const Call& call, const SparseMatrix& w) {
    matrix_.reset();
    if (w.size() == 0 || !all_finite(w.value)) return;
    if (call.storage == Storage::dense && w.size() > most_dense) {
      throw ConfigurationError("solver siconos, method " + params_.method + ": dense, at most " +
                               std::to_string(most_dense) + " rows, here " +
                               std::to_string(w.size()));
    }
    weight_ = mean_diagonal(w);
    matrix_.emplace(w, 1.0 / weight_, call.storage, call.rows);
  }

  static double mean_diagonal(const SparseMatrix& w) {
    double sum = 0.0;
    w.each([&](std::size_t i, std::size_t j, double a) { sum += i == j ? a : 0.0; });
    return sum > 0.0 ? sum / static_cast<double>(w.size()) : 1.0;
  }

  SolveReport drive(const Call& call, const Matrix& matrix, double norm) {
    SolverOptions* options = solver_options_create(call.id);
    options->dparam[SICONOS_DPARAM_TOL] = params_.tolerance / norm;
    options->iparam[SICONOS_IPARAM_MAX_ITER] = params_.max_iterations;
    int info = 0;
    if (call.rows == 1) {
      LinearComplementarityProblem lcp{static_cast<int>(q_.size()), matrix.get(), q_.data()};
      info = linearComplementarity_driver(&lcp, r_.data(), u_.data(), options);
    } else if (call.rows == 5) {
      RollingFrictionContactProblem contact{call.rows,    static_cast<int>(mu_.size()),
                                            matrix.get(), q_.data(),
                                            mu_.data(),   mu_r_.data()};
      info = rolling_fc3d_driver(&contact, r_.data(), u_.data(), options);
    } else {
      FrictionContactProblem contact{};
      contact.dimension = call.rows;
      contact.numberOfContacts = static_cast<int>(mu_.size());
      contact.M = matrix.get();
      contact.q = q_.data();
      contact.mu = mu_.data();
      info = (call.rows == 2 ? fc2d_driver : fc3d_driver)(&contact, r_.data(), u_.data(), options);
    }
    int done = SICONOS_IPARAM_ITER_DONE;
    if (call.id == SICONOS_LCP_NSGS_SBM) done = SICONOS_LCP_IPARAM_NSGS_ITERATIONS_SUM;
    const SolveReport report{info == 0 ? SolveStatus::converged : SolveStatus::iteration_limit,
                             std::max(0, options->iparam[done]),
                             options->dparam[SICONOS_DPARAM_RESIDU] * norm};
    solver_options_delete(options);  // what they hold, not themselves
    std::free(options);
    return report;
  }

  Params params_;
  std::optional<Matrix> matrix_;
  double weight_{1.0};
  bool given_{false};  ///< by take_matrix(): not to be made of factors
  std::vector<double> q_, r_, u_, mu_, mu_r_;
};

}  // namespace

std::optional<std::string> absence() {
  return std::nullopt;
}

std::unique_ptr<ContactSolver> make(const Params& params) {
  return std::make_unique<Solver>(params);
}

}  // namespace impactbench::siconos
