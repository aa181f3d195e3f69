#pragma once

#include "benchmarks/store/row.hpp"
#include "problems/model/problem.hpp"
#include "schemes/api/scheme.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace impactbench {

/// A quantity that can be wrong in a run, one at a time.
struct Perturbable {
  std::string_view name;
  std::string_view law;      ///< contact, friction, restitution, gravity, inertia, mass or motion
  std::string_view meaning;  ///< what a factor 1 + eps does
  std::string_view idle;     ///< why a run may be the same bit for bit, whatever the factor
};

/// All of them, in the order of tables.
[[nodiscard]] std::span<const Perturbable> perturbables();

/// Throws ConfigurationError with the nearest name and all known ones.
[[nodiscard]] const Perturbable& find_perturbable(std::string_view name);

/// The signs of eps that make sense for a parameter in a cell; or why none does.
struct Relevance {
  bool up{false}, down{false};
  std::string why_not;  ///< a sentence where neither
};

/// The contacts observed in a run without perturbation.
struct ContactCount {
  bool recorded{false};      ///< whether the scheme records its impulses
  std::int64_t impulses{0};  ///< contacts of all steps that transmitted an impulse
};

/// Returns whether the parameter has a meaning in the cell: friction has one if mu > 0, a mass
/// beside others, and so on. The runs decide whether it then changes the motion.
[[nodiscard]] Relevance relevance(const Perturbable& parameter, const Cell& cell,
                                  const Problem& problem, const SchemeClaims& claims,
                                  const ContactCount& contacts);

}  // namespace impactbench
