// Verdicts do not depend on the units of length, mass and time: the same run in other units has the
// same status, and each of its checks the same margin.
#include "tests/support/units.hpp"

#include "benchmarks/extension/plugin/load.hpp"
#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/matrix/run_cell.hpp"
#include "problems/model/coordinate_arms.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace impactbench::testing {
namespace {

/// Units that a problem has by its definition, beside those of its parameters.
struct Fixed {
  std::string_view problem, why;
  bool length, mass, time;  ///< which of them
};
constexpr std::string_view arena = "nguyen2024's places and boxes are numbers in metres";
constexpr std::string_view unit_mass = "a point of 1 kg";
constexpr std::string_view branches = "maury2004's force and solutions are of its own numbers";
constexpr std::array fixed{
    Fixed{"bouncing_ball", arena, true, false, false},
    Fixed{"box_100_random", arena, true, false, false},
    Fixed{"box_1225", arena, true, false, false},
    Fixed{"box_25", arena, true, false, false},
    Fixed{"box_529", arena, true, false, false},
    Fixed{"box_81_fixed", arena, true, false, false},
    Fixed{"box_81_random", arena, true, false, false},
    Fixed{"falling_ball", arena, true, false, false},
    Fixed{"four_balls_spin", arena, true, false, false},
    Fixed{"four_balls_to_point", arena, true, false, false},
    Fixed{"four_stacked", arena, true, false, false},
    Fixed{"moving_ball", arena, true, false, false},
    Fixed{"newton_cradle", arena, true, false, false},
    Fixed{"rolling_ball", arena, true, false, false},
    Fixed{"two_balls_friction", arena, true, false, false},
    Fixed{"two_balls_test3_case1", arena, true, false, false},
    Fixed{"two_balls_test3_case2", arena, true, false, false},
    Fixed{"corner", unit_mass, false, true, false},
    Fixed{"disc_wall", unit_mass, false, true, false},
    Fixed{"skewed_wall", unit_mass, false, true, false},
    Fixed{"non_uniqueness", branches, true, true, true},
};

const Fixed* fixed_units(std::string_view problem) {
  const auto it = std::find_if(fixed.begin(), fixed.end(),
                               [&](const Fixed& f) { return f.problem == problem; });
  return it == fixed.end() ? nullptr : &*it;
}

/// Other units, one at a time and all at once, as far as the problem leaves them open.
std::map<std::string, Units> other_units(std::string_view problem) {
  const Fixed* own = fixed_units(problem);
  const double length = own != nullptr && own->length ? 1.0 : 8.0;
  const double mass = own != nullptr && own->mass ? 1.0 : 4.0;
  const double time = own != nullptr && own->time ? 1.0 : 2.0;
  return {{"length", {length, 1.0, 1.0}},
          {"mass", {1.0, mass, 1.0}},
          {"time", {1.0, 1.0, time}},
          {"all", {length, mass, time}}};
}

class Catalogue : public ::testing::TestWithParam<ProblemEntry> {
 protected:
  void SetUp() override {
    if (GetParam().name == "scene") GTEST_SKIP() << "its numbers are in a file";
    if (plugin_of("problem", GetParam().name) != nullptr) GTEST_SKIP() << "of a plug-in";
    const Fixed* own = fixed_units(GetParam().name);
    if (own != nullptr && own->length && own->mass && own->time) GTEST_SKIP() << own->why;
  }
};

/// A handful of bodies where their number is a parameter.
ParameterSet few(const ProblemEntry& problem) {
  ParameterSet out;
  for (const FieldInfo& field : problem.parameters.fields()) {
    if (field.type == "integer" && field.name == "n" && std::stod(field.fallback) > 8.0)
      out[field.name] = std::int64_t{6};
  }
  return out;
}

// Limits are made of the length and the top speed that a system states, and of the lightest mass of
// a contact: a default, or a rate of an angle in the place of a speed, is of another unit.
TEST_P(Catalogue, ScalesHaveTheUnitsThatTheyAreSaidToHave) {
  const ProblemEntry& entry = GetParam();
  const Problem p = entry.make(few(entry));
  const auto* system = generalised_system(*p.system);
  if (system == nullptr) GTEST_SKIP() << "radii and speeds of bodies are its scales";
  for (const auto& [name, units] : other_units(entry.name)) {
    SCOPED_TRACE("another unit of " + name);
    const Problem other = entry.make(in_units(entry.parameters.fields(), p.parameters, units));
    const auto& same = *generalised_system(*other.system);
    const auto expect = [&](const char* what, const char* unit, double old, double now) {
      const double scaled = old * factor_of(unit, units);
      EXPECT_NEAR(now, scaled, 1e-12 * std::abs(scaled)) << what;
    };
    expect("length", "m", system->length(), same.length());
    expect("top speed", "m/s", system->top_speed(), same.top_speed());
    expect("lightest mass", "kg", p.traits.smallest_reduced_mass,
           other.traits.smallest_reduced_mass);
    // A place is a coordinate times its arm.
    const Eigen::VectorXd arms = arms_of(*system), new_arms = arms_of(same);
    for (Eigen::Index k = 0; k < arms.size(); ++k)
      expect("place", "m", p.initial.q[k] * arms[k], other.initial.q[k] * new_arms[k]);
    for (Eigen::Index a = 0; a < system->constraints(); ++a)
      expect("gap", "m", system->constraint(a, p.initial.q), same.constraint(a, other.initial.q));
  }
}

/// A cheap run with contacts: the first of these schemes that takes the problem as it is.
std::optional<Cell> cheap_cell(const ProblemEntry& problem) {
  for (const char* scheme : {"moreau_jean", "catching_up", "gluey", "newmark_contact"}) {
    CellRequest request{std::string(problem.name), scheme, std::nullopt, few(problem)};
    request.settings["dt"] = problem.outline(few(problem)).horizon / 40.0;
    const PlannedCell planned = plan_cell(request, "default");
    if (!planned.refusal) return planned.cell;
  }
  return std::nullopt;
}

Cell in_units(const Cell& cell, const Units& units) {
  Cell out = cell;
  out.problem_parameters = in_units(find_problem(cell.problem).parameters.fields(),
                                    cell.problem_parameters.get(), units);
  out.scheme_parameters =
      in_units(find_scheme(cell.scheme).parameters.fields(), cell.scheme_parameters.get(), units);
  if (cell.solver != "none")
    out.solver_parameters =
        in_units(find_solver(cell.solver).parameters.fields(), cell.solver_parameters.get(), units);
  out.dt *= units.time;
  return out;
}

/// How far margins may lie apart. A power of two scales numbers without rounding, and all that is
/// made of them by sums, products and even roots. What remains are powers such as the eighth root
/// of an error, by which references choose their steps, to tolerances of 1e-9 and less.
constexpr double apart = 1e-8;
/// The numbers of these problems have odd powers of units under roots, so that other units are
/// rounded anew: a margin that is nothing but rounding, of up to 1e3 eps over a limit of 1e-9, is
/// then another one.
constexpr std::array rooted{"elastoplastic_chain", "langevin_wall", "stop"};
constexpr double rounded = 1e-3;

void expect_same_verdict(const Row& row, const Row& other) {
  const bool roots = std::find(rooted.begin(), rooted.end(), row.cell.problem) != rooted.end();
  EXPECT_EQ(to_text(other.status), to_text(row.status)) << row.reason << " / " << other.reason;
  ASSERT_EQ(other.checks.size(), row.checks.size());
  for (std::size_t k = 0; k < row.checks.size(); ++k) {
    const Check &is = row.checks[k], &now = other.checks[k];
    ASSERT_EQ(now.name, is.name);
    EXPECT_EQ(now.passed, is.passed) << is.name;
    EXPECT_EQ(now.unresolved, is.unresolved) << is.name;
    // The default tolerance of the solvers is one velocity for all problems.
    if (is.name == "limit:complementarity") continue;
    ASSERT_EQ(now.margin().has_value(), is.margin().has_value()) << is.name;
    if (!is.margin()) continue;
    if (std::isinf(*is.margin())) {
      EXPECT_EQ(*now.margin(), *is.margin()) << is.name;
      continue;
    }
    const double size = std::max(std::abs(*is.margin()), std::abs(*now.margin()));
    EXPECT_NEAR(*now.margin(), *is.margin(), apart * size + (roots ? rounded : apart))
        << is.name << ": " << now.formula;
  }
}

// A meter, a kilogram and a second are conventions: no ratio of a measured value to its limit can
// depend on them, and so no verdict.
TEST_P(Catalogue, VerdictsAreTheSameInOtherUnits) {
  // frictional_events compares angles with lengths where it measures how errors grow.
  for (const char* angles : {"jammed_rod", "sliding_rod", "woodpecker"}) {
    if (GetParam().name == angles) GTEST_SKIP() << "its reference adds angles and lengths";
  }
  if (GetParam().traits(few(GetParam())).body_count > 40)
    GTEST_SKIP() << "disc_box and disc_gas have its bodies and laws at less cost";
  const std::optional<Cell> cell = cheap_cell(GetParam());
  if (!cell) GTEST_SKIP() << "elastic cells, whose steps are bounded, or a law of its own";
  const Row row = run_cell(*cell, 0);
  for (const auto& [name, units] : other_units(GetParam().name)) {
    SCOPED_TRACE(cell->scheme + ", another unit of " + name);
    expect_same_verdict(row, run_cell(in_units(*cell, units), 0));
  }
}

INSTANTIATE_TEST_SUITE_P(Units, Catalogue,
                         ::testing::ValuesIn(problem_catalogue().begin(),
                                             problem_catalogue().end()),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace impactbench::testing
