#pragma once

#include "benchmarks/store/row.hpp"

#include <chrono>

namespace impactbench {

/// Progress on stderr: one line that is rewritten on a terminal, else a line every few seconds.
class Progress {
 public:
  Progress(int total, bool enabled);
  void done(const Row& row);
  void finish();

 private:
  int total_, done_{0};
  bool enabled_, terminal_;
  std::chrono::steady_clock::time_point start_, last_line_;
};

}  // namespace impactbench
