#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

namespace impactbench {

/// A page that a text links to.
struct PageLink {
  std::string file, words;
};

/// The page of a cell beside the overview, by the key of its row: "cells/0123456789abcdef.html".
[[nodiscard]] std::string cell_page_file(const std::string& key);

/// Returns whether the page of a link exists.
using Leads = std::function<bool(const std::string& link)>;

/// The cells of a report that have their own page; in a large store not all do. Pages go to the
/// first cells that are requested, so the most visible parts of a report request theirs first.
class CellPages {
 public:
  static constexpr std::size_t all = std::numeric_limits<std::size_t>::max();

  explicit CellPages(std::size_t most = all) : most_(most) {}

  /// Returns whether the cell of that key has a page; gives it one if any are left.
  bool take(const std::string& key) { return leads(cell_page_file(key)); }
  /// The same for the cell of a link. All other targets of links exist.
  bool leads(const std::string& link);
  /// Returns whether that file is at present the page of a cell.
  [[nodiscard]] bool has(const std::string& file) const { return taken_.contains(file); }
  [[nodiscard]] std::size_t size() const { return taken_.size(); }

 private:
  std::size_t most_;
  std::unordered_set<std::string> taken_;  ///< their files
};

/// The overview, showing only the cells whose problem, scheme and settings have all these words.
[[nodiscard]] std::string cells_with(const std::string& words);

/// The overview, showing only the cells of a method or a solver by its name in tables: "inc ec,
/// alpha 3", "siconos:nsgs". `others`: further words that they must have.
[[nodiscard]] std::string cells_of_method(const std::string& name, const std::string& others = "");

/// The runs of a problem, one link for each of these schemes or solvers.
[[nodiscard]] std::vector<PageLink> runs_of(const std::string& problem,
                                            const std::set<std::string>& names);

}  // namespace impactbench
