#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

/// A CSV of numbers below a line of names.
struct NumberTable {
  std::vector<std::string> names;
  std::vector<std::vector<double>> rows;  ///< as many numbers each as there are names
};

/// Reads such a table. Errors begin with `what` and name the file and the line. `names_are_known`
/// gets the names before the lines below are read, and returns a sentence if they are wrong. Throws
/// ConfigurationError if the file cannot be read, if a line has another number of columns than the
/// first, or a word that is not a finite number.
[[nodiscard]] NumberTable read_number_table(
    const std::string& path, std::string_view what,
    const std::function<std::string(const std::vector<std::string>&)>& names_are_known);

}  // namespace impactbench
