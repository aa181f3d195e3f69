#pragma once

#include "benchmarks/files/inputs.hpp"
#include "problems/model/error.hpp"
#include "reports/generate/page.hpp"
#include "reports/program/commands.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace impactbench {

/// A command that draws a report of the rows in some CSV files.
template <class Record>
struct DrawFiles {
  const char* name;  ///< of the command; its folder is results/ and `folder`
  const char* folder;
  const char* summary;  ///< of the command
  const char* source;   ///< what writes such files
  const char* records;  ///< what their rows are, in the plural
  std::vector<Record> (*read)(const std::string& path);
  void (*write)(const std::vector<Record>& records, const std::string& folder, Formats formats);
};

template <class Record>
void add_draw_files(CLI::App& app, Action& action, const DrawFiles<Record>& what) {
  struct Options {
    std::vector<std::string> files;
    std::string out, formats{"all"};
  };
  auto o = std::make_shared<Options>();
  o->out = fmt::format("results/{}", what.folder);
  CLI::App* command = app.add_subcommand(what.name, what.summary);
  command->add_option("files", o->files, fmt::format("CSV files of {}", what.source))->required();
  command->add_option("--out", o->out, "folder for report.html, figures/ and tables/")
      ->capture_default_str();
  command->add_option("--format", o->formats, "all, or of html,md,tex,csv those wanted")
      ->capture_default_str();
  command->callback([o, what, &action] {
    action = [o, what] {
      const Formats formats = formats_from(o->formats);
      std::vector<Record> records;
      for (const std::string& file : o->files) {
        remember_input(file);
        for (Record& record : what.read(file))
          records.push_back(std::move(record));
      }
      if (records.empty())
        throw ConfigurationError(fmt::format("the files have no {}", what.records));
      what.write(records, o->out, formats);
      fmt::print("{}: {}{} ({} {})\n", what.name, o->out, formats.html ? "/report.html" : "",
                 records.size(), what.records);
      return 0;
    };
  });
}

}  // namespace impactbench
