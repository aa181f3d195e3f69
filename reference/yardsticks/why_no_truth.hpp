#pragma once

#include "reference/api/reference.hpp"

#include <string>
#include <vector>

namespace impactbench {

/// What keeps a problem from being one of those whose motion is known under such a contact law,
/// where that is cheap to say: half a sentence each. To be asked where no reference has a motion.
[[nodiscard]] std::vector<std::string> why_no_truth(const Problem& problem,
                                                    const ContactModel& contact);

}  // namespace impactbench
