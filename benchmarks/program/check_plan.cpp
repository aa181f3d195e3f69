#include "benchmarks/program/check_plan.hpp"

#include "benchmarks/files/output.hpp"
#include "benchmarks/matrix/runner.hpp"
#include "benchmarks/program/commands.hpp"
#include "benchmarks/regression/junit.hpp"
#include "problems/base/counted.hpp"
#include "problems/base/error.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>

namespace impactbench {
namespace {

/// A folder that is gone afterwards: a check believes no row that was stored before.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::error_code failed;
    path_ = std::filesystem::temp_directory_path(failed) / "impactbench_check_XXXXXX";
    if (failed)
      throw ConfigurationError("check: TMPDIR names no folder, so there is no place for its rows");
    std::string name = path_;
    if (mkdtemp(name.data()) == nullptr) {
      throw ConfigurationError(fmt::format("no folder '{}' can be made", name));
    }
    path_ = name;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  [[nodiscard]] std::string file(const char* name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

std::vector<Row> rows_of(const Plan& plan, const CheckPlan& o) {
  const ScratchFolder folder;
  const bool kept = !o.store.empty();
  Store store(kept ? o.store : folder.file("rows.db"), StoreMode::write);
  RunOptions options{.jobs = o.jobs};
  if (!kept) options.repeats = 0;
  if (run_plan(plan, store, options).interrupted) {
    throw ConfigurationError("check: interrupted");
  }
  return store.rows(RowExtent::brief);
}

int write_it(const CheckPlan& o, const std::vector<Row>& rows) {
  write_to(o.baseline, [&](std::ostream& out) { write_baseline(rows, out); });
  const auto bad = std::count_if(rows.begin(), rows.end(), [](const Row& row) {
    return !(ran_to_the_end(row.status) && row.status != RowStatus::missed) &&
           row.status != RowStatus::not_applicable && !is_expected_failure(row);
  });
  fmt::print("{} written to {}; {} of them missed or failed\n",
             counted(rows.size(), "cell", "cells"), o.baseline, bad);
  return bad == 0 ? 0 : 1;
}

/// The worst of all differences, whatever cell they are of, each in a line; returns how many cells
/// differ.
std::size_t print_differences(const std::vector<CheckedCell>& cells, bool all) {
  constexpr std::size_t most = 10;
  std::vector<std::pair<Difference, const std::string*>> found;
  std::size_t differing = 0;
  for (const CheckedCell& cell : cells) {
    differing += cell.differences.empty() ? 0 : 1;
    for (const Difference& difference : cell.differences)
      found.emplace_back(difference, &cell.name);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t k = 0; k < found.size() && (all || k < most); ++k)
    fmt::print("{}: {}\n", *found[k].second, found[k].first.text);
  if (!all && found.size() > most)
    fmt::print("... and {}: --all prints, --junit writes them\n",
               counted(found.size() - most, "lesser difference", "lesser differences"));
  return differing;
}

}  // namespace

int check_plan(const CheckPlan& o) {
  const Plan plan = read_plan(o.plan);
  const std::vector<BaselineCell> baseline =
      o.write ? std::vector<BaselineCell>{} : read_baseline(o.baseline);
  expect_output(o.write ? o.baseline : o.junit);
  if (!o.store.empty() && std::filesystem::exists(o.store)) {
    throw ConfigurationError(fmt::format(
        "check: '{}' exists already, and a check believes no row that was stored before", o.store));
  }
  const std::vector<Row> rows = rows_of(plan, o);
  if (o.write) return write_it(o, rows);
  std::vector<CheckedCell> cells = check_rows(rows, baseline);
  sort_worst_first(cells);
  const std::size_t differing = print_differences(cells, o.all);
  if (!o.junit.empty()) {
    write_to(o.junit, [&](std::ostream& out) { write_junit(plan.label, cells, out); });
  }
  fmt::print("{} checked against {}: {}\n", counted(cells.size(), "cell", "cells"), o.baseline,
             counted(differing, "differs", "differ"));
  return differing == 0 ? 0 : 1;
}

}  // namespace impactbench
