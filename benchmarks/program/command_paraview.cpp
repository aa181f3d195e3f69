#include "benchmarks/program/commands.hpp"
#include "benchmarks/trajectories/vtu.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <filesystem>

namespace impactbench {

void add_paraview(CLI::App& app, Action& action) {
  struct ParaviewArguments {
    std::vector<std::string> files;
    std::string out;
  };
  auto o = std::make_shared<ParaviewArguments>();
  CLI::App* command =
      app.add_subcommand("paraview", "Write trajectories of run --trajectory for ParaView");
  command
      ->add_option("files", o->files,
                   "trajectories (HDF5); one that is being written ends in .part")
      ->required();
  command->add_option("--out", o->out, "folder for NAME.pvd and its .vtu files")->required();
  command->footer(
      "Example:\n"
      "  impactbench paraview MOTION/*.h5 --out VTU");
  command->callback([o, &action] {
    action = [o] {
      for (const std::string& file : o->files) {
        const std::size_t instants = write_paraview(file, o->out);
        fmt::print("{}/{}.pvd: {} instants\n", o->out, std::filesystem::path(file).stem().string(),
                   instants);
      }
      return 0;
    };
  });
}

}  // namespace impactbench
