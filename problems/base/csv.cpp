#include "problems/base/csv.hpp"

#include "problems/base/error.hpp"
#include "problems/base/regular_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>
#include <system_error>

namespace impactbench {
namespace {

/// The names of the columns; throws unless each of ours is there once.
std::vector<std::string> header(std::istream& in, const std::string& path,
                                std::span<const char* const> columns) {
  std::string line;
  std::getline(in, line);
  const std::string where = path + ":1";
  std::vector<std::string> out = csv_cells(line, where);
  for (const char* name : columns) {
    const auto count = std::count(out.begin(), out.end(), name);
    if (count != 1) {
      throw ConfigurationError(
          fmt::format("{}: column '{}' occurs {} times; each of these must occur once: {}", where,
                      name, count, fmt::join(columns, ", ")));
    }
  }
  for (const std::string& name : out) {
    if (std::count(out.begin(), out.end(), name) > 1)
      throw ConfigurationError(fmt::format("{}: column '{}' occurs twice", where, name));
  }
  return out;
}

}  // namespace

std::vector<std::string> csv_cells(std::string_view line, const std::string& where) {
  std::vector<std::string> out(1);
  bool quoted = false;
  for (std::size_t k = 0; k < line.size(); ++k) {
    const char c = line[k];
    if (c == '"' && quoted && k + 1 < line.size() && line[k + 1] == '"') {
      out.back() += '"';
      ++k;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      out.emplace_back();
    } else if (c != '\r') {
      out.back() += c;
    }
  }
  if (quoted) throw ConfigurationError(fmt::format("{}: a quote is not closed", where));
  return out;
}

std::optional<double> decimal(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double x = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), x);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(x)) {
    return std::nullopt;
  }
  return x;
}

std::optional<double> CsvLine::number(const std::string& column) const {
  const std::string& cell = text(column);
  if (cell.empty()) return std::nullopt;
  const auto x = decimal(cell);
  if (!x) {
    throw ConfigurationError(
        fmt::format("{}: '{}' in column '{}' is not a number", where, cell, column));
  }
  return x;
}

double CsvLine::needed(const std::string& column) const {
  if (const auto x = number(column)) return *x;
  throw ConfigurationError(
      fmt::format("{}: column '{}' is empty; it must be a number", where, column));
}

std::vector<CsvLine> read_csv(const std::string& path, std::span<const char* const> columns,
                              std::span<const char* const> optional) {
  auto content = read_regular_file(path);
  if (!content) throw ConfigurationError(fmt::format("file '{}' cannot be read", path));
  std::istringstream in(*std::move(content));
  const std::vector<std::string> names = header(in, path, columns);
  std::vector<CsvLine> out;
  std::string line;
  for (int count = 2; std::getline(in, line); ++count) {
    if (line.empty() || line == "\r") continue;
    CsvLine next{fmt::format("{}:{}", path, count), {}};
    const std::vector<std::string> cells = csv_cells(line, next.where);
    if (cells.size() != names.size()) {
      throw ConfigurationError(
          fmt::format("{}: {} fields; there must be {}", next.where, cells.size(), names.size()));
    }
    for (std::size_t k = 0; k < names.size(); ++k)
      next.cells[names[k]] = cells[k];
    for (const char* name : optional)
      next.cells.emplace(name, "");
    out.push_back(std::move(next));
  }
  return out;
}

}  // namespace impactbench
