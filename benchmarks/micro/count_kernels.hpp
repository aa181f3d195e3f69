#pragma once

#include "benchmarks/matrix/plan.hpp"

namespace impactbench::micro {

/// One pass of every hot kernel on 1000 discs, counted separately by callgrind. Prints the inputs
/// of the counts, lines "compiler ..", "flags ..", "cpu ..", then "kernel NAME ELEMENTS" in the
/// order of the parts that callgrind writes. `twice` names a kernel that is passed twice, to show
/// that this is noticed; empty: none. Returns an exit status; 77, with a sentence, if the header of
/// valgrind was missing when this was built.
int count_kernels(const char* twice);

/// Two steps of a cell on that many threads, counted alone by callgrind with its option
/// --separate-threads=yes: how evenly a step is shared. Exit status as above.
int count_threads(const CellRequest& request, int threads);

}  // namespace impactbench::micro
