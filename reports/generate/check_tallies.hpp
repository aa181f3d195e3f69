#pragma once

#include "benchmarks/store/row.hpp"

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace impactbench {

/// A criterion by which a row can be judged: quantities, and the beginning of the names of checks.
struct Yardstick {
  std::string_view name;
  std::array<std::string_view, 4> beginnings;
};
inline constexpr std::array yardsticks{
    Yardstick{"energy", {"energy", "budget"}},
    Yardstick{"penetration", {"penetration", "infeasibility"}},
    Yardstick{"momentum", {"momentum", "angular"}},
    Yardstick{"complementarity", {"complementarity", "impulse", "duality"}},
    Yardstick{"position", {"position", "branch"}},
    Yardstick{"velocity", {"velocity", "rotation"}},
    Yardstick{"instants", {"impact", "take_off"}},
    Yardstick{"restitution", {"restitution"}},
    Yardstick{"solver", {"claims", "solver_honesty", "unconverged", "own_residual"}},
    Yardstick{"ensemble", {"ensemble", "divergence"}}};

/// Runs that a yardstick judged.
struct Judged {
  int measured{0}, judged{0}, expected{0}, missed{0};
};

/// Runs of one scheme on one problem.
struct Covered {
  int rows{0}, refused{0}, ended_early{0};
  std::array<Judged, yardsticks.size()> judged;
};

/// Margins of one check of one scheme, over all its cells.
struct Margins {
  int cells{0}, loose{0};
  double largest{0.0};
};

/// Whether the check was passed with more than half of its limit used up.
[[nodiscard]] bool nearly_missed(const Check& check);
/// Whether a table of the report names the check: it was not passed, or nearly missed.
[[nodiscard]] bool is_named_in_tables(const Check& check);

/// Counts of the checks of runs, which are most of what a row holds.
class CheckTallies {
 public:
  void add(const Row& row);

  /// By problem and scheme.
  [[nodiscard]] const std::map<std::pair<std::string, std::string>, Covered>& covered() const {
    return covered_;
  }
  /// Of the checks that were passed, by check and scheme.
  [[nodiscard]] const std::map<std::pair<std::string, std::string>, Margins>& margins() const {
    return margins_;
  }

 private:
  std::map<std::pair<std::string, std::string>, Covered> covered_;
  std::map<std::pair<std::string, std::string>, Margins> margins_;
};

}  // namespace impactbench
