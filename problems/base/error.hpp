#pragma once

#include <stdexcept>
#include <string>

namespace impactbench {

/// A wrong configuration: what() is one sentence that says what is wrong, where, and what is
/// allowed. Programs print it and end with exit status 2; nothing is run and nothing is lost.
class ConfigurationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace impactbench
