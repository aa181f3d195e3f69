#include "benchmarks/library/solve_file.hpp"
#include "benchmarks/store/csv_text.hpp"
#include "reference/published/csv.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

namespace impactbench {
namespace {

constexpr std::array columns{"file",   "contacts",  "rows",          "bodies",  "solver",
                             "data",   "tolerance", "own_tolerance", "limit",   "status",
                             "reason", "residual",  "cone",          "claimed", "iterations",
                             "setup",  "cpu"};

constexpr const char* delassus = "delassus";

int integer(const CsvLine& line, const char* column) {
  return static_cast<int>(line.needed(column));
}

}  // namespace

void write_solves(const std::vector<FileSolve>& solves, std::ostream& out) {
  out << fmt::format("{}\n", fmt::join(columns, ","));
  const auto number = [](const std::optional<double>& x) {
    return x ? fmt::format("{:.6g}", *x) : std::string();
  };
  for (const FileSolve& s : solves) {
    out << fmt::format("{},{},{},{},{},{},{:g},{:g},{:g},{},{},{},{},{},{},{},{}\n",
                       csv_phrase(s.file), s.contacts, s.rows, s.bodies, csv_phrase(s.solver),
                       s.data == GivenMatrix::delassus ? delassus : "factors", s.tolerance,
                       s.own_tolerance, s.limit, to_text(s.status), csv_phrase(s.reason),
                       number(s.residual), number(s.cone), s.claimed ? 1 : 0, s.iterations,
                       number(s.setup), number(s.cpu));
  }
}

std::vector<FileSolve> read_solves(const std::string& path) {
  std::vector<FileSolve> out;
  for (const CsvLine& line : read_csv(path, columns)) {
    out.push_back(
        {.file = line.text("file"),
         .contacts = integer(line, "contacts"),
         .rows = integer(line, "rows"),
         .bodies = integer(line, "bodies"),
         .solver = line.text("solver"),
         .data = line.text("data") == delassus ? GivenMatrix::delassus : GivenMatrix::factors,
         .tolerance = line.needed("tolerance"),
         .own_tolerance = line.needed("own_tolerance"),
         .limit = line.needed("limit"),
         .status = row_status(line.text("status")),
         .reason = line.text("reason"),
         .residual = line.number("residual"),
         .cone = line.number("cone"),
         .claimed = integer(line, "claimed") == 1,
         .iterations = integer(line, "iterations"),
         .setup = line.number("setup"),
         .cpu = line.number("cpu")});
  }
  return out;
}

}  // namespace impactbench
