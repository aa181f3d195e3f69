#pragma once

#include "problems/base/error.hpp"

#include <string>

namespace impactbench::testing {

/// The sentence with which an action refuses; "no error" if it does not.
template <class Action>
[[nodiscard]] std::string sentence_of(Action&& action) {
  try {
    action();
  } catch (const ConfigurationError& e) {
    return e.what();
  }
  return "no error";
}

}  // namespace impactbench::testing
