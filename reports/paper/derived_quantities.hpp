#pragma once

#include "benchmarks/store/row.hpp"
#include "reports/paper/data_table.hpp"
#include "reports/paper/written_run.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace impactbench {

/// Quantities that a source prints and no yardstick measures, from the data of a row ([[derived]]
/// of recipes.toml). Each has a name, the problem of its rows, and is either a formula of the row's
/// quantities, its step dt, the numeric settings of its problem and earlier derived quantities, if
/// the quantity that `of` names exists (for every k from 1 on if the names have <k>) and the result
/// is finite, or a kind of number `of` a quantity of HistoryCurve over time, or of a formula ("=
/// vx1 - radius * omega_y1") of several:
///   final         its last value
///   frequency     of its swing about its mean, from the first to the last crossing upwards [Hz]
///   largest_rate  the largest of its mean rates of change between two instants
///   sample        its value after step k; <k> in the name
///   share         its value after step k over that at the start; <k> in the name
///   maxima        its maxima, on parabolas through three instants; <k> in the name numbers them
///   crossings     the times at which it crosses `level`, a formula that knows `start`, its first
///                 value, interpolated linearly; <k> in the name numbers them
///   departures    the steps after which it leaves its first value by more than `least`, a formula
///                 of dt, after having been there; <k> in the name numbers them
/// If the last instant is nearer to the one before than half of the usual distance, because the
/// horizon cuts a frame, the rate between them is left out.
class DerivedQuantities {
 public:
  /// Throws ConfigurationError with file:line:column on errors.
  explicit DerivedQuantities(DataTable& file);
  DerivedQuantities() = default;

  /// Whether some may be derived from rows of the problem.
  [[nodiscard]] bool are_of(const std::string& problem) const;
  /// The derived quantities of a row that holds its histories; those without input are left out.
  [[nodiscard]] std::map<std::string, double> of(const Row& row) const;

 private:
  struct One {
    std::string name, problem, kind, of, place;
    std::optional<WrittenValue> value, least, level;
  };
  [[nodiscard]] static One read(DataTable table);
  static void add(const One& one, const Row& row, std::map<std::string, double>& out);

  std::vector<One> all_;
};

}  // namespace impactbench
