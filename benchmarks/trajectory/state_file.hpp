#pragma once

#include <string>

namespace impactbench {

class TrajectoryReader;

/// Writes the instant `t` [s] of a trajectory of discs as CSV (problems/support/disc_file.hpp): a
/// start for problems that take one. Throws ConfigurationError: a file that is no trajectory, has
/// other bodies than discs or no such instant, or a file that cannot be written.
void write_state(const std::string& trajectory, double t, const std::string& path);

/// The text of the file that write_state() writes.
[[nodiscard]] std::string state_text(const TrajectoryReader& reader, double t);

}  // namespace impactbench
