#pragma once

#include "schemes/solvers/api/contact_solver.hpp"
#include "schemes/solvers/support/coulomb/coulomb_system.hpp"

#include <vector>

namespace impactbench {

/// A contact solver that consists of one method on the packed form, starts from the given impulses
/// and returns the best iterate. Method has prepare(contacts, bodies, rows), Settings and run(form,
/// system, settings, y, best). Own has Parameters with `tolerance`, `name`, and
/// settings(parameters), the Settings of a solve.
template <class Method, class Own>
class CoulombSolver final : public ContactSolver {
 public:
  using Parameters = typename Own::Parameters;
  static constexpr auto name = Own::name;
  static constexpr bool takes_rolling = true;

  explicit CoulombSolver(Parameters p) : params_(p) {}

  void prepare(std::size_t contact_count, std::size_t body_count, int rows) override {
    form_.prepare(contact_count, body_count, rows);
    system_.prepare(contact_count);
    method_.prepare(contact_count, body_count, rows);
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
    const int made = method_.run(form_, system_, Own::settings(params_), y_, best_);
    return best_.conclude(form_, params_.tolerance, made, p);
  }

 private:
  Parameters params_;
  CoulombForm form_;
  CoulombSystem system_;
  Method method_;
  BestIterate best_;
  std::vector<double> y_;
};

}  // namespace impactbench
