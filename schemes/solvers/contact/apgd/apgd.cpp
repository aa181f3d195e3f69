#include "schemes/solvers/contact/apgd/apgd.hpp"

#include "schemes/solvers/api/contact_entry.hpp"
#include "schemes/solvers/support/coulomb/coulomb_gradient.hpp"
#include "schemes/solvers/support/frictionless/frictionless_gradient.hpp"
#include "schemes/solvers/support/frictionless/spectral_bound.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::apgd {
namespace {

// The two have the same face, for the one loop of the solver.

class WithoutFriction {
 public:
  explicit WithoutFriction(const Params& p)
      : scaling_(p.jacobi ? Frictionless::Scaling::jacobi : Frictionless::Scaling::none),
        tested_(p.step == "backtracking") {}

  void prepare(std::size_t contact_count, std::size_t body_count) {
    form_.prepare(contact_count, body_count);
    bound_.prepare(contact_count, body_count);
    gradient_.prepare(contact_count, body_count, 1);
  }
  [[nodiscard]] bool pack(const ContactProblem& problem, const std::vector<double>& p,
                          std::vector<double>& start) {
    return form_.pack(problem, p, scaling_, start);
  }
  [[nodiscard]] Frictionless& form() { return form_; }
  void begin(const std::vector<double>& start) {
    const auto& diagonal = form_.diagonal();
    gradient_.start(form_, start,
                    tested_ ? *std::max_element(diagonal.begin(), diagonal.end())
                            : 1.05 * bound_.power(form_, 30, 1e-3));
  }
  void step() { tested_ ? gradient_.step_and_test() : gradient_.step(); }
  [[nodiscard]] const std::vector<double>& y() const { return gradient_.y(); }

 private:
  Frictionless::Scaling scaling_;
  bool tested_;
  Frictionless form_;
  SpectralBound bound_;
  AcceleratedGradient<FrictionlessGradient> gradient_;
};

class WithFriction {
 public:
  explicit WithFriction(const Params& p) : tested_(p.step == "backtracking") {}

  void prepare(std::size_t contact_count, std::size_t body_count, int rows) {
    form_.prepare(contact_count, body_count, rows);
    spectrum_.prepare(contact_count, body_count, rows);
    gradient_.prepare(contact_count, body_count, rows);
  }
  [[nodiscard]] bool pack(const ContactProblem& problem, const std::vector<double>& p,
                          std::vector<double>& start) {
    if (!form_.pack(problem, p)) return false;
    form_.take(p, start);
    return true;
  }
  [[nodiscard]] CoulombForm& form() { return form_; }
  void begin(const std::vector<double>& start) {
    // The diagonal of the scaled form is 1 where it is largest.
    gradient_.start(form_, start, tested_ ? 1.0 : 1.05 * spectrum_.power(form_, 30));
  }
  void step() { tested_ ? gradient_.step_and_test() : gradient_.step(); }
  [[nodiscard]] const std::vector<double>& y() const { return gradient_.y(); }

 private:
  bool tested_;
  CoulombForm form_;
  CoulombSpectrum spectrum_;
  AcceleratedGradient<CoulombGradient> gradient_;
};

class Solver final : public ContactSolver {
 public:
  using Parameters = Params;
  static constexpr std::string_view name = "apgd";
  static constexpr bool takes_rolling = true;

  explicit Solver(const Params& p) : params_(p), without_(p), with_(p) {}

  void prepare(std::size_t contact_count, std::size_t body_count, int rows) override {
    rows == 1 ? without_.prepare(contact_count, body_count)
              : with_.prepare(contact_count, body_count, rows);
    best_.prepare(contact_count * static_cast<std::size_t>(rows));
    start_.reserve(contact_count * static_cast<std::size_t>(rows));
  }

  SolveReport solve(const ContactProblem& problem, std::vector<double>& p) override {
    return problem.rows == 1 ? solve_by(without_, problem, p) : solve_by(with_, problem, p);
  }

 private:
  template <class Method>
  SolveReport solve_by(Method& method, const ContactProblem& problem, std::vector<double>& p) {
    if (!method.pack(problem, p, start_)) return {};
    auto& form = method.form();
    best_.start();
    for (int k = 0;; ++k) {
      if (k % params_.check == 0 || k == params_.max_iterations) {
        const std::vector<double>& y = k == 0 ? start_ : method.y();
        const double residual = form.residual(y);
        if (!std::isfinite(residual)) return {SolveStatus::breakdown, k, 0.0};
        best_.offer(residual, y);
        if (residual <= params_.tolerance || k == params_.max_iterations || form.size() == 0)
          return best_.conclude(form, params_.tolerance, k, p);
      }
      if (k == 0) method.begin(start_);
      method.step();
    }
  }

  Params params_;
  WithoutFriction without_;
  WithFriction with_;
  BestIterate best_;
  std::vector<double> start_;
};

}  // namespace

SolverEntry entry() {
  return contact_entry<Solver>("accelerated projected gradient with adaptive restart",
                               "Nesterov 1983; O'Donoghue and Candes 2015; Mazhar et al. 2015");
}

}  // namespace impactbench::apgd
