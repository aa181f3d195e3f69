#pragma once

#include <cstdint>
#include <string>

namespace impactbench {

/// Whether a type of file system, by its number in statfs(2), is shared by several machines.
[[nodiscard]] bool shared_by_machines(std::uint64_t type);

/// The same for the file system that holds `path`, or would hold it; false if unknown.
[[nodiscard]] bool on_network(const std::string& path);

/// Forces the data written to `path`, a file or a folder, to the disk. Throws ConfigurationError.
void sync_to_disk(const std::string& path);

}  // namespace impactbench
