#pragma once

#include "problems/base/error.hpp"

namespace impactbench {

/// A failure of the machine, not of the request: a full disk, a file that changed or vanished while
/// it was needed. The same command may succeed later.
class MachineError : public ConfigurationError {
 public:
  using ConfigurationError::ConfigurationError;
};

}  // namespace impactbench
