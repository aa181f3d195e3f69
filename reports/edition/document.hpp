#pragma once

#include "reports/edition/manifest.hpp"
#include "reports/edition/printed_tables.hpp"

#include <string>

namespace impactbench {

/// A booktabs table to be \input: a tabular, or a longtable if it is longer than a page.
[[nodiscard]] std::string latex_table(const Table& table);
/// Its notes as a list to be \input; empty if there are none.
[[nodiscard]] std::string latex_notes(const NotedTable& table);

/// A LaTeX document that includes all figures and tables of the manifest. It needs geometry,
/// graphicx, booktabs and longtable.
[[nodiscard]] std::string latex_document(const Manifest& manifest,
                                         const std::vector<std::string>& sketches);

}  // namespace impactbench
