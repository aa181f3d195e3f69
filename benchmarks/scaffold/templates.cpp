#include "benchmarks/scaffold/templates.hpp"

namespace impactbench {

const char* const module_cmake = R"text(cmake_minimum_required(VERSION 3.25)
project(@NAME@ CXX)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
find_package(impactbench 0.1 REQUIRED)
impactbench_plugin(@NAME@ @KINDS@ @NAME@)

enable_testing()
add_test(NAME @NAME@.properties
  COMMAND impactbench::impactbench properties --plugin $<TARGET_FILE:@NAME@> @NAME@)
)text";

const char* const scheme_header = R"text(#pragma once

@include@ "schemes/api/scheme.hpp"

namespace impactbench::@NAME@ {

/// State the method here: the equations of a step, with signs.
///
///   v^{n+1} = ...,   q^{n+1} = q^n + h v^{n+1}
///
/// Source: paper, section, equation.
struct Params {
  double R{1e-5};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"R", "m/N", "compliance: contact energy D^2 / (2 R)"}, self.R, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::@NAME@
)text";

const char* const scheme_source = R"text(@include@ "@NAME@.hpp"

@include@ "schemes/support/disc_schemes.hpp"

namespace impactbench::@NAME@ {
namespace {

class Stepper final : public Scheme {
 public:
  explicit Stepper(const Params& p) : params_(p) {}

  /// Allocate here, so that a step allocates nothing.
  void prepare(const MechanicalSystem& system, const State&, double h, Solvers) override {
    system_ = disc_system(system);
    h_ = h;
  }

  /// state at step k in, at step k + 1 out: write q and v, then ++state.step and return {}.
  StepReport step(State&) override {
    return {.status = StepStatus::breakdown,
            .reason = "scheme @NAME@ has no step yet: write Stepper::step in @NAME@.cpp"};
  }

 private:
  Params params_;
  const RoundSystem* system_{nullptr};  ///< discs, walls, gravity, law of contact
  double h_{0.0};                       ///< [s]
};

Params params(const ParameterSet& given) {
  return parse<Params>(given, "scheme @NAME@");
}

/// What the paper promises; an order that is left out is no claim.
SchemeClaims claims(const ParameterSet& given) {
  return {.order_free = 1.0,
          .energy = EnergyBehaviour::conserves_nearly,
          .momentum = true,
          .contact = Compliance{2.0, 0.5 / params(given).R},
          .source = "paper, section, equation"};
}

/// Why it cannot run a problem, in a sentence.
std::optional<std::string> refuses(const ParameterSet&, const ProblemTraits& traits, double) {
  return refuse_other_bodies("@NAME@", traits);
}

}  // namespace

SchemeEntry entry() {
  return {.name = "@NAME@",
          .summary = "one line that says what it does",
          .reference = "paper",
          .parameters = parameters_of<Params>(),
          .claims = claims,
          // What it asks of a solver: none, linear (superlu, ...) or contact (nlgs, ...).
          .task = [](const ParameterSet&, const ProblemTraits&) { return SolverTask{}; },
          .refuses = refuses,
          .make = [](const ParameterSet& given) -> std::unique_ptr<Scheme> {
            return std::make_unique<Stepper>(params(given));
          }};
}

}  // namespace impactbench::@NAME@
)text";

const char* const problem_header = R"text(#pragma once

@include@ "problems/model/disc_setup.hpp"

namespace impactbench::@NAME@ {

/// State the problem here: bodies, walls, forces, start, in SI units.
/// Source: paper, section, table.
struct Params {
  DiscCommon common{};
  double horizon{1.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    DiscCommon::each_field(self.common, f);
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::@NAME@
)text";

const char* const problem_source = R"text(@include@ "@NAME@.hpp"

@include@ "problems/model/error.hpp"

namespace impactbench::@NAME@ {
namespace {

Problem make(const Params& p) {
  DiscSetup setup(p.common);
  setup.box(0.0, 1.0, 0.0, 1.0);
  setup.gravity({0.0, -9.81});
  // setup.disc(mass, radius, {x, y}, {u, v}, spin);   one line a disc, then take the next one out
  throw ConfigurationError("problem @NAME@ has no bodies yet: write make() in @NAME@.cpp");
  return std::move(setup).make("@NAME@", to_set(p), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "@NAME@",
          .summary = "one line that says what happens",
          .reference = "paper",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem @NAME@"));
          }};
}

}  // namespace impactbench::@NAME@
)text";

const char* const solver_header = R"text(#pragma once

@include@ "schemes/solvers/api/solver_entry.hpp"

namespace impactbench::@NAME@ {

/// State the method here: the iteration, what own_residual measures, when it converges.
/// Source: paper, section, algorithm.
struct Params {
  double tolerance{1e-8};
  int max_iterations{1000};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"tolerance", "-", "largest natural residual that counts as solved, in velocity units"},
      self.tolerance, Range::positive());
    f(Field{"max_iterations", "-", "most iterations"}, self.max_iterations,
      Range::between(1.0, 1e9));
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SolverEntry entry();

}  // namespace impactbench::@NAME@
)text";

const char* const solver_source = R"text(@include@ "@NAME@.hpp"

@include@ "problems/model/error.hpp"

namespace impactbench::@NAME@ {
namespace {

class Solver final : public ContactSolver {
 public:
  explicit Solver(const Params& p) : params_(p) {}

  /// Allocate here, so that a solve of such a size allocates nothing.
  void prepare(std::size_t, std::size_t, int) override {}

  /// Impulses p with u = W p + b (schemes/solvers/api/contact_problem.hpp); p comes with the start.
  SolveReport solve(const ContactProblem&, std::vector<double>&) override {
    throw ConfigurationError("solver @NAME@ solves nothing yet: write Solver::solve in @NAME@.cpp");
  }

 private:
  Params params_;
};

}  // namespace

SolverEntry entry() {
  return {.name = "@NAME@",
          .summary = "one line that says how it solves",
          .reference = "paper",
          .parameters = parameters_of<Params>(),
          .make = MakeContact{[](const ParameterSet& given) -> std::unique_ptr<ContactSolver> {
            return std::make_unique<Solver>(parse<Params>(given, "solver @NAME@"));
          }},
          // Why it cannot do a task, in a sentence.
          .refuses = [](const SolverTask& task) -> std::optional<std::string> {
            if (task.friction) return "@NAME@ has no law of friction";
            return std::nullopt;
          }};
}

}  // namespace impactbench::@NAME@
)text";

}  // namespace impactbench
