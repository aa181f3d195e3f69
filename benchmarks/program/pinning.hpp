#pragma once

namespace impactbench {

/// OpenBLAS reads its settings when it is loaded, before main: one thread, one set of kernels on
/// every machine with AVX2 and FMA. Sets them for the programs that this one starts; true if they
/// were not set before, so that this one runs with others.
[[nodiscard]] bool pin_settings();

/// Sets them and starts the program again; returns if that is not needed.
void pin_environment(char** argv);

}  // namespace impactbench
