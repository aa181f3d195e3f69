#pragma once

#include "benchmarks/files/output.hpp"
#include "benchmarks/store/store.hpp"

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace impactbench {

/// Runs the chosen subcommand; its return value is the exit status.
using Action = std::function<int()>;

/// Each adds its subcommands to `app`; the chosen one sets `action`.
void add_list(CLI::App& app, Action& action);
void add_run(CLI::App& app, Action& action);
void add_converge(CLI::App& app, Action& action);
void add_merge(CLI::App& app, Action& action);
void add_export(CLI::App& app, Action& action);
void add_compare(CLI::App& app, Action& action);
void add_check(CLI::App& app, Action& action);
void add_problems(CLI::App& app, Action& action);
void add_dissipation(CLI::App& app, Action& action);
void add_solve(CLI::App& app, Action& action);
void add_state(CLI::App& app, Action& action);
void add_scene(CLI::App& app, Action& action);
void add_submit(CLI::App& app, Action& action);
void add_status(CLI::App& app, Action& action);
void add_new(CLI::App& app, Action& action);
void add_formats(CLI::App& app, Action& action);
void add_paraview(CLI::App& app, Action& action);

/// Opens a store for reading; warns on stderr if it may lack rows (Store::warning).
[[nodiscard]] Store open_to_read(const std::string& path);

/// Calls `f` with each row of a store, without histories and frames, or of a file of JSON lines as
/// `export --jsonl` writes it; one is in memory at a time.
void each_row_of(const std::string& path, const std::function<void(Row&&)>& f,
                 RowParts parts = RowParts::all);
/// The same rows, all in memory.
[[nodiscard]] std::vector<Row> read_rows(const std::string& path);

}  // namespace impactbench
