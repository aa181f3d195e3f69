#pragma once

#include "benchmarks/store/row.hpp"
#include "reports/site/cell_page.hpp"
#include "reports/site/overview.hpp"

#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace impactbench {

/// Pages for a browser: `folder`/index.html, pages of cells below `folder`/cells, site.css and
/// site.js. They need no network. Of many cells not all have a page: first those with an
/// unexpected outcome, then those to which the report beside the site links, then the others in
/// order. Rows are handed over one at a time, twice: all in brief, then those with a page in full,
/// so that no more than one is in memory with its histories. A pure function of the
/// rows and their order.
class Site {
 public:
  /// At most `most` cells have a page. Throws ConfigurationError where a folder or file cannot be
  /// written, as do the others.
  explicit Site(std::string folder, std::size_t most = CellPages::all);

  /// A row of the store, its histories and frames left out or not.
  void add(const Row& row);
  /// After all have been added: the cells that have a page. Cells with an unexpected outcome have
  /// one; others take one when a link to them is written.
  [[nodiscard]] CellPages& pages();
  /// After all links to cells have been written: the keys of those that have a page, in order.
  [[nodiscard]] const std::vector<std::string>& keys_of_pages();
  /// Writes the page of the next of these rows. `noticed`: the errors that its checks notice, if
  /// measured.
  void write_page(const Row& row, const NoticedByCheck& noticed = {});
  /// Writes the front page after all others, so that a failing report leaves the previous one in
  /// place. `links`: pages beside index.html to which it links; `schemes` in a line each; `choice`
  /// of them by motion (scheme_choice.hpp).
  void write(const std::vector<PageLink>& links, std::span<const SchemeSummary> schemes = {},
             const Table& choice = {}) const;

 private:
  std::string folder_;
  CellPages pages_;
  Overview overview_;
  Stages stages_;
  std::vector<std::string> keys_, keys_of_pages_;
  std::array<std::vector<std::size_t>, 6> first_;  ///< of keys_, by why they are; last a film
  std::set<std::string> filmed_;                   ///< problems
  std::size_t next_{0};                            ///< of keys_of_pages_
};

/// Adds the page of one cell to the site in `folder`, or writes it again. It has no neighbours, and
/// no other page is changed. Throws ConfigurationError where there is no site.
void add_cell_page(const std::string& folder, const Row& row, const NoticedByCheck& noticed = {});

}  // namespace impactbench
