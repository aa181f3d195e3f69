#pragma once

#include "benchmarks/store/row.hpp"

#include <functional>
#include <set>

namespace impactbench {

/// Lets the equal sets of many cells be one in memory.
class ParameterPool {
 public:
  void share(Cell& cell) {
    for (auto* set : {&cell.problem_parameters, &cell.scheme_parameters, &cell.solver_parameters})
      *set = *sets_.insert(*set).first;
  }
  void clear() { sets_.clear(); }

 private:
  std::set<SharedParameters, std::less<ParameterSet>> sets_;
};

}  // namespace impactbench
