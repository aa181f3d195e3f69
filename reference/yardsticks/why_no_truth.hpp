#pragma once

#include "reference/api/reference.hpp"

#include <string>
#include <vector>

namespace impactbench {

/// Reasons why the motion of a problem is unknown under such a contact law, if easily found: half a
/// sentence each. Called if no reference has a motion.
[[nodiscard]] std::vector<std::string> why_no_truth(const Problem& problem,
                                                    const ContactModel& contact);

}  // namespace impactbench
