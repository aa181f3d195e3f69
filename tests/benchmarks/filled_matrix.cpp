// The matrix of problems and schemes: which part of it runs, and that the default plan shows it.
#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/plugin/load.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace impactbench::testing {
namespace {

using Pair = std::pair<std::string, std::string>;

constexpr double usual_step = 1e-4;

bool is_elastic(const ProblemTraits& traits) {
  return traits.bodies == BodyKind::polyhedra || traits.bodies == BodyKind::plane_grid;
}

/// Schemes that are for elastic bodies alone.
bool is_elastic(const SchemeEntry& scheme) {
  const ProblemTraits cells{.bodies = BodyKind::polyhedra}, grid{.bodies = BodyKind::plane_grid};
  return !scheme.make({})->refuses(cells, usual_step) ||
         !scheme.make({})->refuses(grid, usual_step);
}

/// Those of these settings that a problem has.
ParameterSet known(const ProblemEntry& problem, const ParameterSet& settings) {
  ParameterSet out;
  for (const FieldInfo& field : problem.parameters.fields()) {
    const auto it = settings.find(field.name);
    if (it != settings.end()) out.insert(*it);
  }
  return out;
}

bool runs(const ProblemEntry& problem, const SchemeEntry& scheme, const ParameterSet& settings) {
  const ParameterSet given = known(problem, settings);
  return !scheme.make({})->refuses(problem.make(given).traits, usual_step);
}

struct Filled {
  std::set<Pair> all, usual, asked;  ///< pairs; those that run, and that do as the scheme asks for
};

Filled filled() {
  const std::vector<ParameterSet> asked{
      {{"restitution", 0.0}},
      {{"friction", 0.0}},
      {{"restitution", 0.0}, {"friction", 0.0}},
      {{"restitution", 0.0}, {"friction", 0.0}, {"gluey", true}},
      {{"restitution", 0.0}, {"friction", 0.0}, {"gluey", true}, {"viscosity", 1e-2}}};
  Filled out;
  for (const ProblemEntry& problem : problem_catalogue()) {
    if (plugin_of("problem", problem.name) != nullptr) continue;
    if (is_elastic(problem.make({}).traits)) continue;
    for (const SchemeEntry& scheme : scheme_catalogue()) {
      if (plugin_of("scheme", scheme.name) != nullptr || is_elastic(scheme)) continue;
      const Pair pair{problem.name, scheme.name};
      out.all.insert(pair);
      if (runs(problem, scheme, {})) out.usual.insert(pair);
    }
    for (const ParameterSet& settings : asked) {
      const ProblemTraits traits = problem.make(known(problem, settings)).traits;
      for (const SchemeEntry& scheme : scheme_catalogue()) {
        if (!scheme.make({})->refuses(traits, usual_step))
          out.asked.insert({std::string(problem.name), std::string(scheme.name)});
      }
    }
  }
  for (const Pair& pair : out.usual)
    out.asked.insert(pair);
  return out;
}

double share(const std::set<Pair>& part, const std::set<Pair>& all) {
  return static_cast<double>(part.size()) / static_cast<double>(all.size());
}

TEST(Matrix, RunsMostPairsAndMoreAsASchemeAsks) {
  // Pairs without elastic bodies. What is left is physics: motion without inertia, liquids, rebound
  // that a scheme has no law for.
  const Filled matrix = filled();
  EXPECT_GE(share(matrix.usual, matrix.all), 0.54)
      << matrix.usual.size() << " of " << matrix.all.size();
  EXPECT_GE(share(matrix.asked, matrix.all), 0.75)
      << matrix.asked.size() << " of " << matrix.all.size();
}

TEST(Matrix, EachPairThatRunsAtTheUsualSettingsIsInTheDefaultPlan) {
  std::ifstream file(std::string(IMPACTBENCH_SOURCE_DIR) + "/benchmarks/plans/default.toml");
  std::stringstream text;
  text << file.rdbuf();
  std::set<Pair> planned;
  for (const PlannedCell& cell : parse_plan(text.str(), "default.toml").cells)
    if (!cell.refusal) planned.insert({cell.cell.problem, cell.cell.scheme});
  for (const Pair& pair : filled().usual)
    EXPECT_TRUE(planned.contains(pair)) << pair.first << " with " << pair.second;
}

}  // namespace
}  // namespace impactbench::testing
