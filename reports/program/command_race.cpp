#include "benchmarks/peers/race/runs.hpp"
#include "problems/model/error.hpp"
#include "reports/generate/race_report.hpp"
#include "reports/program/commands.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace impactbench {

void add_race(CLI::App& app, Action& action) {
  struct Options {
    std::vector<std::string> files;
    std::string out{"results/peers"}, formats{"all"};
  };
  auto o = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("race", "Draw what peers measured");
  command->add_option("files", o->files, "CSV files of impactbench peers")->required();
  command->add_option("--out", o->out, "folder for report.html, figures/ and tables/")
      ->capture_default_str();
  command->add_option("--format", o->formats, "all, or of html,md,tex,csv those wanted")
      ->capture_default_str();
  command->callback([o, &action] {
    action = [o] {
      const Formats formats = formats_from(o->formats);
      std::vector<PeerRun> runs;
      for (const std::string& file : o->files) {
        for (PeerRun& run : read_peer_runs(file))
          runs.push_back(std::move(run));
      }
      if (runs.empty()) throw ConfigurationError("the files have no runs");
      write_race_report(runs, o->out, formats);
      fmt::print("race: {}{} ({} runs)\n", o->out, formats.html ? "/report.html" : "", runs.size());
      return 0;
    };
  });
}

}  // namespace impactbench
