#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

/// The number that all of `text` is, decimal and finite; nothing otherwise.
[[nodiscard]] std::optional<double> decimal(std::string_view text);

/// The cells of one line of comma-separated values (RFC 4180: cells in double quotes may hold
/// commas, a doubled quote is one; no cell has a line break). Throws ConfigurationError, which
/// begins with `where`, on a quote that is not closed.
[[nodiscard]] std::vector<std::string> csv_cells(std::string_view line, const std::string& where);

/// One line of a CSV file after its header, with the columns requested from read_csv().
struct CsvLine {
  std::string where;                         ///< "file:line", for sentences about it
  std::map<std::string, std::string> cells;  ///< by column

  [[nodiscard]] const std::string& text(const std::string& column) const {
    return cells.at(column);
  }
  /// Nothing if the cell is empty; throws ConfigurationError if it is not a finite number.
  [[nodiscard]] std::optional<double> number(const std::string& column) const;
  /// Throws ConfigurationError also if the cell is empty.
  [[nodiscard]] double needed(const std::string& column) const;
};

/// Reads a file of comma-separated values. Each of `columns` must be there, no name twice; absent
/// `optional` ones are empty in every line. Empty lines are skipped. Throws ConfigurationError
/// naming file and line.
[[nodiscard]] std::vector<CsvLine> read_csv(const std::string& path,
                                            std::span<const char* const> columns,
                                            std::span<const char* const> optional = {});

}  // namespace impactbench
