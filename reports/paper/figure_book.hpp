#pragma once

#include "reports/paper/data_table.hpp"
#include "reports/paper/figure.hpp"

#include <functional>
#include <string>
#include <vector>

namespace impactbench {

/// A figure of another source, by "SOURCE/NUMBER".
using FigureOf = std::function<const Figure&(const std::string& name)>;

/// The figures of a file figures.toml (explained in guide/sources.md). Throws ConfigurationError
/// with file:line:column on errors.
[[nodiscard]] std::vector<Figure> read_figures(DataTable& file, const std::string& source,
                                               const FigureOf& figure_of);

}  // namespace impactbench
