#include "benchmarks/peers/race/runs.hpp"

#include "problems/model/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>

namespace impactbench {
namespace {

const std::vector<std::string> columns{
    "scene",        "engine",        "settings", "version",     "deviations",
    "status",       "reason",        "dt",       "repeat",      "steps",
    "window",       "load",          "cpu",      "penetration", "mean_penetration",
    "energy_error", "energy_change", "kinetic",  "residual"};

std::string plain(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == ',' || c == '\n' || c == '"'; }, ';');
  return text;
}

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

/// One line of the file, which knows where it stands.
class Line {
 public:
  Line(const std::string& text, std::string where) : cells_(cells_of(text)), where_(where) {
    if (cells_.size() != columns.size())
      throw ConfigurationError(
          fmt::format("{} has {} columns; a file of 'impactbench peers' has {}", where_,
                      cells_.size(), columns.size()));
  }
  [[nodiscard]] bool is_header() const { return cells_ == columns; }
  [[nodiscard]] std::string text() { return cells_[at_++]; }
  [[nodiscard]] std::optional<double> number() {
    const std::string& cell = cells_[at_++];
    if (cell.empty()) return std::nullopt;
    std::size_t end = 0;
    double out = std::nan("");
    try {
      out = std::stod(cell, &end);
    } catch (const std::exception&) {
      end = 0;
    }
    if (end != cell.size() || !std::isfinite(out))
      throw ConfigurationError(fmt::format("{} has '{}' in column {}: must be a number", where_,
                                           cell, columns[at_ - 1]));
    return out;
  }
  [[nodiscard]] double needed() {
    if (const auto out = number()) return *out;
    throw ConfigurationError(
        fmt::format("{} has nothing in column {}: must be a number", where_, columns[at_ - 1]));
  }

 private:
  std::vector<std::string> cells_;
  std::string where_;
  std::size_t at_{0};
};

PeerRun run_of(Line& line) {
  PeerRun out;
  out.scene = line.text();
  out.engine = line.text();
  out.settings = line.text();
  out.version = line.text();
  out.deviations = line.text();
  out.status = row_status(line.text());
  out.reason = line.text();
  out.dt = line.needed();
  out.repeat = static_cast<int>(line.needed());
  out.steps = static_cast<std::int64_t>(line.needed());
  out.window = line.needed();
  out.load = line.needed();
  out.cpu = line.number();
  out.penetration = line.number();
  out.mean_penetration = line.number();
  out.energy_error = line.number();
  out.energy_change = line.number();
  out.kinetic = line.number();
  out.residual = line.number();
  return out;
}

}  // namespace

void write_peer_runs(const std::vector<PeerRun>& runs, std::ostream& out) {
  out << fmt::format("{}\n", fmt::join(columns, ","));
  const auto number = [](const std::optional<double>& x) {
    return x ? fmt::format("{:.6g}", *x) : std::string();
  };
  for (const PeerRun& r : runs) {
    out << fmt::format("{},{},{},{},{},{},{},{:g},{},{},{:g},{:.2f},{},{},{},{},{},{},{}\n",
                       plain(r.scene), plain(r.engine), plain(r.settings), plain(r.version),
                       plain(r.deviations), to_text(r.status), plain(r.reason), r.dt, r.repeat,
                       r.steps, r.window, r.load, number(r.cpu), number(r.penetration),
                       number(r.mean_penetration), number(r.energy_error), number(r.energy_change),
                       number(r.kinetic), number(r.residual));
  }
}

std::vector<PeerRun> read_peer_runs(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw ConfigurationError(fmt::format("there is no file '{}'", path));
  std::vector<PeerRun> out;
  std::string text;
  for (int n = 1; std::getline(in, text); ++n) {
    Line line(text, fmt::format("'{}', line {},", path, n));
    if (n > 1) {
      out.push_back(run_of(line));
    } else if (!line.is_header()) {
      throw ConfigurationError(fmt::format("'{}' has no header of 'impactbench peers'", path));
    }
  }
  return out;
}

}  // namespace impactbench
