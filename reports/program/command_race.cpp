#include "benchmarks/peers/race/runs.hpp"
#include "reports/generate/race_report.hpp"
#include "reports/program/draw_files.hpp"

namespace impactbench {

void add_race(CLI::App& app, Action& action) {
  add_draw_files<PeerRun>(app, action,
                          {.name = "race",
                           .folder = "peers",
                           .summary = "Draw what peers measured",
                           .source = "impactbench peers",
                           .records = "runs",
                           .read = read_peer_runs,
                           .write = write_race_report});
}

}  // namespace impactbench
