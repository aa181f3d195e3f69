#pragma once

#include <span>
#include <string>
#include <string_view>

namespace impactbench {

/// Version of rows as text: rises when a field changes its name, place or meaning, not when one is
/// added.
inline constexpr int row_schema = 2;

/// A field of a row as a JSON object; "*" stands for any name, "[]" for the entries of a list.
struct RowField {
  std::string path;
  std::string_view type, meaning;
};
/// Those of row_fields.hpp.
[[nodiscard]] std::span<const RowField> row_fields();

/// A column of the CSV file of rows; "*" as above. An absent value is an empty field.
[[nodiscard]] std::span<const RowField> row_columns();

}  // namespace impactbench
