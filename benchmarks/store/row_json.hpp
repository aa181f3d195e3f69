#pragma once

#include "benchmarks/store/row.hpp"

#include <string>
#include <string_view>

namespace impactbench {

/// The parts of the text of a row to be read.
enum class RowParts {
  all,
  /// Without its environment; without its checks unless it missed one or stopped. They are two
  /// thirds of the text, and comparisons of figures do not need them.
  figures,
  cell,  ///< key and cell alone
};

/// One row as one line of JSON; numbers read back as the same bits.
[[nodiscard]] std::string to_json(const Row& row, RowExtent extent);

/// The compared part of a row without its histories and frames: all but timing, environment and
/// plan label.
[[nodiscard]] std::string compared_json(const Row& row);

/// Throws ConfigurationError if the text is not such a row.
[[nodiscard]] Row row_from_json(std::string_view text, RowParts parts = RowParts::all);

}  // namespace impactbench
