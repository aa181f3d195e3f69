#pragma once

#include <optional>
#include <string>

namespace impactbench {

/// The bytes of a regular file; nothing where the path is no such file or cannot be read. It ends
/// even if a pipe or a device takes the file's place at this moment.
[[nodiscard]] std::optional<std::string> read_regular_file(const std::string& path);

}  // namespace impactbench
