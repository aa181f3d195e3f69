#pragma once

#include <functional>

namespace impactbench {

/// The exit status of `body`; 2 with its sentence on stderr where it throws, and where stdout did
/// not take all that was printed. What a program's main() is made of.
[[nodiscard]] int guarded(const char* program, const std::function<int()>& body);

}  // namespace impactbench
