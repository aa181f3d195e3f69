#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

/// What a drawn wrong version compiles into the sources: all changes at once, of which the
/// environment chooses one. IMPACTBENCH_CHANGE: its number; IMPACTBENCH_CHANGES_REACHED: a file
/// with a byte for each change, set when a function is entered that the change is in (by whatever
/// process has inherited the environment).
namespace impactbench_changes {

constexpr int most = 4096;

inline unsigned char* reached() {
  static unsigned char* const map = [] {
    static unsigned char unused[most];
    const char* path = std::getenv("IMPACTBENCH_CHANGES_REACHED");
    const int file = path == nullptr ? -1 : open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) return unused;
    void* shared = mmap(nullptr, most, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return shared == MAP_FAILED ? unused : static_cast<unsigned char*>(shared);
  }();
  return map;
}

inline bool on(int change) {
  static const int chosen = [] {
    const char* number = std::getenv("IMPACTBENCH_CHANGE");
    return number == nullptr ? -1 : std::atoi(number);
  }();
  reached()[change] = 1;
  return change == chosen;
}

}  // namespace impactbench_changes
