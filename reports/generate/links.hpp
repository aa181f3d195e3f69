#pragma once

#include <set>
#include <string>
#include <vector>

namespace impactbench {

/// A page that a text links to.
struct PageLink {
  std::string file, words;
};

/// The page of a cell beside the overview, by the key of its row: "cells/0123456789abcdef.html".
[[nodiscard]] std::string cell_page_file(const std::string& key);

/// The overview, showing only the cells whose problem, scheme and settings have all these words.
[[nodiscard]] std::string cells_with(const std::string& words);

/// The overview, showing only the cells of a method or a solver by its name in tables: "inc ec,
/// alpha 3", "siconos:nsgs". `others`: further words that they must have.
[[nodiscard]] std::string cells_of_method(const std::string& name, const std::string& others = "");

/// The runs of a problem, one link for each of these schemes or solvers.
[[nodiscard]] std::vector<PageLink> runs_of(const std::string& problem,
                                            const std::set<std::string>& names);

}  // namespace impactbench
