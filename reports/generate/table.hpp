#pragma once

#include "reports/generate/links.hpp"

#include <string>
#include <vector>

namespace impactbench {

/// A table of text cells, in the formats of readers and papers.
struct Table {
  std::string name;     ///< of its files
  std::string caption;  ///< one sentence, or none
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
  /// Columns of numbers are aligned to the right.
  std::vector<bool> numeric{};
  /// The pages that the columns of each row link to (links.hpp); empty or absent: none. A click
  /// anywhere on a row follows the link of its first column.
  std::vector<std::vector<std::string>> links{};

  /// Adds a row whose columns link to these pages.
  void add(std::vector<std::string> row, std::vector<std::string> links_of_row);
  /// Adds a row that links to one page.
  void add(std::vector<std::string> row, std::string link);
};

/// `leads`: which of the pages that the table links to exist; none if it is empty.
[[nodiscard]] std::string to_html(const Table& table, const Leads& leads = {});
[[nodiscard]] std::string to_csv(const Table& table);
[[nodiscard]] std::string to_markdown(const Table& table);

}  // namespace impactbench
