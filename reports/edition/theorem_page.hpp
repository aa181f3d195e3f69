#pragma once

#include "reports/edition/printed_tables.hpp"
#include "reports/paper/source_theorems.hpp"

#include <span>
#include <string>

namespace impactbench {

/// The theorems of a source for a paper: measured beside proved constants; the statements are
/// notes.
[[nodiscard]] NotedTable theorems_table(std::span<const TheoremResult> results);

/// Writes `folder`/theorems.html, "Theorems tested numerically", and its tables below
/// `folder`/tables as CSV, Markdown and LaTeX. Throws ConfigurationError if it cannot.
void write_theorem_page(const std::string& source, std::span<const TheoremResult> results,
                        const std::string& folder);

}  // namespace impactbench
