#include "benchmarks/store/row.hpp"

#include "benchmarks/files/inputs.hpp"
#include "problems/base/error.hpp"
#include "problems/base/regular_file.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>

namespace impactbench {
namespace {

struct Word {
  RowStatus status;
  std::string_view word;
};
constexpr std::array words{Word{RowStatus::passed, "passed"},
                           Word{RowStatus::unjudged, "unjudged"},
                           Word{RowStatus::unresolved, "unresolved"},
                           Word{RowStatus::missed, "missed"},
                           Word{RowStatus::not_applicable, "not_applicable"},
                           Word{RowStatus::stopped, "stopped"},
                           Word{RowStatus::crashed, "crashed"},
                           Word{RowStatus::timed_out, "timed_out"},
                           Word{RowStatus::out_of_memory, "out_of_memory"},
                           Word{RowStatus::failed, "failed"}};

void append(std::string& text, std::string_view owner, const ParameterSet& set) {
  for (const auto& [key, value] : set) {
    // The type is part of the text: 1 and "1" are different settings, 1 and 1.0 are not, because
    // the parameters have been resolved.
    text.append(owner).append(1, '.').append(key).append(1, '=');
    text.append(std::to_string(value.index())).append(1, ':').append(to_text(value)) += '\n';
  }
}

std::string hash_of(const std::string& bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

}  // namespace

std::string_view to_text(RowStatus status) {
  for (const Word& w : words) {
    if (w.status == status) return w.word;
  }
  return "unknown";
}

RowStatus row_status(std::string_view word) {
  for (const Word& w : words) {
    if (w.word == word) return w.status;
  }
  throw ConfigurationError(fmt::format("'{}' is not a status of a row", word));
}

bool is_expected_failure(const Row& row) {
  if (row.status != RowStatus::missed && row.status != RowStatus::stopped) return false;
  return !row.checks.empty() &&
         std::all_of(row.checks.begin(), row.checks.end(),
                     [](const Check& c) { return c.passed || c.unresolved || c.expected_failure; });
}

std::string canonical_text(const Cell& cell, std::string_view revision, std::string_view build) {
  std::string text = fmt::format(
      "problem={}\nscheme={}\nsolver={}\ndt={}\ndt_precision={}\ntolerance={}\nrevision={}\nbuild={"
      "}\n",
      cell.problem, cell.scheme, cell.solver, to_text(cell.dt), cell.dt_precision,
      cell.tolerance_set, revision, build);
  // Only if asked for, so that the key of a row without pictures stays as it was.
  if (cell.frames > 0) text += fmt::format("frames={}\n", cell.frames);
  if (cell.ensemble.size > 0) {
    text += fmt::format("ensemble={} seed={} amplitude={}\n", cell.ensemble.size,
                        cell.ensemble.seed, to_text(cell.ensemble.amplitude));
  }
  for (const auto& [parameter, hash] : cell.files)
    text += fmt::format("file {}={}\n", parameter, hash);
  append(text, "problem", cell.problem_parameters);
  append(text, "scheme", cell.scheme_parameters);
  append(text, "solver", cell.solver_parameters);
  return text;
}

std::string content_key(const Cell& cell, std::string_view revision, std::string_view build) {
  return hash_of(canonical_text(cell, revision, build));
}

std::string file_hash(const std::string& path) {
  remember_input(path);
  const auto bytes = read_regular_file(path);
  if (!bytes) throw ConfigurationError(fmt::format("'{}' cannot be read", path));
  return hash_of(*bytes);
}

}  // namespace impactbench
