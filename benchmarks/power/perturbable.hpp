#pragma once

#include "benchmarks/store/row.hpp"
#include "problems/model/problem.hpp"
#include "schemes/api/scheme.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace impactbench {

/// A quantity that a run can be wrong about, one at a time.
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

/// Which signs of eps make sense of a parameter in a cell; or why none does.
struct Relevance {
  bool up{false}, down{false};
  std::string why_not;  ///< a sentence where neither
};

/// What a run without perturbation has shown of its contacts.
struct ContactCount {
  bool recorded{false};      ///< whether the scheme records its impulses
  std::int64_t impulses{0};  ///< contacts of all steps that transmitted an impulse
};

/// Whether the parameter is part of the cell at all: friction where mu > 0, a mass beside others,
/// and so on. Whether it then changes the motion is left to the runs.
[[nodiscard]] Relevance relevance(const Perturbable& parameter, const Cell& cell,
                                  const Problem& problem, const SchemeClaims& claims,
                                  const ContactCount& contacts);

}  // namespace impactbench
