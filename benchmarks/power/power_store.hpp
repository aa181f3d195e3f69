#pragma once

#include "benchmarks/power/search.hpp"
#include "benchmarks/power/trial.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace impactbench {

enum class PowerStoreMode { read, write };

/// Baselines and trials in one file of JSON lines, one writer. Every line is on its way to the disk
/// when put() returns: a kill loses only runs in progress. A last line that a kill has torn is
/// dropped.
class PowerStore {
 public:
  /// Throws ConfigurationError if the file is missing (read), cannot be read or written, is
  /// something else (the number of a foreign line is named), or is being written by another process
  /// (write).
  PowerStore(const std::string& path, PowerStoreMode mode);
  ~PowerStore();
  PowerStore(const PowerStore&) = delete;
  PowerStore& operator=(const PowerStore&) = delete;

  void put(const Baseline& baseline);
  void put(const Trial& trial);
  /// The limits of the searches whose runs follow.
  void put(const EpsLimits& limits);

  /// The limits of the last searches.
  [[nodiscard]] const EpsLimits& limits() const { return limits_; }
  [[nodiscard]] const Baseline* baseline(const std::string& cell) const;
  [[nodiscard]] const Trial* trial(const std::string& cell, const Perturbation& wrong) const;
  [[nodiscard]] const std::map<std::string, Baseline>& baselines() const { return baselines_; }
  /// The trials of one cell.
  [[nodiscard]] std::vector<const Trial*> trials(const std::string& cell) const;

 private:
  void read(const std::string& text);
  void read_line(const std::string& line);
  void append(const std::string& line);

  std::string path_;
  int file_{-1};
  EpsLimits limits_{};
  std::map<std::string, Baseline> baselines_;
  std::map<std::string, std::map<std::pair<std::string, double>, Trial>> trials_;
};

/// One line of the file, and back. Throws ConfigurationError if a text is not such a line.
[[nodiscard]] std::string to_json(const Baseline& baseline);
[[nodiscard]] std::string to_json(const Trial& trial);
[[nodiscard]] Baseline baseline_from_json(const std::string& text);
[[nodiscard]] Trial trial_from_json(const std::string& text);

}  // namespace impactbench
