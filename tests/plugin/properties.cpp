// impactbench properties [NAME...]: the property tests of the catalogue on modules by name, those
// of plug-ins too. Reached through `impactbench properties`.

#include "benchmarks/extension/plugin/load.hpp"
#include "problems/base/error.hpp"
#include "problems/base/fields.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

namespace impactbench {
namespace {

constexpr const char* help =
    "Property tests of problems, schemes and solvers: does a module do what it claims?\n"
    "Usage: impactbench properties [--plugin FILE] [NAME...] [--gtest_...]\n\n"
    "  NAME   a problem, scheme or solver; without any, all that plug-ins brought\n"
    "Exit status: 0 all passed, 1 some failed, 2 wrong usage.\n";

template <class Entry>
void add_names(std::span<const Entry> table, std::vector<std::string>& names) {
  for (const Entry& entry : table)
    names.emplace_back(entry.name);
}

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  add_names(problem_catalogue(), names);
  add_names(scheme_catalogue(), names);
  add_names(solver_catalogue(), names);
  return names;
}

std::vector<std::string> brought_by_plugins() {
  std::vector<std::string> names;
  for (const LoadedPlugin& plugin : loaded_plugins()) {
    for (const std::string& module : plugin.modules)
      names.push_back(module.substr(module.find(' ') + 1));
  }
  if (names.empty())
    throw ConfigurationError("properties needs the name of a module, or --plugin FILE");
  return names;
}

/// Tests are named after the module, with an underscore and its settings behind it in variants.
std::string filter_of(std::vector<std::string> names) {
  const std::vector<std::string> known = all_names();
  if (names.empty()) names = brought_by_plugins();
  std::string filter;
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      const std::string near = nearest_name(name, known);
      throw ConfigurationError("there is no problem, scheme or solver '" + name + "'" +
                               (near.empty() ? "" : " (did you mean '" + near + "'?)"));
    }
    filter += (filter.empty() ? "*/" : ":*/") + name;
    // box_25 is not a variant of box_2.
    const bool begins_another = std::any_of(known.begin(), known.end(), [&](const std::string& k) {
      return k.starts_with(name + '_');
    });
    if (!begins_another) filter += ":*/" + name + "_*";
  }
  return filter;
}

int run(int argc, char** argv) {
  extract_plugin_options(argc, argv);
  load_plugins();
  std::vector<std::string> names;
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    if (word == "--help" || word == "-h") {
      std::cout << help;
      return 0;
    }
    if (!word.starts_with('-') && !(k == 1 && word == "properties")) names.push_back(word);
  }
  ::testing::GTEST_FLAG(filter) = filter_of(names);
  ::testing::InitGoogleTest(&argc, argv);
  const int failed = RUN_ALL_TESTS();
  if (::testing::UnitTest::GetInstance()->test_to_run_count() == 0)
    throw ConfigurationError("no property test is about these modules");
  return failed;
}

}  // namespace
}  // namespace impactbench

int main(int argc, char** argv) {
  try {
    return impactbench::run(argc, argv);
  } catch (const impactbench::ConfigurationError& e) {
    std::cerr << "impactbench: " << e.what() << "\n";
    return 2;
  }
}
