#include "benchmarks/library/solve_file.hpp"
#include "problems/model/error.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>

namespace impactbench {
namespace {

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> out{""};
  for (const char c : line) {
    if (c == ',') {
      out.emplace_back();
    } else {
      out.back() += c;
    }
  }
  return out;
}

class Line {
 public:
  Line(std::vector<std::string> cells, std::string where)
      : cells_(std::move(cells)), where_(std::move(where)) {
    if (cells_.size() != 12)
      refuse(
          fmt::format("has {} columns; a file of 'impactbench solve --csv' has 12", cells_.size()));
  }
  [[noreturn]] void refuse(const std::string& what) const {
    throw ConfigurationError(fmt::format("{} {}", where_, what));
  }
  [[nodiscard]] const std::string& text(std::size_t column) const { return cells_[column]; }
  [[nodiscard]] double number(std::size_t column) const {
    std::size_t end = 0;
    double out = std::nan("");
    try {
      out = std::stod(cells_[column], &end);
    } catch (const std::exception&) {
      end = 0;
    }
    if (end == 0 || end != cells_[column].size() || !std::isfinite(out))
      refuse(fmt::format("has '{}' in column {}: must be a number", cells_[column], column + 1));
    return out;
  }
  [[nodiscard]] int integer(std::size_t column) const { return static_cast<int>(number(column)); }
  [[nodiscard]] std::optional<double> number_or_none(std::size_t column) const {
    if (cells_[column].empty()) return std::nullopt;
    return number(column);
  }

 private:
  std::vector<std::string> cells_;
  std::string where_;
};

}  // namespace

std::vector<FileSolve> read_solves(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw ConfigurationError(fmt::format("there is no file '{}'", path));
  std::vector<FileSolve> out;
  std::string text;
  for (int n = 1; std::getline(in, text); ++n) {
    const Line line(cells_of(text), fmt::format("'{}', line {},", path, n));
    if (n == 1) {
      if (line.text(0) != "file") line.refuse("is no header of 'impactbench solve --csv'");
      continue;
    }
    out.push_back({.file = line.text(0),
                   .contacts = line.integer(1),
                   .rows = line.integer(2),
                   .bodies = line.integer(3),
                   .solver = line.text(4),
                   .tolerance = line.number(5),
                   .status = row_status(line.text(6)),
                   .reason = line.text(7),
                   .residual = line.number_or_none(8),
                   .claimed = line.integer(9) == 1,
                   .iterations = line.integer(10),
                   .cpu = line.number_or_none(11)});
  }
  return out;
}

}  // namespace impactbench
