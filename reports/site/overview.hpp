#pragma once

#include "benchmarks/store/row.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace impactbench {

/// What the overview says of a cell.
struct LinkedCell {
  std::string problem, scheme, solver, settings, status, file;
  std::string reason;
  bool film{false};
};

/// A page beside the overview.
struct PageLink {
  std::string file, words;
};

/// The front page as the cells come in: how they ended, every problem with every scheme, one mark a
/// cell that leads to its page.
class Overview {
 public:
  void add(const Row& row, const std::string& file, bool film);
  [[nodiscard]] std::string page(const std::vector<PageLink>& links) const;

 private:
  [[nodiscard]] std::string tiles() const;
  [[nodiscard]] std::string attention() const;
  [[nodiscard]] std::string matrix() const;

  std::vector<LinkedCell> cells_;
  std::map<std::string, std::size_t> counts_;
  std::set<std::string> plans_, revisions_, machines_;
};

}  // namespace impactbench
