#pragma once

namespace impactbench::micro {

/// The speed-up of steps of about so many bodies on several threads, scheme by scheme, beside the
/// limit by the memory of the machine: runs on one thread and on all of them alternate, and the
/// best of `repeats` counts. Prints a table; returns an exit status.
int print_efficiency(int threads, int repeats, int bodies);

}  // namespace impactbench::micro
