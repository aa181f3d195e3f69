#pragma once

namespace impactbench {

/// The command line of `impactbench`. Results go to stdout, progress and errors to stderr.
/// Returns 0: done and everything passed; 1: something missed or failed; 2: wrong usage, one
/// sentence on stderr, nothing done.
int impactbench_main(int argc, char** argv);

}  // namespace impactbench
