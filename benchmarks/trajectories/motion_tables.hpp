#pragma once

#include "problems/model/problem.hpp"
#include "problems/model/state.hpp"
#include "reference/yardsticks/impact_list.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

/// One column of a table of a run, for its documentation; `*` is any axis of the space.
struct TableColumn {
  std::string_view table, name, unit, meaning;
};
[[nodiscard]] std::span<const TableColumn> motion_columns();

/// Keeps the states of a run that are nearest to given times: no state is interpolated.
class StateKeeper {
 public:
  /// Steps of `h` [s]; times beyond the last step mean the last step. Throws ConfigurationError on
  /// a time that is negative or not a number.
  StateKeeper(const std::vector<double>& at, double h, std::int64_t steps);
  /// To be called after every step, and once at the start.
  void after_step(const State& state);

  struct Kept {
    double at, time;  ///< asked for, and of the state [s]
    State state;
  };
  [[nodiscard]] const std::vector<Kept>& kept() const { return kept_; }

 private:
  struct Wanted {
    std::int64_t step;
    double at;
  };
  std::vector<Wanted> wanted_;  ///< in order
  std::size_t next_{0};
  double h_;
  std::vector<Kept> kept_;
};

/// Writes PATH_states.csv and PATH_states.jsonl: positions, velocities, spins and angles of all
/// bodies at these instants, or coordinates and velocities of a system without bodies. Numbers read
/// back as the same bits.
void write_states(const std::string& path, const Problem& problem,
                  std::span<const StateKeeper::Kept> states);
/// Writes PATH_impacts.csv and PATH_impacts.jsonl.
void write_impacts(const std::string& path, const Problem& problem,
                   std::span<const Impact> impacts);

}  // namespace impactbench
