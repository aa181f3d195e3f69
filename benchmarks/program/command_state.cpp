#include "benchmarks/program/commands.hpp"
#include "benchmarks/trajectories/state_file.hpp"

#include <CLI/CLI.hpp>

namespace impactbench {

void add_state(CLI::App& app, Action& action) {
  struct StateArguments {
    std::string file, out;
    double at{0.0};
  };
  auto o = std::make_shared<StateArguments>();
  CLI::App* command = app.add_subcommand(
      "state",
      "Write an instant of a trajectory of run --trajectory as a scene: where other runs begin");
  command->add_option("file", o->file, "trajectory of round bodies (HDF5)")->required();
  command->add_option("--at", o->at, "the instant [s]")->required();
  command
      ->add_option(
          "--out", o->out,
          "TOML, and a CSV beside it of more than 100 bodies; problem scene takes it as file=FILE, "
          "boxes and clusters as start=FILE")
      ->required();
  command->footer(
      "Examples:\n"
      "  impactbench state MOTION/*.h5 --at 0.25 --out start.toml\n"
      "  impactbench run --problem scene --scheme nscd --set file=start.toml dt=1e-3");
  command->callback([o, &action] {
    action = [o] {
      write_state(o->file, o->at, o->out);
      return 0;
    };
  });
}

}  // namespace impactbench
