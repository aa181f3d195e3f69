#pragma once

#include "problems/model/error.hpp"

namespace impactbench {

/// Trouble of the machine, not of what was asked for: a full disk, a file that changed or vanished
/// while it was needed. The same command may fare better later.
class MachineError : public ConfigurationError {
 public:
  using ConfigurationError::ConfigurationError;
};

}  // namespace impactbench
