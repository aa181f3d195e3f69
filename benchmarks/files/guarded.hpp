#pragma once

#include <functional>

namespace impactbench {

/// The exit status of `body`; 2 with a sentence on stderr if it throws, or if stdout did not take
/// all output. For the main() of programs.
[[nodiscard]] int guarded(const char* program, const std::function<int()>& body);

}  // namespace impactbench
