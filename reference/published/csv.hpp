#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

namespace impactbench {

/// One line of a CSV file after its header.
struct CsvLine {
  std::string where;                         ///< "file:line", for sentences about it
  std::map<std::string, std::string> cells;  ///< by column
};

/// Reads a file of comma-separated values (RFC 4180: cells in double quotes may hold commas, a
/// doubled quote is one; no cell has a line break). Each of `columns` must be there once; empty
/// lines are passed over. Throws ConfigurationError naming file and line.
[[nodiscard]] std::vector<CsvLine> read_csv(const std::string& path,
                                            std::span<const char* const> columns);

}  // namespace impactbench
