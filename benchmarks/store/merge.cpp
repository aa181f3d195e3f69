#include "benchmarks/store/row_json.hpp"
#include "benchmarks/store/store.hpp"
#include "problems/model/error.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>

namespace impactbench {
namespace {

/// Rows whose values depend on the machine's mood are worth less than rows that ran.
bool ran(const Row& row) {
  return row.status != RowStatus::crashed && row.status != RowStatus::timed_out &&
         row.status != RowStatus::out_of_memory;
}

struct Candidate {
  Row row;
  std::string compared;
  std::string from;
};

/// Whether `a` takes the place of `b`. Among rows that did not run the order of the texts decides,
/// so that the order of the inputs does not.
bool better(const Candidate& a, const Candidate& b) {
  if (ran(a.row) != ran(b.row)) return ran(a.row);
  if (a.compared == b.compared) return false;
  if (ran(a.row)) {
    throw ConfigurationError(fmt::format(
        "merge: the rows of key {} ({}/{}) in '{}' and '{}' differ; nothing was written", a.row.key,
        a.row.cell.problem, a.row.cell.scheme, b.from, a.from));
  }
  return a.compared < b.compared;
}

using Rows = std::map<std::string, Candidate>;

void gather(Rows& best, const Store& store) {
  for (Row& row : store.rows()) {
    const std::string key = row.key;
    std::string text = compared_json(row);
    Candidate candidate{std::move(row), std::move(text), store.path()};
    const auto it = best.find(key);
    if (it == best.end()) {
      best.emplace(key, std::move(candidate));
    } else if (better(candidate, it->second)) {
      it->second = std::move(candidate);
    }
  }
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
  // Everything is compared before anything is written.
  Rows best;
  if (std::error_code ignored; fs::exists(output, ignored)) {
    gather(best, Store(output, StoreMode::read));
  }
  for (const Store& source : sources)
    gather(best, source);
  std::vector<Row> rows;
  for (auto& [key, candidate] : best) {
    if (candidate.from != output) rows.push_back(std::move(candidate.row));
  }
  Store(output, StoreMode::write).put_all(rows);
}

}  // namespace impactbench
