#pragma once

#include "reports/plots/plot.hpp"

#include <optional>
#include <string>
#include <vector>

namespace impactbench {

/// The errors of a scheme on one problem in one norm: a line of orders.csv with its lines of
/// points.csv, as written by `converge --out`.
struct MeasuredOrder {
  std::string problem;
  std::string scheme;  ///< with its settings, where a figure has several of one scheme
  std::string norm, unit;
  std::optional<double> order, low, high, claimed;  ///< absent: not known, nothing claimed
  double floor{0.0};
  bool exact{false};  ///< no error but rounding, so that there is no order
  struct Point {
    double step, error;
    bool used;  ///< in the fit
  };
  std::vector<Point> points;
};

/// Reads `folder`/orders.csv and `folder`/points.csv. Throws ConfigurationError if they are missing
/// or not such files.
[[nodiscard]] std::vector<MeasuredOrder> read_orders(const std::string& folder);

/// The errors of several schemes on one motion in one norm over the step, in the looks of the same
/// places: hollow if a fit leaves them out; the fitted line with its slope and 95 % interval in the
/// key; a triangle of the claimed slopes; the floor of rounding shaded if errors come near it.
/// Schemes whose errors are rounding at any step stand in the key alone if the others lie far above
/// them. Needs one scheme at least.
[[nodiscard]] Plot order_figure(const std::vector<MeasuredOrder>& orders,
                                const std::vector<int>& looks);

/// A figure for each problem and norm, in the looks of the schemes. `width` [mm].
[[nodiscard]] std::vector<Plot> order_figures(const std::vector<MeasuredOrder>& orders,
                                              double width);

}  // namespace impactbench
