#include "problems/support/number_table.hpp"

#include "problems/model/error.hpp"
#include "problems/model/regular_file.hpp"

#include <charconv>
#include <cmath>
#include <optional>
#include <sstream>

namespace impactbench {
namespace {

std::vector<std::string_view> words_of(std::string_view line) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  std::vector<std::string_view> out;
  while (true) {
    const std::size_t comma = line.find(',');
    out.push_back(line.substr(0, comma));
    if (comma == std::string_view::npos) return out;
    line.remove_prefix(comma + 1);
  }
}

}  // namespace

NumberTable read_number_table(
    const std::string& path, std::string_view what,
    const std::function<std::string(const std::vector<std::string>&)>& names_are_known) {
  const std::string about = std::string(what) + ": " + path;
  auto text = read_regular_file(path);
  std::istringstream in(std::move(text).value_or(""));
  std::string line;
  if (!std::getline(in, line)) throw ConfigurationError(about + " cannot be read, or is empty");
  NumberTable out;
  for (const std::string_view word : words_of(line))
    out.names.emplace_back(word);
  const std::size_t columns = out.names.size();
  if (const std::string fault = names_are_known(out.names); !fault.empty())
    throw ConfigurationError(about + ":1 " + fault);
  for (int number = 2; std::getline(in, line); ++number) {
    const auto refuse = [&](const std::string& fault) {
      throw ConfigurationError(about + ":" + std::to_string(number) + " " + fault);
    };
    const auto words = words_of(line);
    if (words.size() != columns) {
      refuse("has " + std::to_string(words.size()) + " columns; the first line names " +
             std::to_string(columns));
    }
    std::vector<double>& row = out.rows.emplace_back(columns);
    for (std::size_t k = 0; k < columns; ++k) {
      const char* end = words[k].data() + words[k].size();
      const auto read = std::from_chars(words[k].data(), end, row[k]);
      // nan and inf are numbers to from_chars.
      if (read.ec != std::errc{} || read.ptr != end || !std::isfinite(row[k]))
        refuse("has '" + std::string(words[k]) + "', which is not a finite number");
    }
  }
  return out;
}

}  // namespace impactbench
