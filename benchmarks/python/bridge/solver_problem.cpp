#include "benchmarks/python/bridge/solver_problem.hpp"

#include "benchmarks/python/bridge/stopped.hpp"
#include "problems/base/error.hpp"

#include <fmt/format.h>

namespace impactbench::python {
namespace {

py::array_t<double> numbers_of(const std::vector<double>& x) {
  return view(x.data(), static_cast<py::ssize_t>(x.size()));
}

/// A contact problem as a solver in Python sees it; its arrays are views.
class ProblemView {
 public:
  void look_at(const ContactProblem& problem) {
    problem_ = &problem;
    dense_.clear();
  }
  [[nodiscard]] const ContactProblem& problem() const { return *problem_; }
  [[nodiscard]] py::array_t<double> dense() {
    if (dense_.empty()) dense_ = dense_delassus(*problem_);
    const auto n = static_cast<py::ssize_t>(problem_->size());
    const py::ssize_t number = sizeof(double);
    return py::array_t<double>({n, n}, {number, n * number}, dense_.data(), py::none());
  }
  [[nodiscard]] py::array_t<double> velocity(const py::array_t<double>& p) {
    if (p.ndim() != 1 || static_cast<std::size_t>(p.size()) != problem_->size())
      throw py::value_error(
          fmt::format("p has {} entries; this problem has {}", p.size(), problem_->size()));
    p_.resize(problem_->size());
    for (py::ssize_t k = 0; k < p.size(); ++k)
      p_[static_cast<std::size_t>(k)] = *p.data(k);
    relative_velocity(*problem_, p_, momentum_, u_);
    return numbers_of(u_);
  }

 private:
  const ContactProblem* problem_{nullptr};
  std::vector<double> dense_, p_, momentum_, u_;
};

class Solver final : public ContactSolver {
 public:
  Solver(const Described& module, const ParameterSet& given) : owner_(module.owner) {
    called<ConfigurationError>(owner_, [&] {
      self_ = module.make(given);
      solve_ = self_.attr("solve");
      shown_ = py::cast(&problem_, py::return_value_policy::reference);
    });
  }
  ~Solver() override {
    const py::gil_scoped_acquire lock;
    solve_ = self_ = shown_ = py::object();
  }
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  void prepare(std::size_t, std::size_t, int) override {}

  SolveReport solve(const ContactProblem& problem, std::vector<double>& p) override {
    return called(owner_, [&]() -> SolveReport {
      problem_.look_at(problem);
      try {
        const py::object answer = solve_(shown_, numbers_of(p));
        if (!py::isinstance<py::tuple>(answer) || py::len(answer) != 2)
          throw std::runtime_error(owner_ + ": solve must return (iterations, residual)");
        const auto pair = answer.cast<py::tuple>();
        return {SolveStatus::converged, pair[0].cast<int>(), pair[1].cast<double>()};
      } catch (const py::error_already_set& e) {
        switch (stopped(e)) {
          case Stopped::not_converged:
            return {SolveStatus::iteration_limit, 0, 0.0};
          case Stopped::breakdown:
            return {SolveStatus::breakdown, 0, 0.0};
          case Stopped::no:
            throw;
        }
        throw;
      }
    });
  }

 private:
  std::string owner_;
  ProblemView problem_;
  py::object self_, solve_, shown_;
};

}  // namespace

std::unique_ptr<ContactSolver> make_solver(const Described& module, const ParameterSet& given) {
  return std::make_unique<Solver>(module, given);
}

std::optional<std::string> solver_refuses(const Described& module, const SolverTask& task) {
  return called(module.owner, [&]() -> std::optional<std::string> {
    const py::object reason = module.make({}).attr("refuses")(task.friction);
    if (reason.is_none()) return std::nullopt;
    return reason.cast<std::string>();
  });
}

void define_contact_problem(py::module_& m) {
  py::class_<ProblemView>(m, "ContactProblem")
      .def_property_readonly("rows", [](const ProblemView& s) { return s.problem().rows; })
      .def_property_readonly("velocity_unit",
                             [](const ProblemView& s) { return s.problem().velocity_unit; })
      .def_property_readonly("b", [](const ProblemView& s) { return numbers_of(s.problem().b); })
      .def_property_readonly("friction",
                             [](const ProblemView& s) { return numbers_of(s.problem().friction); })
      .def_property_readonly("W", &ProblemView::dense)
      .def("velocity", &ProblemView::velocity);
}

}  // namespace impactbench::python
