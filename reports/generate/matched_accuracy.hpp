#pragma once

#include "benchmarks/store/row.hpp"
#include "reports/generate/families.hpp"

#include <optional>
#include <string>
#include <vector>

namespace impactbench {

/// What an accuracy costs with one family of runs.
struct Cost {
  double step;   ///< of the coarsest run that has the accuracy [s]
  double cpu;    ///< [s]
  bool at_most;  ///< the coarsest run of all has it already: it may cost less
};

/// CPU time at which a family is accurate to `target` [m]: the coarsest run from which on every
/// finer one has an error of at most that (one lucky run does not count), and between it and the
/// next coarser one the power law through both. Nothing where the finest run is not accurate
/// enough.
[[nodiscard]] std::optional<Cost> cost_at(const Family& family, double target);

/// The powers of ten [m], falling, that some family reaches and not every one with its coarsest
/// run.
[[nodiscard]] std::vector<double> targets_of(const std::vector<Family>& families);

/// "rigid", or the compliance whose truth the errors of a row are against.
[[nodiscard]] std::string contact_law(const Row& row);

}  // namespace impactbench
