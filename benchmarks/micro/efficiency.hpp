#pragma once

namespace impactbench::micro {

/// How much faster steps of about so many bodies are on several threads than on one, scheme by
/// scheme, beside what the memory of the machine allows: runs on one thread and on all of them take
/// turns, and the best of `repeats` counts. Prints a table; returns an exit status.
int print_efficiency(int threads, int repeats, int bodies);

}  // namespace impactbench::micro
