#pragma once

#include "benchmarks/store/row.hpp"
#include "reports/generate/links.hpp"
#include "reports/generate/scheme_summary.hpp"
#include "reports/generate/table.hpp"

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace impactbench {

/// The facts that the overview shows of a cell.
struct ShownCell {
  std::string problem, scheme, settings, status;
  std::string key;  ///< as many digits of it as tell it from the others
  std::string reason;
  /// The ratio of its worst error to its limit, 0 (a ten thousandth and less) to 5 (half and more);
  /// -1 if no error has a limit.
  int level{-1};
  std::string worst{};  ///< the same in words
};

/// The front page, built as the cells arrive: missed checks, one line per scheme, and every problem
/// with every scheme. Each run has a mark that links to its page, if there is one, and is darker
/// the nearer its worst error is to its limit.
class Overview {
 public:
  void add(const Row& row);
  /// The page of the cell of that key has a film.
  void add_film(const std::string& key) { films_.insert(cell_page_file(key)); }
  [[nodiscard]] std::string page(const std::vector<PageLink>& links,
                                 std::span<const SchemeSummary> schemes, const Table& choice,
                                 const CellPages& pages) const;

 private:
  [[nodiscard]] std::string answer() const;
  [[nodiscard]] std::string tiles() const;
  [[nodiscard]] std::string pages_text(const CellPages& pages) const;
  [[nodiscard]] std::string attention(const CellPages& pages) const;
  [[nodiscard]] std::string matrix(const CellPages& pages) const;
  [[nodiscard]] std::string runs(const CellPages& pages) const;

  std::vector<ShownCell> cells_;
  std::set<std::string> films_;  ///< pages
  std::map<std::string, std::size_t> counts_;
  std::set<std::string> plans_, revisions_, machines_;
};

}  // namespace impactbench
