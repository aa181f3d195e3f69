#pragma once

namespace impactbench {

/// OpenBLAS reads its settings when it is loaded, before main: if they are not pinned, this sets
/// them (one thread, one set of kernels on every machine with AVX2 and FMA) and restarts the
/// program. Returns if they are pinned.
void pin_environment(char** argv);

}  // namespace impactbench
