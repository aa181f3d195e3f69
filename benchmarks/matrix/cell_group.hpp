#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <string_view>

namespace impactbench {

/// A control group of its own for a cell (cgroups(7), version 2): whatever the cell starts is in
/// it, also what leaves its session and its parents, ends with it at once, and is measured with it.
///
/// It lies below the group of this process where that may be written: of root, of a unit of systemd
/// with Delegate=yes, of a job step of Slurm with a delegated cgroup/v2. The environment variable
/// IMPACTBENCH_CGROUP names another folder, or is "none".
class CellGroup {
 public:
  /// A group without processes; null where the system lets us have none.
  static std::unique_ptr<CellGroup> make();
  /// Ends what is left in it, and removes it.
  ~CellGroup();
  CellGroup(const CellGroup&) = delete;
  CellGroup& operator=(const CellGroup&) = delete;

  /// This process, with what it starts from now on, belongs to it; false where the system refuses.
  [[nodiscard]] bool join() const;
  /// All that are in it, at once.
  void kill() const;
  /// CPU time of all that ever were in it [s].
  [[nodiscard]] double cpu() const;

 private:
  explicit CellGroup(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::filesystem::path folder_;
};

/// The means by which nothing outlives a cell and its use is counted: "cgroup" or "subreaper".
[[nodiscard]] std::string_view isolation();

}  // namespace impactbench
