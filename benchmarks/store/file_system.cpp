#include "benchmarks/store/file_system.hpp"

#include "problems/base/error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/statfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>

namespace impactbench {

bool shared_by_machines(std::uint64_t type) {
  // NFS, SMB1, SMB2 and CIFS, AFS (two), Coda, Ceph, 9P, FUSE (as sshfs), Lustre, GPFS, BeeGFS,
  // OCFS2, GFS2, Panasas.
  constexpr std::array<std::uint64_t, 16> known{0x6969,     0x517b,     0xfe534d42, 0xff534d42,
                                                0x5346414f, 0x6b414653, 0x73757245, 0x00c36400,
                                                0x01021997, 0x65735546, 0x0bd00bd0, 0x47504653,
                                                0x19830326, 0x7461636f, 0x01161970, 0xaad7aaea};
  return std::find(known.begin(), known.end(), type) != known.end();
}

bool on_network(const std::string& path) {
  struct statfs facts {};
  std::filesystem::path there = std::filesystem::absolute(path);
  if (statfs(there.c_str(), &facts) != 0 && statfs(there.parent_path().c_str(), &facts) != 0)
    return false;
  // Some of these numbers have their highest bit set, and the member is signed.
  return shared_by_machines(static_cast<std::uint32_t>(facts.f_type));
}

void sync_to_disk(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool done = fd >= 0 && fsync(fd) == 0;
  const int error = errno;
  if (fd >= 0) close(fd);
  if (!done) {
    throw ConfigurationError(
        fmt::format("'{}' cannot be forced onto the disk: {}", path, std::strerror(error)));
  }
}

}  // namespace impactbench
