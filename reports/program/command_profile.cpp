#include "benchmarks/library/solve_file.hpp"
#include "reports/generate/library_report.hpp"
#include "reports/program/draw_files.hpp"

namespace impactbench {

void add_profile(CLI::App& app, Action& action) {
  add_draw_files<FileSolve>(app, action,
                            {.name = "profile",
                             .folder = "profile",
                             .summary = "Draw what solve measured over many files",
                             .source = "impactbench solve --csv",
                             .records = "solves",
                             .read = read_solves,
                             .write = write_library_report});
}

}  // namespace impactbench
