// The matrix of problems and schemes: which part of it runs, and that the default plan shows it.
#include "benchmarks/extension/plugin/load.hpp"
#include "benchmarks/matrix/plan.hpp"
#include "problems/base/error.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <optional>
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

/// Points in moving sets, without inertia, and the schemes for these alone: a world of their own.
bool is_sweeping(const ProblemEntry& problem) {
  return problem.traits({}).bodies == BodyKind::sweeping;
}
bool is_sweeping(const SchemeEntry& scheme) {
  const ProblemTraits set{.bodies = BodyKind::sweeping, .restitution = 0.0, .first_order = true};
  const ProblemTraits crowd{.rotates = false, .restitution = 0.0, .first_order = true};
  return !scheme.make({})->refuses(set, usual_step) && scheme.make({})->refuses(crowd, usual_step);
}

/// Schemes without a law of impact, which leave it to the waves of elastic bodies what comes back.
bool needs_waves(const SchemeEntry& scheme) {
  ProblemTraits point{.bodies = BodyKind::generalised, .restitution = 0.0};
  point.smallest_reduced_mass = 1.0;
  ProblemTraits bar = point;
  bar.elastic = true;
  return scheme.make({})->refuses(point, usual_step) && !scheme.make({})->refuses(bar, usual_step);
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

/// As plans have it: what a scheme does not claim to have is no law of it.
bool takes(const SchemeEntry& scheme, const ProblemTraits& traits) {
  const auto method = scheme.make({});
  return !method->refuses(traits, usual_step) &&
         (!traits.static_friction || method->claims().static_friction);
}

bool runs(const ProblemEntry& problem, const SchemeEntry& scheme, const ParameterSet& settings) {
  return takes(scheme, problem.make(known(problem, settings)).traits);
}

/// Whether the scheme takes the start too: lubrication cannot separate bodies that touch.
bool starts(const Problem& problem, const SchemeEntry& scheme) {
  if (!takes(scheme, problem.traits)) return false;
  try {
    const Session session(scheme, {}, problem, usual_step);
    return true;
  } catch (const ConfigurationError&) {
    return false;
  }
}

/// Nothing where the bodies have no room.
std::optional<Problem> made(const ProblemEntry& problem, const ParameterSet& settings) {
  try {
    return problem.make(known(problem, settings));
  } catch (const ConfigurationError&) {
    return std::nullopt;
  }
}

struct Filled {
  std::set<Pair> all, usual, asked;  ///< pairs; those that run, and that do as the scheme asks for
  /// Schemes that run a problem with restitution and friction.
  std::set<std::string, std::less<>> complete;
};

Filled filled() {
  const ParameterSet smooth{
      {"restitution", 0.0}, {"friction", 0.0}, {"static_friction", 0.0}, {"depth", 0.0}};
  const auto with = [&](ParameterSet more) {
    more.insert(smooth.begin(), smooth.end());
    return more;
  };
  const std::vector<ParameterSet> asked{
      {{"restitution", 0.0}},
      {{"friction", 0.0}, {"static_friction", 0.0}},
      {{"static_friction", 0.0}},
      {{"depth", 0.0}},
      smooth,
      with({{"gluey", true}}),
      with({{"gluey", true}, {"viscosity", 1e-2}}),
      // A liquid between bodies that touched before.
      with({{"gluey", true}, {"viscosity", 1e-2}, {"gap", 1e-7}}),
      with({{"gluey", true}, {"viscosity", 1e-2}, {"radius", 0.19}}),
      with({{"gluey", true}, {"viscosity", 1e-2}, {"radius_2", 0.99}})};
  Filled out;
  for (const ProblemEntry& problem : problem_catalogue()) {
    if (plugin_of("problem", problem.name) != nullptr) continue;
    if (is_elastic(problem.make({}).traits) || is_sweeping(problem)) continue;
    for (const SchemeEntry& scheme : scheme_catalogue()) {
      if (plugin_of("scheme", scheme.name) != nullptr || is_elastic(scheme) || is_sweeping(scheme))
        continue;
      if (needs_waves(scheme) && !runs(problem, scheme, {{"restitution", 0.0}})) continue;
      const Pair pair{problem.name, scheme.name};
      out.all.insert(pair);
      if (!runs(problem, scheme, {})) continue;
      out.usual.insert(pair);
      const ProblemTraits traits = problem.make({}).traits;
      if (traits.restitution > 0.0 && traits.friction) out.complete.emplace(scheme.name);
    }
    for (const ParameterSet& settings : asked) {
      const std::optional<Problem> as_asked = made(problem, settings);
      if (!as_asked) continue;
      for (const SchemeEntry& scheme : scheme_catalogue()) {
        const Pair pair{problem.name, scheme.name};
        if (!out.all.contains(pair) || out.usual.contains(pair) || out.asked.contains(pair))
          continue;
        if (starts(*as_asked, scheme)) out.asked.insert(pair);
      }
    }
  }
  out.asked.insert(out.usual.begin(), out.usual.end());
  return out;
}

double share(const std::set<Pair>& part, const std::set<Pair>& all) {
  return static_cast<double>(part.size()) / static_cast<double>(all.size());
}

TEST(Matrix, RunsMostPairsAndMoreAsASchemeAsks) {
  // Pairs without elastic bodies and sweeping processes: as problems are, of all schemes and of
  // those that have laws of rebound and of friction, which most problems ask for; and as schemes
  // ask. What is left is physics: motion without inertia, liquids, rebound that a scheme has no law
  // for.
  const Filled matrix = filled();
  const auto of_complete = [&](const std::set<Pair>& pairs) {
    std::set<Pair> out;
    for (const Pair& pair : pairs)
      if (matrix.complete.contains(pair.second)) out.insert(pair);
    return out;
  };
  const std::set<Pair> usual = of_complete(matrix.usual), all = of_complete(matrix.all);
  EXPECT_GE(share(matrix.usual, matrix.all), 0.55)
      << matrix.usual.size() << " of " << matrix.all.size();
  EXPECT_GE(share(usual, all), 0.87) << usual.size() << " of " << all.size();
  EXPECT_GE(share(matrix.asked, matrix.all), 0.80)
      << matrix.asked.size() << " of " << matrix.all.size();
}

TEST(Matrix, OneCoefficientOfFrictionIsRefusedASecondOneAtRest) {
  std::set<std::string_view> holding;
  for (const SchemeEntry& scheme : scheme_catalogue()) {
    if (plugin_of("scheme", scheme.name) != nullptr) continue;
    const auto why = [&](const char* at_rest) {
      std::string text = "[[grid]]\nproblem = \"dragged_block\"\nscheme = \"";
      text.append(scheme.name).append("\"\nstatic_friction = ").append(at_rest);
      const Plan plan = parse_plan(text.append("\ndt = 1e-5\n"), "one.toml");
      return plan.cells.at(0).refusal;
    };
    const auto reason = why("0.3");
    if (!reason) holding.insert(scheme.name);
    // Those that have friction at all have no other reason.
    if (reason && !why("0.2")) {
      EXPECT_EQ(*reason, std::string(scheme.name) +
                             " has one coefficient of friction: the problem must not have a "
                             "larger static one");
    }
  }
  EXPECT_EQ(holding, std::set<std::string_view>{"event_driven"});
}

TEST(Matrix, EachPairThatRunsIsInTheDefaultPlan) {
  std::ifstream file(std::string(IMPACTBENCH_SOURCE_DIR) + "/benchmarks/plans/default.toml");
  std::stringstream text;
  text << file.rdbuf();
  std::set<Pair> planned;
  for (const PlannedCell& cell : parse_plan(text.str(), "default.toml").cells)
    if (!cell.refusal) planned.insert({cell.cell.problem, cell.cell.scheme});
  std::set<Pair> wanted = filled().asked;
  for (const ProblemEntry& problem : problem_catalogue()) {
    if (!is_sweeping(problem)) continue;
    int many = 0;
    for (const SchemeEntry& scheme : scheme_catalogue()) {
      if (!runs(problem, scheme, {})) continue;
      wanted.emplace(problem.name, scheme.name);
      ++many;
    }
    EXPECT_GE(many, 3) << problem.name;
  }
  for (const Pair& pair : wanted)
    EXPECT_TRUE(planned.contains(pair)) << pair.first << " with " << pair.second;
}

}  // namespace
}  // namespace impactbench::testing
