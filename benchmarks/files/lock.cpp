#include "benchmarks/files/lock.hpp"

#include <sys/file.h>

#include <chrono>
#include <thread>

namespace impactbench {

bool lock_file(int file) {
  for (int look = 0; look < 100; ++look) {
    if (flock(file, LOCK_EX | LOCK_NB) == 0) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

}  // namespace impactbench
