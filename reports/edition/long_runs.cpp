#include "reports/edition/planned_cost.hpp"

#include <array>

namespace impactbench {
namespace {

// Measured on cores that others used too: what a run takes to within a factor of two or so.
// `reproduce SOURCE --list-costs` makes lines from a store; runs of one kind that take the same are
// one line here.
constexpr std::array runs{
    LongRun{"box_100_random/inc/block_bicgstab", 22},
    LongRun{"box_1225/inc/block_bicgstab", 240},
    LongRun{"box_1225/inc/block_pcg", 9},
    LongRun{"box_529/inc/block_bicgstab", 30},
    LongRun{"box_529/inc/block_pcg", 6},
    LongRun{"hemisphere/mka3d/none", 20},
    LongRun{"lamb/mka3d_linear/none", 60},
    LongRun{"pinched_cylinder/mka3d/none dt=1.1e-05 torsion=polar around=50 along=20 horizon=5.5 "
            "frames=1",
            107},
    LongRun{"pinched_cylinder/mka3d/none", 22},
    LongRun{
        "box_81_fixed/inc/lapack_gesv dt=1e-04 R=0.001 alpha=2 variant=thesis dt_precision=single",
        6},
    LongRun{
        "box_81_fixed/inc/lapack_gesv dt=1e-04 R=0.001 alpha=3 variant=thesis dt_precision=single",
        8},
    LongRun{
        "box_81_fixed/inc/lapack_gesv dt=1e-04 R=0.001 alpha=4 variant=thesis dt_precision=single",
        9},
    LongRun{
        "box_81_fixed/inc/lapack_gesv dt=1e-04 R=1e-04 alpha=4 variant=thesis dt_precision=single",
        7},
    LongRun{"box_81_fixed/inc/lapack_gesv dt=1e-04 horizon=7 R=1e-04 alpha=3 variant=thesis "
            "dt_precision=single",
            7},
    LongRun{"box_81_fixed/inc/lapack_gesv dt=1e-04 horizon=7.2 R=1e-05 alpha=4 variant=thesis "
            "dt_precision=single",
            7},
    LongRun{"lamb/mka3d_linear/none dt=0.000390347862682389 edge=2.5", 6},
    LongRun{"lamb/mka3d_linear/none dt=0.000390347862682389 recipe=printed edge=2.5", 5},
};

}  // namespace

std::span<const LongRun> long_runs() {
  return runs;
}

}  // namespace impactbench
