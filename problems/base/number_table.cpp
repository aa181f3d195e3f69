#include "problems/base/number_table.hpp"

#include "problems/base/csv.hpp"
#include "problems/base/error.hpp"
#include "problems/base/regular_file.hpp"

#include <optional>
#include <sstream>

namespace impactbench {

NumberTable read_number_table(
    const std::string& path, std::string_view what,
    const std::function<std::string(const std::vector<std::string>&)>& names_are_known) {
  const std::string about = std::string(what) + ": " + path;
  auto text = read_regular_file(path);
  std::istringstream in(std::move(text).value_or(""));
  std::string line;
  if (!std::getline(in, line)) throw ConfigurationError(about + " cannot be read, or is empty");
  NumberTable out;
  out.names = csv_cells(line, about + ":1");
  const std::size_t columns = out.names.size();
  if (const std::string fault = names_are_known(out.names); !fault.empty())
    throw ConfigurationError(about + ":1 " + fault);
  for (int number = 2; std::getline(in, line); ++number) {
    const auto refuse = [&](const std::string& fault) {
      throw ConfigurationError(about + ":" + std::to_string(number) + " " + fault);
    };
    const auto words = csv_cells(line, about + ":" + std::to_string(number));
    if (words.size() != columns) {
      refuse("has " + std::to_string(words.size()) + " columns; the first line names " +
             std::to_string(columns));
    }
    std::vector<double>& row = out.rows.emplace_back(columns);
    for (std::size_t k = 0; k < columns; ++k) {
      const auto number_read = decimal(words[k]);
      if (!number_read) refuse("has '" + words[k] + "', which is not a finite number");
      row[k] = *number_read;
    }
  }
  return out;
}

}  // namespace impactbench
