#include "benchmarks/peers/race/runs.hpp"

#include "benchmarks/store/csv_text.hpp"
#include "reference/published/csv.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

namespace impactbench {
namespace {

constexpr std::array columns{"scene",         "engine",      "settings",         "version",
                             "deviations",    "status",      "reason",           "dt",
                             "repeat",        "steps",       "window",           "load",
                             "cpu",           "penetration", "mean_penetration", "energy_error",
                             "energy_change", "kinetic",     "residual"};

PeerRun run_of(const CsvLine& line) {
  PeerRun out;
  out.scene = line.text("scene");
  out.engine = line.text("engine");
  out.settings = line.text("settings");
  out.version = line.text("version");
  out.deviations = line.text("deviations");
  out.status = row_status(line.text("status"));
  out.reason = line.text("reason");
  out.dt = line.needed("dt");
  out.repeat = static_cast<int>(line.needed("repeat"));
  out.steps = static_cast<std::int64_t>(line.needed("steps"));
  out.window = line.needed("window");
  out.load = line.needed("load");
  out.cpu = line.number("cpu");
  out.penetration = line.number("penetration");
  out.mean_penetration = line.number("mean_penetration");
  out.energy_error = line.number("energy_error");
  out.energy_change = line.number("energy_change");
  out.kinetic = line.number("kinetic");
  out.residual = line.number("residual");
  return out;
}

}  // namespace

void write_peer_runs(const std::vector<PeerRun>& runs, std::ostream& out) {
  out << fmt::format("{}\n", fmt::join(columns, ","));
  const auto number = [](const std::optional<double>& x) {
    return x ? fmt::format("{:.6g}", *x) : std::string();
  };
  for (const PeerRun& r : runs) {
    out << fmt::format(
        "{},{},{},{},{},{},{},{:g},{},{},{:g},{:.2f},{},{},{},{},{},{},{}\n", csv_phrase(r.scene),
        csv_phrase(r.engine), csv_phrase(r.settings), csv_phrase(r.version),
        csv_phrase(r.deviations), to_text(r.status), csv_phrase(r.reason), r.dt, r.repeat, r.steps,
        r.window, r.load, number(r.cpu), number(r.penetration), number(r.mean_penetration),
        number(r.energy_error), number(r.energy_change), number(r.kinetic), number(r.residual));
  }
}

std::vector<PeerRun> read_peer_runs(const std::string& path) {
  std::vector<PeerRun> out;
  for (const CsvLine& line : read_csv(path, columns))
    out.push_back(run_of(line));
  return out;
}

}  // namespace impactbench
