#pragma once

#include <cstdint>
#include <string>

namespace impactbench {

/// Whether a type of file system, as statfs(2) numbers them, is one that several machines share.
[[nodiscard]] bool shared_by_machines(std::uint64_t type);

/// The same of the file system that holds `path`, or would hold it; false where that is unknown.
[[nodiscard]] bool on_network(const std::string& path);

/// Forces what was written to `path`, a file or a folder, onto the disk. Throws ConfigurationError.
void sync_to_disk(const std::string& path);

}  // namespace impactbench
