#pragma once

#include "reference/api/reference.hpp"

#include <string>
#include <vector>

namespace impactbench {

/// Why the motion of a problem is not known under such a contact law, where that is cheap to find:
/// half a sentence each. Called where no reference has a motion.
[[nodiscard]] std::vector<std::string> why_no_truth(const Problem& problem,
                                                    const ContactModel& contact);

}  // namespace impactbench
