#include "schemes/solvers/contact/prox_ssn/prox_ssn.hpp"

#include "schemes/solvers/support/contact_entry.hpp"
#include "schemes/solvers/support/proximal_newton.hpp"

namespace impactbench::prox_ssn {
namespace {

class Solver final : public ContactSolver {
 public:
  using Parameters = Params;
  static constexpr std::string_view name = "prox_ssn";

  explicit Solver(Params p) : params_(p) {}

  void prepare(std::size_t contact_count, std::size_t body_count, int rows) override {
    form_.prepare(contact_count, body_count, rows);
    system_.prepare(contact_count);
    newton_.prepare(contact_count, body_count, rows);
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
    const int made = newton_.run(form_, system_,
                                 {.sigma = params_.sigma,
                                  .largest = params_.largest,
                                  .factorisations = params_.max_iterations,
                                  .tolerance = params_.tolerance},
                                 y_, best_);
    return best_.conclude(form_, params_.tolerance, made, p);
  }

 private:
  Params params_;
  CoulombForm form_;
  CoulombSystem system_;
  ProximalNewton newton_;
  BestIterate best_;
  std::vector<double> y_;
};

}  // namespace

SolverEntry entry() {
  return contact_entry<Solver>(
      "proximal semi-smooth Newton in velocity space with Coulomb's law, unsymmetric block LU",
      "Alart and Curnier 1991; Rockafellar 1976");
}

}  // namespace impactbench::prox_ssn
