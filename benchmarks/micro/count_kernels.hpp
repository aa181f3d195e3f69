#pragma once

#include "benchmarks/matrix/plan.hpp"

namespace impactbench::micro {

/// One pass of every hot kernel on 1000 discs, each the only thing that callgrind counts. Prints
/// what the counts depend on, lines "compiler ..", "flags ..", "cpu ..", then "kernel NAME
/// ELEMENTS" in the order of the parts that callgrind writes. `twice` names a kernel that is passed
/// twice, to show that it is noticed; empty: none. Returns an exit status; 77, with a sentence,
/// where the header of valgrind was not there when this was built.
int count_kernels(const char* twice);

/// Two steps of a cell on that many threads, the only thing that callgrind counts, for its option
/// --separate-threads=yes: how evenly a step is shared. Exit status as above.
int count_threads(const CellRequest& request, int threads);

}  // namespace impactbench::micro
