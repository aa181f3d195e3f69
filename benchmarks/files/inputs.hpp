#pragma once

#include <optional>
#include <string>

namespace impactbench {

/// Remembers that this process reads `path`, or has it open as a store: no output may replace it.
/// Called by every function that opens a file named by a user; does nothing without a file.
void remember_input(const std::string& path);

/// The name under which the file at `path` was opened as an input, if it was: the same file by
/// device and inode, for any spelling of the two paths.
[[nodiscard]] std::optional<std::string> input_at(const std::string& path);

}  // namespace impactbench
