#include "benchmarks/store/row_bytes.hpp"
#include "benchmarks/store/store.hpp"
#include "problems/base/error.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <filesystem>
#include <unordered_map>
#include <vector>

namespace impactbench {
namespace {

/// The rank of a row among those of its key.
enum class Worth {
  trouble,  ///< of the machine: the cell was not tried to its end
  died,     ///< depends on the machine's mood
  ran,      ///< its values must be those of every other run
};

Worth worth(const Row& row) {
  switch (row.status) {
    case RowStatus::failed:
      return Worth::trouble;
    case RowStatus::crashed:
    case RowStatus::timed_out:
    case RowStatus::out_of_memory:
      return Worth::died;
    default:
      return Worth::ran;
  }
}

/// Where the row of a key is taken from.
struct Candidate {
  std::size_t source;
  Worth worth;
  XXH128_hash_t hash;  ///< of its compared values
};

class Choice {
 public:
  /// One store is open at a time: there may be more of them than a process may have files.
  explicit Choice(const std::vector<std::string>& sources) : sources_(sources) {
    for (std::size_t k = 0; k < sources.size(); ++k) {
      Store(sources[k], StoreMode::read).each_row([&](const Row& row) { consider(row, k); });
    }
  }

  [[nodiscard]] bool chosen(const Row& row, std::size_t source) const {
    // A store that is being written may have new rows by now: the next merge takes them.
    const auto it = best_.find(row.key);
    return it != best_.end() && it->second.source == source;
  }

 private:
  void consider(const Row& row, std::size_t source) {
    const std::string text = compared_bytes(row);
    const Candidate candidate{source, worth(row), XXH3_128bits(text.data(), text.size())};
    const auto [it, is_new] = best_.emplace(row.key, candidate);
    if (!is_new && better(candidate, it->second, row)) it->second = candidate;
  }

  /// Whether `a` takes the place of `b`. Among rows that did not run the hashes decide, so that the
  /// order of the inputs does not.
  [[nodiscard]] bool better(const Candidate& a, const Candidate& b, const Row& row) const {
    if (a.worth != b.worth) return a.worth > b.worth;
    if (XXH128_isEqual(a.hash, b.hash)) return false;
    if (a.worth == Worth::ran) {
      throw ConfigurationError(fmt::format(
          "merge: the rows of key {} ({}/{}) in '{}' and '{}' differ; nothing was "
          "written",
          row.key, row.cell.problem, row.cell.scheme, sources_[b.source], sources_[a.source]));
    }
    return XXH128_cmp(&a.hash, &b.hash) < 0;
  }

  const std::vector<std::string>& sources_;
  std::unordered_map<std::string, Candidate> best_;
};

}  // namespace

void merge(const std::string& output, std::span<const std::string> inputs) {
  namespace fs = std::filesystem;
  std::vector<std::string> sources;
  std::error_code ignored;
  // The existing output is the first source.
  const bool extends = fs::exists(output, ignored);
  if (extends) sources.push_back(output);
  for (const std::string& input : inputs) {
    if (fs::equivalent(input, output, ignored)) {
      throw ConfigurationError(fmt::format("merge: '{}' is both input and output", input));
    }
    sources.push_back(input);
  }
  // Everything is compared before anything is written.
  const Choice choice(sources);
  Store target(output, StoreMode::write);
  target.at_once([&] {
    for (std::size_t k = extends ? 1 : 0; k < sources.size(); ++k) {
      Store(sources[k], StoreMode::read).each_row([&](const Row& row) {
        if (choice.chosen(row, k)) target.put(row);
      });
    }
  });
}

}  // namespace impactbench
