#include "tests/support/allocation_count.hpp"

#include "problems/base/sanitized.hpp"

#include <atomic>
#include <cstddef>

namespace {
std::atomic<std::int64_t> count{0};
}

#if IMPACTBENCH_SANITIZED
namespace impactbench::testing {
bool allocations_are_counted() {
  return false;
}
std::int64_t allocations() {
  return count;
}
}  // namespace impactbench::testing
#else

// glibc's own entry points, behind which the public names are redefined here.
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t size) {
  ++count;
  return __libc_malloc(size);
}
void* calloc(std::size_t n, std::size_t size) {
  ++count;
  return __libc_calloc(n, size);
}
void* realloc(void* old, std::size_t size) {
  ++count;
  return __libc_realloc(old, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  ++count;
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** out, std::size_t alignment, std::size_t size) {
  ++count;
  *out = __libc_memalign(alignment, size);
  return *out == nullptr ? 12 : 0;
}
}

namespace impactbench::testing {
bool allocations_are_counted() {
  return true;
}
std::int64_t allocations() {
  return count;
}
}  // namespace impactbench::testing
#endif
