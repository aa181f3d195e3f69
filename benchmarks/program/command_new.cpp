#include "benchmarks/program/commands.hpp"
#include "benchmarks/scaffold/scaffold.hpp"
#include "problems/model/error.hpp"
#include "schemes/api/scheme.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>

namespace impactbench {
namespace {

template <class Entry>
void refuse_taken(std::span<const Entry> table, const std::string& name) {
  if (std::any_of(table.begin(), table.end(), [&](const Entry& e) { return e.name == name; }))
    throw ConfigurationError(fmt::format("the catalogue has a module '{}' already", name));
}

}  // namespace

void add_new(CLI::App& app, Action& action) {
  struct Options {
    std::string kind, name, out;
  };
  auto o = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("new", "Write a folder for a module of your own, built as a plug-in");
  command->add_option("kind", o->kind, "problem, scheme or solver (a contact solver)")
      ->required()
      ->check(CLI::IsMember({"problem", "scheme", "solver"}));
  command->add_option("name", o->name, "small letters, digits and _")->required();
  command->add_option("--out", o->out, "folder to make; the name if left out");
  command->callback([o, &action] {
    action = [o] {
      refuse_taken(problem_catalogue(), o->name);
      refuse_taken(scheme_catalogue(), o->name);
      refuse_taken(solver_catalogue(), o->name);
      const std::string folder = o->out.empty() ? o->name : o->out;
      for (const std::string& file : write_module(o->kind, o->name, folder))
        fmt::print("{}\n", file);
      fmt::print(
          "next: cmake -S {0} -B {0}/build && cmake --build {0}/build && "
          "ctest --test-dir {0}/build --output-on-failure\n",
          folder);
      return 0;
    };
  });
}

}  // namespace impactbench
