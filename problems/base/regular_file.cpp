#include "problems/base/regular_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace impactbench {

std::optional<std::string> read_regular_file(const std::string& path) {
  // Without O_NONBLOCK, to open a pipe is to wait until another process writes to it.
  const int file = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  struct stat facts {};
  bool is_read = fstat(file, &facts) == 0 && S_ISREG(facts.st_mode);
  std::string out;
  while (is_read) {
    char bytes[1 << 16];
    const ssize_t count = read(file, bytes, sizeof bytes);
    if (count == 0) break;
    if (count > 0) out.append(bytes, static_cast<std::size_t>(count));
    is_read = count > 0 || errno == EINTR;
  }
  close(file);
  if (!is_read) return std::nullopt;
  return out;
}

}  // namespace impactbench
