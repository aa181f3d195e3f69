#pragma once

#include "reference/published/table.hpp"
#include "reports/paper/printed_match.hpp"
#include "reports/paper/recipe.hpp"
#include "reports/paper/written_run.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace impactbench {

/// The recipe of one printed value.
struct PrintedRun {
  std::optional<Recipe> recipe;  ///< none of inputs, and where no_run says why
  std::optional<double> input;   ///< the number of ours, of a value that needs no run
  std::string no_run;            ///< why no run of ours can give the value
};

/// Selects the values of a rule: those of `about` but not those of `except`.
struct PrintedPart {
  PrintedMatch about;
  std::optional<PrintedMatch> except;

  [[nodiscard]] bool holds(const PublishedValue& printed, Scope* scope) const;
};

/// Reads `about` and `except` of a rule. Refuses a rule that selects none of `printed`.
[[nodiscard]] PrintedPart printed_part(DataTable& rule, std::span<const PublishedValue> printed);

/// How the values of a source's tables are run (recipes.toml, explained in guide/sources.md): rules
/// in order, each overriding earlier ones for the same value.
class RecipeBook {
 public:
  /// Throws ConfigurationError with file:line:column on errors.
  RecipeBook(DataTable& file, std::span<const PublishedValue> printed);
  RecipeBook() = default;

  [[nodiscard]] PrintedRun of(const PublishedValue& printed) const;

 private:
  /// The settings of a rule for its values, by key.
  struct Rule {
    PrintedPart of;
    std::optional<WrittenRun> run;
    std::map<std::string, WrittenValue> says;
    std::string over;  ///< the name that `values` are of; empty: none
    std::vector<Value> values{};
  };

  [[nodiscard]] static Rule read(DataTable rule, std::span<const PublishedValue> printed);

  RunBook runs_;
  Scope names_;  ///< of [let]
  std::vector<Rule> rules_;
};

/// Reads [let]: names for numbers and texts, each of which may use those before it.
void read_names(DataTable& table, Scope& scope);
/// The names of a whole file: `folder`, where it stands, and those of its [let].
[[nodiscard]] Scope names_of(DataTable& file);

}  // namespace impactbench
