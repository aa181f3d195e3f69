#include "benchmarks/matrix/progress.hpp"

#include "benchmarks/matrix/title.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace impactbench {
namespace {

std::string duration(double seconds) {
  if (seconds < 90.0) return fmt::format("{:.0f} s", seconds);
  if (seconds < 5400.0) return fmt::format("{:.0f} min", seconds / 60.0);
  return fmt::format("{:.1f} h", seconds / 3600.0);
}

}  // namespace

Progress::Progress(int total, bool enabled)
    : total_(total),
      enabled_(enabled && total > 0),
      terminal_(isatty(STDERR_FILENO) != 0),
      start_(std::chrono::steady_clock::now()),
      last_line_(start_) {}

void Progress::done(const Row& row) {
  ++done_;
  if (!enabled_) return;
  const auto now = std::chrono::steady_clock::now();
  if (!terminal_ && done_ != total_ && now - last_line_ < std::chrono::seconds(5)) return;
  last_line_ = now;
  const double spent = std::chrono::duration<double>(now - start_).count();
  const double left = spent / done_ * (total_ - done_);
  fmt::print(stderr, "{}[{}/{}] {} {}, {} left{}", terminal_ ? "\r\033[K" : "", done_, total_,
             to_text(row.status), title(row.cell), duration(left), terminal_ ? "" : "\n");
  std::fflush(stderr);
}

void Progress::finish() {
  if (enabled_ && terminal_) fmt::print(stderr, "\r\033[K");
}

}  // namespace impactbench
