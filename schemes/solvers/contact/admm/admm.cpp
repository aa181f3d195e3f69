#include "schemes/solvers/contact/admm/admm.hpp"

#include "schemes/solvers/support/contact_entry.hpp"
#include "schemes/solvers/support/coulomb_admm.hpp"

namespace impactbench::admm {
namespace {

class Solver final : public ContactSolver {
 public:
  using Parameters = Params;
  static constexpr std::string_view name = "admm";

  explicit Solver(Params p) : params_(p) {}

  void prepare(std::size_t contact_count, std::size_t body_count, int rows) override {
    form_.prepare(contact_count, body_count, rows);
    system_.prepare(contact_count);
    admm_.prepare(contact_count, body_count, rows);
    best_.prepare(contact_count * static_cast<std::size_t>(rows));
    y_.reserve(contact_count * static_cast<std::size_t>(rows));
  }

  SolveReport solve(const ContactProblem& problem, std::vector<double>& p) override {
    if (!form_.pack(problem, p)) return {};
    form_.take(p, y_);
    best_.start();
    const double first = form_.residual(y_);
    best_.offer(first, y_);
    if (!(first > params_.tolerance)) return best_.conclude(form_, params_.tolerance, 0, p);
    system_.analyse(form_);
    const int made = admm_.run(form_, system_,
                               {.rho = params_.rho,
                                .relaxation = params_.relaxation,
                                .iterations = params_.max_iterations,
                                .check = params_.check,
                                .tolerance = params_.tolerance},
                               y_, best_);
    return best_.conclude(form_, params_.tolerance, made, p);
  }

 private:
  Params params_;
  CoulombForm form_;
  CoulombSystem system_;
  CoulombAdmm admm_;
  BestIterate best_;
  std::vector<double> y_;
};

}  // namespace

SolverEntry entry() {
  return contact_entry<Solver>("alternating directions with Coulomb's law, one factorisation",
                               "Boyd et al. 2011; Tasora et al. 2021");
}

}  // namespace impactbench::admm
