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

/// Reads one. Errors begin with `what` and name the file and the line. `names_are_known` sees the
/// names before anything below them is read, and returns a sentence where they will not do.
/// Throws ConfigurationError if the file cannot be read, if a line has another number of columns
/// than the first, or a word that is no finite number.
[[nodiscard]] NumberTable read_number_table(
    const std::string& path, std::string_view what,
    const std::function<std::string(const std::vector<std::string>&)>& names_are_known);

}  // namespace impactbench
