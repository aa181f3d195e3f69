#pragma once

#include "benchmarks/store/row.hpp"
#include "reference/published/table.hpp"
#include "reports/paper/figure.hpp"
#include "reports/paper/recipe.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace impactbench {

/// A published source and what is known of its tables and figures.
struct Source {
  std::string name;
  const std::vector<Figure>& (*figures)();
  const std::vector<std::string>& (*diagrams)();  ///< figures without anything to compute
  std::optional<Recipe> (*recipe)(const PublishedValue& printed);
  std::optional<double> (*input_value)(const PublishedValue& printed);
  std::string (*known_reason)(const PublishedValue& printed);
  std::string (*why_no_run)(const PublishedValue& printed);
  /// Further quantities of a row, by name; null: none.
  std::map<std::string, double> (*derived)(const Row& row);
};

[[nodiscard]] std::span<const Source> sources();
/// Throws ConfigurationError naming the known ones.
[[nodiscard]] const Source& find_source(const std::string& name);

}  // namespace impactbench
