#pragma once

#include "benchmarks/store/row.hpp"
#include "reference/published/table.hpp"

#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

enum class Verdict {
  reproduced,      ///< every printed digit, truncated or rounded; chaotic: within our statistics
  deviates,        ///< by how much and why is in the reason
  not_comparable,  ///< nothing is printed, or no result of ours corresponds to it
};

[[nodiscard]] std::string_view to_text(Verdict verdict);

/// One printed value beside ours.
struct Comparison {
  std::string source;  ///< "nguyen2024"
  PublishedValue printed;
  std::optional<double> ours;
  Verdict verdict{Verdict::not_comparable};
  std::string reason;     ///< empty where reproduced digit by digit
  std::string run_key{};  ///< of the row behind it, of several the first; empty: none
};

/// Compares; `row` is the run behind the value (null: none was planned), `quantity` its name there,
/// `known_reason` the known reason of a difference (may be empty).
[[nodiscard]] Comparison compare_with_print(const std::string& source,
                                            const PublishedValue& printed, const Row* row,
                                            const std::string& quantity,
                                            const std::string& known_reason);

/// Compares with the statistics of several runs of a chaotic motion. `reproduced`: the printed
/// value, a single run of the same distribution, lies within the range of 99 % of single runs,
///   |printed - mean| <= t_{0.995, n-1} s sqrt(1 + 1/n),   n >= 3 runs of standard deviation s,
/// or an end of that interval has the printed digits. An interval wider than the size of its middle
/// is not comparable. Runs that did not end count as absent.
[[nodiscard]] Comparison compare_with_runs(const std::string& source, const PublishedValue& printed,
                                           std::span<const Row* const> rows,
                                           const std::string& quantity,
                                           const std::string& known_reason);

/// Compares an order, the slope of log |quantity| over log x by least squares over three runs or
/// more: `over` holds x of each of `rows`. Runs that did not end are left out.
[[nodiscard]] Comparison compare_order(const std::string& source, const PublishedValue& printed,
                                       std::span<const Row* const> rows,
                                       std::span<const double> over, const std::string& quantity,
                                       const std::string& known_reason);

/// A deviation of `tolerance` at most counts as reproduced; `why` is its reason.
[[nodiscard]] Comparison with_tolerance(Comparison comparison, double tolerance,
                                        const std::string& why);

/// Compares a CPU time as its ratio to that of another row of the same table, the anchor: `ours`
/// and `our_anchor` are the runs behind both (null: none). `reproduced` within a factor of 2;
/// `unlike` says why ours may differ.
[[nodiscard]] Comparison compare_cpu_ratio(const std::string& source, const PublishedValue& printed,
                                           const PublishedValue& printed_anchor, const Row* ours,
                                           const Row* our_anchor, const std::string& unlike);

/// Compares a value that needs no run (an input of a problem).
[[nodiscard]] Comparison compare_value(const std::string& source, const PublishedValue& printed,
                                       std::optional<double> ours, const std::string& known_reason);

/// source,table,problem,scheme,alpha,solver,dt,R_or_cnu,c_tau,mu,eps,quantity,published,digits,ours,
/// verdict,reason
void write_comparison_csv(std::span<const Comparison> comparisons, std::ostream& out);

/// One line per value, a summary per table.
void print_comparisons(std::span<const Comparison> comparisons);

}  // namespace impactbench
