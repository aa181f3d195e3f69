#pragma once

#include <optional>
#include <string>

namespace impactbench {

/// Remembers that this process reads `path`, or has it open as a store: no output may take its
/// place. Called by whoever opens a file that a user named; nothing happens where there is none.
void remember_input(const std::string& path);

/// The name under which the file at `path` was opened as an input, where it is one: the same file
/// by device and inode, whatever the two paths look like.
[[nodiscard]] std::optional<std::string> input_at(const std::string& path);

}  // namespace impactbench
