#pragma once

#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/store/row.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace impactbench {

/// A plan that is run in shards by a batch system, in a folder of its own:
///
///   plan.toml        the plan as it was submitted       shard-I.db   rows of shard I
///   submission.json  this struct                        rows.db      all rows, merged
///   array.sh, merge.sh, logs/                           what the batch system runs and says
struct Submission {
  static constexpr int version = 1;  ///< of submission.json
  static constexpr int most_shards = 1000000;
  std::string folder;  ///< absolute
  int shards{1};
  std::vector<std::string> jobs{};  ///< numbers of the last submission: array, merge

  [[nodiscard]] std::string plan() const { return folder + "/plan.toml"; }
  [[nodiscard]] std::string shard(int index) const;
  [[nodiscard]] std::string merged() const { return folder + "/rows.db"; }
};

/// The absolute name of a folder, without the slash that a shell completes it with: its last part
/// names the jobs.
[[nodiscard]] std::string folder_name(const std::string& given);
/// Returns whether the folder holds a submission.
[[nodiscard]] bool is_submission(const std::string& folder);
/// Throws ConfigurationError if a batch system would misread the name: it replaces %a by numbers,
/// and a line break would begin a line of a script.
void expect_folder(const std::string& folder);
/// Throws ConfigurationError if the folder holds no submission, one of another version, or one
/// whose jobs are not numbers.
[[nodiscard]] Submission read_submission(const std::string& folder);
/// Makes the folder and writes plan and record. Throws ConfigurationError if it cannot, or if the
/// folder has another plan.
void write_submission(const Submission& submission, const std::string& plan_text);

/// The part of the plan that is stored in the shards of a submission or in its merged store. A cell
/// that the machine failed is missing: it is to be run again.
struct SubmissionStatus {
  std::size_t cells{0}, stored{0}, merged{0};
  std::map<std::string, int> by_status{};
  std::map<int, std::vector<const PlannedCell*>> missing{};  ///< by shard
};
/// `plan` must outlive the result.
[[nodiscard]] SubmissionStatus status_of(const Submission& submission, const Plan& plan);

}  // namespace impactbench
