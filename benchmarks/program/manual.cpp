#include "benchmarks/program/manual.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>

namespace impactbench {
namespace {

/// Escapes text for roff: nothing is a macro, and a hyphen is the character that a user types.
std::string roff(const std::string& text) {
  std::string out;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    const bool line_begins = k == 0 || text[k - 1] == '\n';
    if (line_begins && (c == '.' || c == '\'')) out += "\\&";
    out += c == '\\' ? std::string("\\e") : c == '-' ? std::string("\\-") : std::string(1, c);
  }
  return out;
}

/// Options that have a name with dashes, except help; or else the positional ones.
std::vector<const CLI::Option*> options_of(const CLI::App& app, bool positional) {
  std::vector<const CLI::Option*> out;
  for (const CLI::Option* option : app.get_options()) {
    if (option == app.get_help_ptr()) continue;
    if (option->get_positional() == positional) out.push_back(option);
  }
  return out;
}

void print_options(const CLI::App& app) {
  for (const bool positional : {true, false}) {
    for (const CLI::Option* option : options_of(app, positional)) {
      const bool takes = !positional && option->get_items_expected_max() > 0;
      fmt::print(
          ".TP\n\\fB{}\\fR{}\n{}{}\n", roff(option->get_name(positional)),
          takes ? " \\fI" +
                      roff(option->get_type_name().empty() ? "VALUE" : option->get_type_name()) +
                      "\\fR"
                : "",
          roff(option->get_description().empty() ? "(see above)" : option->get_description()),
          option->get_default_str().empty()
              ? ""
              : roff(fmt::format(" (default: {})", option->get_default_str())));
    }
  }
}

/// Paragraphs of a footer, line by line.
void print_lines(const std::string& text) {
  if (!text.empty()) fmt::print(".PP\n.nf\n{}\n.fi\n", roff(text));
}

void print_man(const CLI::App& app, const std::string& page, const std::string& closing) {
  fmt::print(".TH {} 1 \"\" \"impactbench {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n", page,
             CLI::detail::trim_copy(app.version()).substr(12), page,
             roff(CLI::detail::to_lower(app.get_description().substr(0, 1)) +
                  app.get_description().substr(1, app.get_description().find_last_not_of('.'))));
  fmt::print(
      ".SH SYNOPSIS\n\\fBimpactbench\\fR \\fICOMMAND\\fR [\\fIARGUMENTS\\fR]\n.SH OPTIONS\n");
  print_options(app);
  fmt::print(".SH COMMANDS\n");
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->get_group().empty()) continue;
    fmt::print(".SS {}\n{}\n", roff(command->get_name()), roff(command->get_description()));
    print_options(*command);
    // Commands inherit the footer of the program.
    if (command->get_footer() != app.get_footer()) print_lines(command->get_footer());
  }
  if (!app.get_footer().empty()) {
    fmt::print(".SH NOTES");
    fmt::print("\n");
    print_lines(app.get_footer());
  }
  fmt::print("{}", closing);
}

/// Of commands that another program parses only the name is completed: its own lines follow.
void print_completion(const CLI::App& app) {
  for (const CLI::App* command : app.get_subcommands({})) {
    if (command->get_group().empty()) continue;
    const auto options = options_of(*command, false);
    std::string words = "--help";
    for (const CLI::Option* option : options) {
      for (const std::string& name : option->get_lnames())
        words += " --" + name;
    }
    fmt::print("_impactbench_words[{}]=\"{}\"\n", command->get_name(), words);
  }
}

}  // namespace

void add_manual(CLI::App& app, const std::string& page, const std::string& closing) {
  auto kind = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("manual", "the manual page, or words for completion");
  command->group("");
  command->add_option("kind", *kind)->required()->check(CLI::IsMember({"man", "completion"}));
  command->callback([&app, kind, page, closing] {
    if (*kind == "man") {
      print_man(app, page, closing);
    } else {
      print_completion(app);
    }
    throw CLI::Success();
  });
}

}  // namespace impactbench
