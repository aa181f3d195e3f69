#pragma once

#include "reports/generate/table.hpp"

#include <string>
#include <vector>

namespace impactbench {

/// A table that fits a page of A4 with margins of 22 mm, in booktabs: as a tabular, to be \input in
/// a table environment, if it fits that way; else in small letters as a longtable whose texts
/// break, upright, in landscape, or in parts that repeat the first column. Widths are those of
/// Computer Modern. Needs the packages that latex_packages names.
[[nodiscard]] std::string to_latex(const Table& table);

/// booktabs, longtable, array and pdflscape.
[[nodiscard]] std::string latex_packages();

/// A document that inputs these files, each under its caption, for viewing or copying.
[[nodiscard]] std::string latex_tables_document(const std::vector<Table>& tables);

}  // namespace impactbench
