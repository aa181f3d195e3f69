#pragma once

#include "reference/theorems/bounded_sets.hpp"
#include "reference/theorems/regular_sets.hpp"

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace impactbench::theorems {

/// The largest of the values, and their number. One NaN makes it NaN.
class Gauge {
 public:
  void see(double value) {
    ++samples_;
    if (std::isnan(value) || std::isnan(largest_)) {
      largest_ = std::nan("");
    } else if (value > largest_) {
      largest_ = value;
    }
  }
  [[nodiscard]] long samples() const { return samples_; }
  [[nodiscard]] double largest() const { return largest_; }

 private:
  long samples_{0};
  double largest_{-HUGE_VAL};
};

/// An inequality `quantity <= proved`, whose place in a source is recorded elsewhere
/// (reference/published); `look` computes the quantity of one sample, or nothing if the statement
/// does not cover it. Quantities are quotients of the two sides of a statement (proved = 1), or
/// defects of an identity (proved = 0).
struct Check {
  using OfBoundedSet = void (*)(const BoundedSet&, Random&, Gauge&);
  using OfRegularSet = void (*)(const RegularSet&, Random&, Gauge&);
  using OfItsOwn = void (*)(Random&, Gauge&);

  std::string_view name;
  std::string_view quantity;  ///< as a formula
  double proved{1.0};
  double rounding{1e-9};  ///< that the quantity may be off by: of arithmetic, or as stated
  std::variant<OfBoundedSet, OfRegularSet, OfItsOwn> look;
  int samples{200};  ///< of each set
};

/// Checks of all statements, by file; names are unique.
[[nodiscard]] std::span<const Check> checks_of_strong_convexity();
[[nodiscard]] std::span<const Check> checks_of_semiconcavity();
[[nodiscard]] std::span<const Check> checks_of_separating_balls();
[[nodiscard]] std::span<const Check> checks_of_prox_regularity();
[[nodiscard]] std::span<const Check> checks_of_preimages();
[[nodiscard]] std::span<const Check> checks_of_subregularity();
[[nodiscard]] std::vector<Check> all_checks();
/// Throws ConfigurationError on an unknown name.
[[nodiscard]] Check find_check(std::string_view name);

/// Numerical evidence for or against a statement.
struct Finding {
  double measured{0.0};  ///< largest quantity
  double proved{0.0}, rounding{0.0};
  long samples{0};

  /// Whether something is decided: there is a sample, and no NaN.
  [[nodiscard]] bool decided() const { return samples > 0 && !std::isnan(measured); }
  [[nodiscard]] bool holds() const { return decided() && measured <= proved + rounding; }
};

/// Runs the check over sets of a family, or over its own if `family` is empty; the same numbers on
/// every machine. `times`: factor of the proved constant; 1/2 shows whether a smaller one would do.
/// Throws ConfigurationError if the family does not suit the check.
[[nodiscard]] Finding run_check(const Check& check, const std::string& family, double times = 1.0,
                                std::uint64_t seed = 1);

}  // namespace impactbench::theorems
