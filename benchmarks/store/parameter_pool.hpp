#pragma once

#include "benchmarks/store/shared_parameters.hpp"

#include <functional>
#include <set>

namespace impactbench {

/// Lets the equal sets of many cells be one in memory.
class ParameterPool {
 public:
  void share(SharedParameters& parameters) { parameters = *sets_.insert(parameters).first; }
  void clear() { sets_.clear(); }

 private:
  std::set<SharedParameters, std::less<ParameterSet>> sets_;
};

}  // namespace impactbench
