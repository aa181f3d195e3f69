#pragma once

#include "benchmarks/store/row.hpp"
#include "reports/generate/links.hpp"
#include "reports/generate/scheme_summary.hpp"

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace impactbench {

/// The facts about a cell in the overview.
struct LinkedCell {
  std::string problem, scheme, solver, settings, status, file;
  std::string reason;
  /// The ratio of its worst error to its limit, 0 (a ten thousandth and less) to 5 (half and more);
  /// -1 if no error has a limit.
  int level{-1};
  std::string worst{};  ///< the same in words
  bool film{false};
};

/// The front page, built cell by cell: missed checks, the schemes in a line each, and every problem
/// with every scheme, one mark for each run that links to its page and is the darker the nearer its
/// worst error is to its limit.
class Overview {
 public:
  void add(const Row& row, const std::string& file, bool film);
  [[nodiscard]] std::string page(const std::vector<PageLink>& links,
                                 std::span<const SchemeSummary> schemes) const;

 private:
  [[nodiscard]] std::string answer() const;
  [[nodiscard]] std::string legend() const;
  [[nodiscard]] std::string attention() const;
  [[nodiscard]] std::string matrix() const;

  std::vector<LinkedCell> cells_;
  std::map<std::string, std::size_t> counts_;
  std::set<std::string> plans_, revisions_, machines_;
};

}  // namespace impactbench
