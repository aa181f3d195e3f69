#pragma once

#include <optional>
#include <string>
#include <vector>

namespace impactbench {

/// The limits of a ladder of steps.
struct LadderOptions {
  static constexpr int fewest = 8;    ///< runs below which no order is concluded
  static constexpr int further = 12;  ///< runs that may be added where a verdict is unsettled
  int rungs{10};                      ///< runs that are to reach the end, `fewest` at least
  /// The ratio of a step to the next, above 1. It is not 2: halved steps meet an impact at
  /// repeating phases.
  double ratio{1.9};
  double budget{60.0};  ///< CPU time of all runs together [s]
  double growth{1.0};   ///< exponent q of cost ~ dt^-q until it is measured; 3 with a plane mesh
};

/// Chooses the steps of a convergence study one after the other, each a whole part of the horizon,
/// from coarse to fine. The cost of a finer run is extrapolated from earlier runs, as a power of
/// the step that is measured on the last two (between 1 and q + 1). A ladder that would cost more
/// than the budget ends early, but not before `fewest` runs; if even these would cost too much,
/// their steps come closer together, down to a ratio of 1.25; beyond that it ends. A run that did
/// not reach its end (its step is too long) is not counted; after as many of them as `rungs` the
/// ladder ends.
class Ladder {
 public:
  /// `coarsest` in (0, horizon] [s].
  Ladder(double horizon, double coarsest, const LadderOptions& options);

  /// The next step [s]; nothing once the ladder has ended.
  [[nodiscard]] std::optional<double> next();
  /// Takes the result of a run with that step; `cpu` is 0 if it was known before.
  void ran(double dt, double cpu, bool completed);
  /// Requests so many more runs, with steps in that ratio.
  void extend(int runs, double ratio) {
    options_.rungs += runs;
    options_.ratio = ratio;
  }
  /// Requests no finer run, with a sentence.
  void end(std::string reason);

  [[nodiscard]] double left() const { return options_.budget - spent_; }  ///< of the budget [s]
  [[nodiscard]] int completed() const { return completed_; }
  /// Why it ended before all rungs were run; empty if it did not.
  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  struct Rung {
    double dt, cpu;
  };
  [[nodiscard]] double growth() const;
  [[nodiscard]] double cost(double ratio, int runs) const;
  [[nodiscard]] double whole_part(double dt) const;

  double horizon_, coarsest_;
  LadderOptions options_;
  std::vector<Rung> rungs_;
  double spent_{0.0};
  int completed_{0};
  bool ended_{false};
  std::string reason_;
};

}  // namespace impactbench
