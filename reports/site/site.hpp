#pragma once

#include "benchmarks/store/row.hpp"
#include "reports/site/cell_page.hpp"
#include "reports/site/overview.hpp"

#include <string>
#include <vector>

namespace impactbench {

/// Pages for a browser: `folder`/index.html, one page a cell below `folder`/cells, site.css and
/// site.js. They need no network. Rows are passed one at a time, so that at most one is in memory
/// with its histories. A pure function of the rows and their order.
class Site {
 public:
  /// `keys` of all rows, in the order in which they will come. Throws ConfigurationError if a
  /// folder or file cannot be written, as the others do.
  Site(std::string folder, std::vector<std::string> keys);
  /// Adds a row; `noticed`: the errors that its checks notice, if measured.
  void add(const Row& row, const NoticedByCheck& noticed = {});
  /// Writes the page that links to all others, once they all exist, so that a failed report leaves
  /// the one before. `links`: pages beside index.html that it links to.
  void write(const std::vector<PageLink>& links, std::span<const SchemeSummary> schemes = {}) const;

 private:
  std::string folder_;
  std::vector<std::string> files_;
  std::size_t next_{0};
  Overview overview_;
  Stages stages_;
};

}  // namespace impactbench
