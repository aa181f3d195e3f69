#pragma once

#include <string>
#include <vector>

namespace impactbench {

/// A table of text cells, written in the formats that readers and papers use.
struct Table {
  std::string name;     ///< of its files
  std::string caption;  ///< one sentence
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
  /// Columns that hold numbers stand to the right.
  std::vector<bool> numeric{};
  /// Of the rows, as far as they have one: the page that their first column leads to (links.hpp).
  std::vector<std::string> links{};

  /// Adds a row that leads somewhere.
  void add(std::vector<std::string> row, std::string link);
};

/// `linked`: the pages that the rows lead to are there.
[[nodiscard]] std::string to_html(const Table& table, bool linked = false);
[[nodiscard]] std::string to_csv(const Table& table);
[[nodiscard]] std::string to_markdown(const Table& table);

}  // namespace impactbench
