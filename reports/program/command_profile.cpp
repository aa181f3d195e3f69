#include "benchmarks/library/solve_file.hpp"
#include "problems/model/error.hpp"
#include "reports/generate/library_report.hpp"
#include "reports/program/commands.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace impactbench {

void add_profile(CLI::App& app, Action& action) {
  struct Options {
    std::vector<std::string> files;
    std::string out{"results/profile"}, formats{"all"};
  };
  auto o = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("profile", "Draw what solve measured over many files");
  command->add_option("files", o->files, "CSV files of impactbench solve --csv")->required();
  command->add_option("--out", o->out, "folder for report.html, figures/ and tables/")
      ->capture_default_str();
  command->add_option("--format", o->formats, "all, or of html,md,tex,csv those wanted")
      ->capture_default_str();
  command->callback([o, &action] {
    action = [o] {
      const Formats formats = formats_from(o->formats);
      std::vector<FileSolve> solves;
      for (const std::string& file : o->files) {
        for (FileSolve& solve : read_solves(file))
          solves.push_back(std::move(solve));
      }
      if (solves.empty()) throw ConfigurationError("the files have no solves");
      write_library_report(solves, o->out, formats);
      fmt::print("profile: {}{} ({} solves)\n", o->out, formats.html ? "/report.html" : "",
                 solves.size());
      return 0;
    };
  });
}

}  // namespace impactbench
