#include "benchmarks/extension/plugin/load.hpp"
#include "benchmarks/program/commands.hpp"
#include "reference/api/reference.hpp"
#include "reference/yardsticks/quantities.hpp"
#include "schemes/api/scheme.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace impactbench {
namespace {

struct Item {
  std::string name, summary, reference;
  std::vector<FieldInfo> fields;
};

/// A module's source, and the plug-in that brought it.
std::string origin(std::string_view kind, std::string_view name, std::string source) {
  const LoadedPlugin* plugin = plugin_of(kind, name);
  return plugin == nullptr ? source : fmt::format("{}; plug-in {}", source, plugin->file);
}

template <class Entry>
std::vector<Item> items(std::string_view kind, std::span<const Entry> table) {
  std::vector<Item> out;
  for (const Entry& e : table) {
    out.push_back({std::string(e.name), std::string(e.summary),
                   origin(kind, e.name, std::string(e.reference)), e.parameters.fields()});
  }
  return out;
}

std::vector<Item> reference_items() {
  std::vector<Item> out;
  for (const ReferenceEntry& e : reference_catalogue()) {
    out.push_back(
        {std::string(e.name),
         std::string(e.summary),
         origin("reference", e.name, fmt::format("{} ({})", e.source, to_text(e.provenance))),
         {}});
  }
  return out;
}

std::vector<Item> quantity_items() {
  std::vector<Item> out;
  for (const QuantityInfo& q : quantities()) {
    out.push_back({std::string(q.name), std::string(q.meaning), std::string(q.unit), {}});
  }
  return out;
}

std::vector<Item> items_of(const std::string& kind) {
  if (kind == "problems") return items("problem", problem_catalogue());
  if (kind == "schemes") return items("scheme", scheme_catalogue());
  if (kind == "solvers") return items("solver", solver_catalogue());
  if (kind == "references") return reference_items();
  return quantity_items();
}

void print(const std::vector<Item>& list, bool parameters) {
  std::size_t width = 0;
  for (const Item& item : list)
    width = std::max(width, item.name.size());
  for (const Item& item : list) {
    fmt::print("  {:<{}}  {} [{}]\n", item.name, width, item.summary, item.reference);
    if (!parameters) continue;
    for (const FieldInfo& f : item.fields) {
      fmt::print("  {:<{}}    {} = {} {}: {}; {}\n", "", width, f.name, f.fallback,
                 f.unit == "-" ? "" : f.unit, f.meaning, f.range);
    }
  }
}

/// A bar would end the cell.
std::string in_cell(std::string_view text) {
  std::string out;
  for (const char c : text)
    out += c == '|' ? std::string("&#124;") : std::string(1, c);
  return out;
}

void print_markdown(const std::string& kind, const std::vector<Item>& list) {
  const bool figures = kind == "quantities";
  fmt::print("| {} | what | {} |\n| --- | --- | --- |\n",
             figures ? "quantity" : kind.substr(0, kind.size() - 1), figures ? "unit" : "source");
  for (const Item& item : list)
    fmt::print("| `{}` | {} | {} |\n", item.name, in_cell(item.summary), in_cell(item.reference));
}

}  // namespace

void add_list(CLI::App& app, Action& action) {
  struct ListArguments {
    std::string kind;
    bool parameters{false}, markdown{false};
  };
  auto options = std::make_shared<ListArguments>();
  CLI::App* command = app.add_subcommand("list", "List the catalogue: names, sources, parameters");
  command
      ->add_option("kind", options->kind,
                   "problems, schemes, solvers, references or quantities; all if left out")
      ->check(CLI::IsMember({"problems", "schemes", "solvers", "references", "quantities"}));
  command->add_flag("--parameters", options->parameters, "with unit, default, meaning and range");
  command->add_flag("--markdown", options->markdown, "as a table for guide/modules.md");
  command->footer(
      "Examples:\n"
      "  impactbench list schemes --parameters\n"
      "  impactbench list quantities");
  command->callback([options, &action] {
    action = [options] {
      std::vector<std::string> kinds{"problems", "schemes", "solvers", "references", "quantities"};
      if (!options->kind.empty()) kinds = {options->kind};
      for (const std::string& kind : kinds) {
        if (options->markdown) {
          print_markdown(kind, items_of(kind));
        } else {
          fmt::print("{}\n", kind);
          print(items_of(kind), options->parameters);
        }
      }
      return 0;
    };
  });
}

}  // namespace impactbench
