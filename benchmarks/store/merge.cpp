#include "benchmarks/store/row_json.hpp"
#include "benchmarks/store/store.hpp"
#include "problems/model/error.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace impactbench {
namespace {

/// Rows whose values depend on the machine's mood are worth less than rows that ran.
bool ran(const Row& row) {
  return row.status != RowStatus::crashed && row.status != RowStatus::timed_out &&
         row.status != RowStatus::out_of_memory;
}

void merge_row(Store& output, const Row& row, const std::string& from) {
  const std::optional<Row> old = output.get(row.key);
  if (old) {
    if (ran(*old) && ran(row) && compared_json(*old) != compared_json(row)) {
      throw ConfigurationError(
          fmt::format("merge: two rows of one key {} ({}) differ; '{}' has the other one", row.key,
                      title(row.cell), from));
    }
    if (ran(*old) || !ran(row)) return;
  }
  output.put(row);
}

}  // namespace

void merge(const std::string& output, std::span<const std::string> inputs) {
  namespace fs = std::filesystem;
  std::vector<Store> sources;
  for (const std::string& input : inputs) {
    std::error_code ignored;
    if (fs::equivalent(input, output, ignored)) {
      throw ConfigurationError(fmt::format("merge: '{}' is both input and output", input));
    }
    sources.emplace_back(input, StoreMode::read);
  }
  Store target(output, StoreMode::write);
  for (const Store& source : sources) {
    for (const Row& row : source.rows())
      merge_row(target, row, source.path());
  }
}

}  // namespace impactbench
