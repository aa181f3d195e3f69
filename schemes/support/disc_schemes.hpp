#pragma once

#include "problems/model/problem.hpp"
#include "problems/model/round_system.hpp"

#include <optional>
#include <string>

namespace impactbench {

/// Refuses bodies other than discs.
[[nodiscard]] std::optional<std::string> refuse_other_bodies(std::string_view scheme,
                                                             const ProblemTraits& traits);

}  // namespace impactbench
