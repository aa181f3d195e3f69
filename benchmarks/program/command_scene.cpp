#include "benchmarks/files/inputs.hpp"
#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/program/commands.hpp"
#include "benchmarks/program/settings.hpp"
#include "benchmarks/trajectories/drawing.hpp"
#include "benchmarks/trajectories/scene_file.hpp"
#include "problems/model/round_setup.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace impactbench {
namespace {

struct SceneArguments {
  std::string file, problem, out{"-"};
  std::vector<std::string> settings;
};

/// A problem by name with its settings, or the scene in a file.
Problem problem_of(const SceneArguments& o) {
  if (!o.problem.empty()) return find_problem(o.problem).make(settings_of(o.settings));
  remember_input(o.file);
  return make_scene(read_scene(o.file), "scene", {});
}

int check(const SceneArguments& o) {
  const Problem problem = problem_of(o);
  const ProblemTraits& t = problem.traits;
  const RoundSystem& round = *round_system(*problem.system);
  double mass = 0.0, least = round.bodies().radius.front(), most = 0.0;
  for (std::size_t i = 0; i < round.bodies().size(); ++i) {
    mass += round.bodies().mass[i];
    least = std::min(least, round.bodies().radius[i]);
    most = std::max(most, round.bodies().radius[i]);
  }
  fmt::print(
      "{}: {} bodies in dimension {}, {}, {} obstacles, horizon {} s\nmass {:.6g} kg, radii {:.6g} "
      "to "
      "{:.6g} m, kinetic energy {:.6g} J, deepest overlap {:.3g} m\n",
      o.file, t.body_count, t.dimension, t.rotates ? "rotating" : "not rotating",
      round.obstacles().size(), to_text(problem.horizon), mass, least, most,
      kinetic_energy(round, problem.initial.v), deepest_overlap(round, problem.initial.q));
  return 0;
}

int draw(const SceneArguments& o) {
  const std::string text = drawing_of(problem_of(o));
  write_to(o.out, [&](std::ostream& out) { out << text; });
  return 0;
}

void add_file(CLI::App* command, const std::shared_ptr<SceneArguments>& o) {
  command->add_option("file", o->file, "scene in TOML (format: guide/scene.md)")->required();
}

}  // namespace

void add_scene(CLI::App& app, Action& action) {
  auto o = std::make_shared<SceneArguments>();
  CLI::App* command = app.add_subcommand("scene", "Check, draw and write scenes of round bodies");
  command->require_subcommand(1);
  CLI::App* checking =
      command->add_subcommand("check", "Describe a scene, or say what is wrong with it");
  add_file(checking, o);
  checking->callback([o, &action] { action = [o] { return check(*o); }; });
  CLI::App* drawing = command->add_subcommand("draw", "Draw the start of a scene as SVG");
  add_file(drawing, o);
  drawing->add_option("--out", o->out, "SVG, '-' for stdout")->capture_default_str();
  drawing->callback([o, &action] { action = [o] { return draw(*o); }; });
  CLI::App* writing = command->add_subcommand("write", "Write a named problem as a scene");
  writing->add_option("problem", o->problem, "problem of the catalogue")->required();
  writing->add_option("--set", o->settings, "key=value: a parameter of the problem")->take_all();
  writing
      ->add_option("--out", o->out,
                   "TOML, '-' for stdout; more than 100 bodies go into a CSV beside it")
      ->capture_default_str();
  writing->callback([o, &action] {
    action = [o] {
      write_scene(scene_of(problem_of(*o)), o->out);
      return 0;
    };
  });
  // After the commands of its own, which would inherit it.
  command->footer(
      "Examples:\n"
      "  impactbench scene write newton_cradle --out cradle.toml\n"
      "  impactbench scene check cradle.toml\n"
      "  impactbench scene draw cradle.toml --out cradle.svg");
}

}  // namespace impactbench
