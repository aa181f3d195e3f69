#include "reference/published/theorems.hpp"

#include "problems/base/csv.hpp"
#include "problems/base/error.hpp"
#include "reference/published/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <filesystem>
#include <sstream>

namespace impactbench {
namespace {

constexpr std::array<std::string_view, 6> roles{"theorem", "sharp",     "control",
                                                "print",   "corrected", "untested"};

TheoremRole role_of(const CsvLine& line) {
  const std::string& text = line.text("role");
  for (std::size_t k = 0; k < roles.size(); ++k) {
    if (text == roles[k]) return static_cast<TheoremRole>(k);
  }
  throw ConfigurationError(
      fmt::format("{}: role '{}'; known are {}", line.where, text, fmt::join(roles, ", ")));
}

PublishedTheorem theorem_of(const std::string& source, const CsvLine& line) {
  PublishedTheorem out{source,
                       line.text("number"),
                       role_of(line),
                       line.text("statement"),
                       {},
                       line.text("check"),
                       line.number("times").value_or(1.0),
                       line.where};
  std::istringstream words(line.text("sets"));
  for (std::string word; words >> word;)
    out.sets.push_back(word);
  if (out.number.empty() || out.statement.empty()) {
    throw ConfigurationError(
        fmt::format("{}: a theorem needs a number and a statement", line.where));
  }
  if (out.check.empty() != (out.role == TheoremRole::untested)) {
    throw ConfigurationError(
        fmt::format("{}: a theorem has either a check or the role 'untested'", line.where));
  }
  if (!(out.times > 0.0) || (out.role == TheoremRole::sharp) != (out.times < 1.0)) {
    throw ConfigurationError(
        fmt::format("{}: times = {}; it is in (0, 1) of the role 'sharp', and 1 or more else",
                    line.where, out.times));
  }
  return out;
}

}  // namespace

std::string_view to_text(TheoremRole role) {
  return roles[static_cast<std::size_t>(role)];
}

bool must_hold(TheoremRole role) {
  return role == TheoremRole::theorem || role == TheoremRole::corrected;
}

std::vector<PublishedTheorem> read_theorems(const std::string& source) {
  const auto path = std::filesystem::path(published_folder()) / source / "theorems.csv";
  if (!std::filesystem::exists(path)) return {};
  return read_theorems_file(source, path.string());
}

std::vector<PublishedTheorem> read_theorems_file(const std::string& source,
                                                 const std::string& path) {
  constexpr std::array columns{"number", "role", "statement", "sets", "check", "times"};
  std::vector<PublishedTheorem> out;
  for (const CsvLine& line : read_csv(path, columns))
    out.push_back(theorem_of(source, line));
  return out;
}

}  // namespace impactbench
