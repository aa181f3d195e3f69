#include "benchmarks/extension/scaffold/scaffold.hpp"
#include "benchmarks/program/commands.hpp"
#include "problems/base/error.hpp"
#include "schemes/api/scheme.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>

namespace impactbench {
namespace {

template <class Entry>
void refuse_taken(std::span<const Entry> table, const std::string& name) {
  if (std::any_of(table.begin(), table.end(), [&](const Entry& e) { return e.name == name; }))
    throw ConfigurationError(fmt::format("the catalogue has a module '{}' already", name));
}

/// How to build a folder against this installation.
std::string build_line(const std::string& folder) {
  namespace fs = std::filesystem;
  const fs::path prefix = fs::read_symlink("/proc/self/exe").parent_path().parent_path();
  std::string hint, first;
  if (!fs::exists(prefix / "include/impactbench")) {
    first = fmt::format("cmake --install {} --prefix PREFIX && ", prefix.string());
    hint = " -DCMAKE_PREFIX_PATH=PREFIX";
  } else if (prefix != "/usr" && prefix != "/usr/local") {
    hint = " -DCMAKE_PREFIX_PATH=" + prefix.string();
  }
  return fmt::format(
      "{2}cmake -S {0} -B {0}/build{1} && cmake --build {0}/build && "
      "ctest --test-dir {0}/build --output-on-failure",
      folder, hint, first);
}

struct NewArguments {
  std::string kind, name, out;
  bool python{false};
};

std::string next_step(const NewArguments& o, const std::string& folder) {
  if (o.kind == "regression")
    return fmt::format("{0}/regression --write, then {0}/regression", folder);
  if (o.python) return fmt::format("impactbench --plugin {}/{}.py properties", folder, o.name);
  return build_line(folder);
}

}  // namespace

void add_new(CLI::App& app, Action& action) {
  auto o = std::make_shared<NewArguments>();
  CLI::App* command = app.add_subcommand(
      "new", "Write a folder for a module of your own: an example that works, to be changed");
  command
      ->add_option(
          "kind", o->kind,
          "problem, scheme, solver (a contact solver), or regression: a repository that reruns "
          "a plan at each change")
      ->required()
      ->check(CLI::IsMember({"problem", "scheme", "solver", "regression"}));
  command->add_option("name", o->name, "small letters, digits and _")->required();
  command->add_option("--out", o->out, "folder to make; the name if left out");
  command->add_flag("--python", o->python, "in Python: one file, nothing to build");
  command->footer(
      "Examples:\n"
      "  impactbench new scheme my_scheme\n"
      "  impactbench new scheme my_python_scheme --python\n"
      "  impactbench new regression my_gate");
  command->callback([o, &action] {
    action = [o] {
      refuse_taken(problem_catalogue(), o->name);
      refuse_taken(scheme_catalogue(), o->name);
      refuse_taken(solver_catalogue(), o->name);
      const std::string folder = o->out.empty() ? o->name : o->out;
      for (const std::string& file : write_template(o->kind, o->name, folder, o->python))
        fmt::print("{}\n", file);
      fmt::print("next: {}\n", next_step(*o, folder));
      return 0;
    };
  });
}

}  // namespace impactbench
