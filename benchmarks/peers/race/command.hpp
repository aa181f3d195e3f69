#pragma once

namespace impactbench {

/// The program `impactbench-peers`, whose only command is `peers`: its exit status.
int peers_main(int argc, char** argv);

}  // namespace impactbench
