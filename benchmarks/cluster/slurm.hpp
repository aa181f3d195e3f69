#pragma once

#include "benchmarks/cluster/submission.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

/// The resources of one task of the array.
struct Resources {
  int jobs{1};       ///< cells at a time
  int cpus{1};       ///< for all threads of these
  int memory{2048};  ///< [MiB]
  int minutes{60};   ///< wall clock time
  int warning{60};   ///< [s] before the end: running cells are finished, no more are started
};

/// The job for Slurm. `options` are lines for sbatch from the user, such as
/// --partition=long.
struct SlurmJob {
  std::string program;  ///< absolute
  std::string name;
  Resources resources{};
  std::vector<int> indices{};  ///< of the shards that are to be run
  std::vector<std::string> options{};
  std::string publish{"60s"};  ///< how often a task publishes its rows
};

/// The batch scripts. Each task is given the number of shards in full: an array of some shards
/// alone, as a second submission makes it, does not know how many there are.
[[nodiscard]] std::string array_script(const SlurmJob& job, const Submission& submission);
[[nodiscard]] std::string merge_script(const SlurmJob& job, const Submission& submission);

/// Returns whether a text is the number of a job, which consists of digits alone.
[[nodiscard]] bool is_job(std::string_view text);

/// "0-3,7" for 0, 1, 2, 3, 7, ascending.
[[nodiscard]] std::string ranges(const std::vector<int>& indices);

/// Submits a script of the folder, without a shell; `after`: the job that must end first, or empty.
/// Returns the number of the job. Throws ConfigurationError with the message of sbatch.
[[nodiscard]] std::string sbatch(const std::string& script, const std::string& after);

/// States of waiting and running tasks, with their number ("RUNNING" -> 3); empty if there are
/// none, or if Slurm no longer knows the jobs. Throws ConfigurationError if it cannot be
/// asked.
[[nodiscard]] std::map<std::string, int> queued(const std::vector<std::string>& jobs);

}  // namespace impactbench
