#pragma once

namespace impactbench {

/// Takes the exclusive lock of an open file, which the processes that this one forks hold too,
/// until they end or close it. The last fork of a writer that was killed holds it until it first
/// runs and finds its parent gone: a lock that is taken is asked for again for a second. False if
/// another process keeps it.
[[nodiscard]] bool lock_file(int file);

}  // namespace impactbench
