#pragma once

namespace impactbench {

/// The command line of `impactbench-report`: history, orders, plot, report and reproduce. Exit
/// status as for impactbench.
int report_main(int argc, char** argv);

}  // namespace impactbench
