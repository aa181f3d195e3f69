#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <string_view>

namespace impactbench {

/// A control group of its own for a cell (cgroups(7), version 2): it contains all that the cell
/// starts, even processes that leave their session and parents, ends it at once and measures it.
///
/// It lies below the group of this process if that is writable: for root, a unit of systemd with
/// Delegate=yes, a job step of Slurm with a delegated cgroup/v2. The environment variable
/// IMPACTBENCH_CGROUP names another folder, or is "none".
class CellGroup {
 public:
  /// A group without processes; null if the system does not allow one.
  static std::unique_ptr<CellGroup> make();
  /// Ends the processes left in it, and removes it.
  ~CellGroup();
  CellGroup(const CellGroup&) = delete;
  CellGroup& operator=(const CellGroup&) = delete;

  /// Moves this process, and all that it starts from now on, into it; false if the system refuses.
  [[nodiscard]] bool join() const;
  /// Kills all processes in it, at once.
  void kill() const;
  /// CPU time of all processes that ever were in it [s].
  [[nodiscard]] double cpu() const;

 private:
  explicit CellGroup(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::filesystem::path folder_;
};

/// The mechanism that ends and measures the processes of a cell: "cgroup" or "subreaper".
[[nodiscard]] std::string_view isolation();

}  // namespace impactbench
