#include "reference/published/table.hpp"

#include "problems/base/csv.hpp"
#include "problems/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace impactbench {
namespace {

namespace fs = std::filesystem;

constexpr std::array columns{"table", "problem", "quantity", "value"};
constexpr std::array optional_columns{
    "scheme", "alpha", "solver", "dt",   "penalty_kind", "R_or_cnu",      "c_tau",
    "mu",     "eps",   "unit",   "note", "suspect",      "suspect_grade", "suspect_value"};

fs::path folder_of(const std::string& source) {
  const fs::path root = published_folder();
  if (source.empty() || !fs::is_directory(root / source)) {
    std::string known;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(root, ignored)) {
      if (entry.is_directory())
        known += (known.empty() ? "" : ", ") + entry.path().filename().string();
    }
    throw ConfigurationError(
        fmt::format("there is no published source '{}'; known: {}", source, known));
  }
  return root / source;
}

PublishedValue value_of(const CsvLine& line) {
  PublishedValue out;
  out.table = line.text("table");
  out.problem = line.text("problem");
  out.scheme = line.text("scheme");
  out.alpha = line.number("alpha");
  out.solver = line.text("solver");
  out.dt = line.text("dt");
  out.penalty_kind = line.text("penalty_kind");
  out.penalty = line.number("R_or_cnu");
  out.c_tau = line.number("c_tau");
  out.mu = line.number("mu");
  out.eps = line.number("eps");
  out.quantity = line.text("quantity");
  out.digits = line.text("value");
  out.value = line.number("value");
  out.unit = line.text("unit");
  out.note = line.text("note");
  out.suspect = line.text("suspect");
  out.suspect_grade = line.text("suspect_grade");
  out.suspect_digits = line.text("suspect_value");
  out.suspect_value = line.number("suspect_value");
  out.columns = line.cells;
  out.place = line.where;
  return out;
}

/// The folder that is installed with this program; empty in a build tree, which has none.
std::string installed_folder() {
  std::error_code unknown;
  const fs::path program = fs::read_symlink("/proc/self/exe", unknown);
  if (program.empty()) return "";  // not the one below the current folder
  const fs::path out = program.parent_path().parent_path() / "share/impactbench/published";
  return fs::is_directory(out, unknown) ? out.string() : "";
}

}  // namespace

std::string published_folder() {
  static const std::string installed = installed_folder();
  if (const char* elsewhere = std::getenv("IMPACTBENCH_PUBLISHED")) return elsewhere;
  return installed.empty() ? IMPACTBENCH_PUBLISHED_DIR : installed;
}

std::vector<std::string> published_tables(const std::string& source) {
  std::vector<std::pair<int, std::string>> found;
  for (const auto& entry : fs::directory_iterator(folder_of(source))) {
    const std::string name = entry.path().stem().string();
    if (entry.path().extension() != ".csv") continue;
    int chapter = 0;
    int table = 0;
    const int numbers = std::sscanf(name.c_str(), "tab%d_%d", &chapter, &table);
    if (numbers == 2 && name == fmt::format("tab{}_{}", chapter, table)) {
      found.emplace_back(1000 * chapter + table, fmt::format("{}.{}", chapter, table));
    } else if (numbers == 1 && name == fmt::format("tab{}", chapter)) {
      found.emplace_back(1000 * chapter, fmt::format("{}", chapter));
    }
  }
  std::sort(found.begin(), found.end());
  std::vector<std::string> out;
  for (auto& [order, name] : found)
    out.push_back(std::move(name));
  return out;
}

std::vector<PublishedValue> read_published(const std::string& source, const std::string& table) {
  std::string name = "tab" + table;
  std::replace(name.begin(), name.end(), '.', '_');
  const fs::path path = folder_of(source) / (name + ".csv");
  if (!fs::exists(path)) {
    throw ConfigurationError(fmt::format("{} has no table '{}'; known: {}", source, table,
                                         fmt::join(published_tables(source), ", ")));
  }
  std::vector<PublishedValue> out;
  for (const CsvLine& line : read_csv(path.string(), columns, optional_columns)) {
    out.push_back(value_of(line));
    if (out.back().table != table) {
      throw ConfigurationError(fmt::format("{}: a row of table '{}' where all are of table '{}'",
                                           line.where, out.back().table, table));
    }
  }
  return out;
}

bool agrees_with_print(double ours, const std::string& digits) {
  const auto number = decimal(digits);
  if (!number || !std::isfinite(ours)) return false;
  const double printed = *number;
  const bool has_sign = digits[0] == '-' || digits[0] == '+';
  const double x = has_sign ? ours : std::abs(ours);
  // One unit of the last printed digit.
  const std::size_t exponent_at = digits.find_first_of("eE");
  const std::string mantissa = digits.substr(0, exponent_at);
  // A double: 0e-9999999999 is a number too.
  const double exponent =
      exponent_at == std::string::npos ? 0.0 : std::atof(digits.c_str() + exponent_at + 1);
  const std::size_t point = mantissa.find('.');
  const int decimals =
      point == std::string::npos ? 0 : static_cast<int>(mantissa.size() - point - 1);
  const double unit = std::pow(10.0, exponent - decimals);
  // Truncated: |x| in [|p|, |p| + unit); rounded: |x - p| <= unit / 2. The slack is for the decimal
  // print of a binary number.
  const double slack = 1e-9 * unit;
  const double magnitude = std::abs(x) - std::abs(printed);
  const bool same_side = printed == 0.0 || x * printed >= 0.0;
  return same_side && magnitude >= -0.5 * unit - slack && magnitude < unit - slack;
}

}  // namespace impactbench
