#include "reports/paper/comparison.hpp"

#include "benchmarks/store/csv_text.hpp"
#include "problems/base/counted.hpp"
#include "problems/base/fields.hpp"
#include "reference/yardsticks/log_slope.hpp"

#include <fmt/format.h>
#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <ostream>
#include <vector>

namespace impactbench {
namespace {

/// Printed errors below this measure rounding and the tolerances of solvers, not the method.
constexpr double rounding_level = 2e-9;

std::string difference(double ours, double printed) {
  if (printed == 0.0) return fmt::format("ours is {:.3e}", ours);
  const double relative = std::abs(std::abs(ours) - std::abs(printed)) / std::abs(printed);
  const double percent = 100.0 * relative;
  return relative < 10.0
             ? fmt::format("differs by {} %", percent < 99.5 ? fmt::format("{:.2g}", percent)
                                                             : fmt::format("{:.0f}", percent))
             : fmt::format("differs by a factor {:.2g}", std::abs(ours / printed));
}

std::string reason_of(const PublishedValue& p, double ours, const std::string& known) {
  if (!p.suspect_digits.empty() && p.suspect_digits != p.digits &&
      agrees_with_print(ours, p.suspect_digits)) {
    return fmt::format("the printed value is doubtful ({}: {}); ours agrees with {}",
                       p.suspect_grade, p.suspect, p.suspect_digits);
  }
  std::string out = difference(ours, *p.value);
  if (!p.suspect.empty())
    out += fmt::format("; the printed value is doubtful ({}: {})", p.suspect_grade, p.suspect);
  if (p.quantity == "energy_error_relative" && std::abs(*p.value) < rounding_level &&
      std::abs(ours) < 1e3 * rounding_level) {
    out += "; both are at the level of rounding and solver tolerance";
  }
  if (!known.empty()) out += "; " + known;
  return out;
}

std::string csv(const std::optional<double>& x) {
  return x ? to_text(*x) : std::string();
}

}  // namespace

std::string_view to_text(Verdict verdict) {
  static constexpr std::array<std::string_view, 3> words{"reproduced", "deviates",
                                                         "not_comparable"};
  return words[static_cast<std::size_t>(verdict)];
}

Comparison compare_value(const std::string& source, const PublishedValue& printed,
                         std::optional<double> ours, const std::string& known_reason) {
  Comparison out{source, printed, ours, Verdict::not_comparable, {}};
  if (!printed.value) {
    out.reason = "the printed cell is empty";
    if (!printed.suspect.empty()) out.reason += "; " + printed.suspect;
  } else if (!ours) {
    out.reason = "no result of ours corresponds to it";
  } else if (agrees_with_print(*ours, printed.digits)) {
    out.verdict = Verdict::reproduced;
  } else {
    out.verdict = Verdict::deviates;
    out.reason = reason_of(printed, *ours, known_reason);
  }
  return out;
}

Comparison compare_with_print(const std::string& source, const PublishedValue& printed,
                              const Row* row, const std::string& quantity,
                              const std::string& known_reason) {
  if (row == nullptr) return compare_value(source, printed, std::nullopt, known_reason);
  const auto it = row->quantities.find(quantity);
  const bool ran = ran_to_the_end(row->status);
  if (ran && it != row->quantities.end()) {
    return compare_value(source, printed, it->second, known_reason);
  }
  Comparison out = compare_value(source, printed, std::nullopt, known_reason);
  const std::string stop = fmt::format("our run {}: {}", to_text(row->status), row->reason);
  out.reason = printed.value ? stop : out.reason + "; " + stop;
  return out;
}

Comparison compare_with_runs(const std::string& source, const PublishedValue& printed,
                             std::span<const Row* const> rows, const std::string& quantity,
                             const std::string& known_reason) {
  std::vector<double> values;
  for (const Row* row : rows) {
    if (row == nullptr || !ran_to_the_end(row->status)) continue;
    const auto it = row->quantities.find(quantity);
    if (it != row->quantities.end()) values.push_back(it->second);
  }
  const auto n = static_cast<double>(values.size());
  if (!printed.value || values.size() < 3) {
    Comparison out = compare_value(source, printed, std::nullopt, known_reason);
    if (printed.value) {
      out.reason = fmt::format("only {} of our {} ended, 3 are needed", n,
                               counted(rows.size(), "run", "runs"));
    }
    return out;
  }
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0.0;
  for (const double v : values)
    squares += (v - mean) * (v - mean);
  const double t = boost::math::quantile(boost::math::students_t(n - 1.0), 0.995);
  const double half = t * std::sqrt(squares / (n - 1.0) * (1.0 + 1.0 / n));
  Comparison out{source, printed, mean, Verdict::reproduced, {}};
  out.reason = fmt::format("chaotic: 99 % of runs between {:.4g} and {:.4g}, by {} of ours",
                           mean - half, mean + half, n);
  if (half > std::abs(mean)) {  // not even the sign is known
    out.verdict = Verdict::not_comparable;
    out.reason = fmt::format(
        "the spread of our {} runs is too wide: 99 % of runs within {:.2g} "
        "of {:.4g}",
        n, half, mean);
    return out;
  }
  // An end of the interval that reads like the print still counts.
  const double end = std::clamp(*printed.value, mean - half, mean + half);
  if (end == *printed.value || agrees_with_print(end, printed.digits)) return out;
  out.verdict = Verdict::deviates;
  out.reason += "; " + reason_of(printed, mean, known_reason);
  return out;
}

Comparison compare_order(const std::string& source, const PublishedValue& printed,
                         std::span<const Row* const> rows, std::span<const double> over,
                         const std::string& quantity, const std::string& known_reason) {
  std::vector<std::pair<double, double>> points;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (rows[k] == nullptr || !ran_to_the_end(rows[k]->status)) continue;
    const auto it = rows[k]->quantities.find(quantity);
    if (it == rows[k]->quantities.end() || it->second == 0.0 || !(over[k] > 0.0)) continue;
    points.emplace_back(over[k], std::abs(it->second));
  }
  Comparison out = compare_value(source, printed, log_slope(points), known_reason);
  if (printed.value && !out.ours) {
    out.reason = fmt::format("an order takes three runs with '{}'; {} of our {} have it", quantity,
                             points.size(), rows.size());
  }
  return out;
}

Comparison with_tolerance(Comparison comparison, double tolerance, const std::string& why) {
  Comparison& c = comparison;
  if (c.verdict != Verdict::deviates || !c.ours || !c.printed.value) return comparison;
  if (!(std::abs(*c.ours - *c.printed.value) <= tolerance)) return comparison;
  c.verdict = Verdict::reproduced;
  c.reason = fmt::format("within {:g} of the printed value: {}", tolerance, why);
  return comparison;
}

Comparison compare_cpu_ratio(const std::string& source, const PublishedValue& printed,
                             const PublishedValue& printed_anchor, const Row* ours,
                             const Row* our_anchor, const std::string& unlike) {
  const auto seconds = [](const Row* row) -> std::optional<double> {
    if (row == nullptr || !row->timing || row->timing->repeats == 0) return std::nullopt;
    return row->timing->cpu_min;
  };
  Comparison out{source, printed, seconds(ours), Verdict::not_comparable, {}};
  const auto anchor = seconds(our_anchor);
  if (!out.ours || !anchor || !printed.value || !printed_anchor.value) {
    out.reason = printed.value ? "our run was not timed" : "the printed cell is empty";
    return out;
  }
  if (printed.solver == printed_anchor.solver) {
    out.reason = "the anchor of the ratios of its table";
    return out;
  }
  const double print = *printed.value / *printed_anchor.value;
  const double own = *out.ours / *anchor;
  const bool alike = own < 2.0 * print && print < 2.0 * own;
  out.verdict = alike ? Verdict::reproduced : Verdict::deviates;
  out.reason =
      fmt::format("ratio to {}: {:.3g} in print, {:.3g} ours", printed_anchor.solver, print, own);
  if (!alike && !unlike.empty()) out.reason += "; " + unlike;
  return out;
}

void write_comparison_csv(std::span<const Comparison> comparisons, std::ostream& out) {
  out << "source,table,problem,scheme,alpha,solver,dt,R_or_cnu,c_tau,mu,eps,quantity,published,"
         "digits,ours,verdict,reason\n";
  for (const Comparison& c : comparisons) {
    const PublishedValue& p = c.printed;
    out << c.source << ',' << p.table << ',' << p.problem << ',' << p.scheme << ',' << csv(p.alpha)
        << ',' << csv_text(p.solver) << ',' << p.dt << ',' << csv(p.penalty) << ',' << csv(p.c_tau)
        << ',' << csv(p.mu) << ',' << csv(p.eps) << ',' << p.quantity << ',' << csv(p.value) << ','
        << p.digits << ',' << csv(c.ours) << ',' << to_text(c.verdict) << ',' << csv_text(c.reason)
        << '\n';
  }
}

void print_comparisons(std::span<const Comparison> comparisons) {
  struct Tally {
    int counts[3]{};
  };
  std::map<std::string, Tally> tables;
  std::vector<std::string> order;
  for (const Comparison& c : comparisons) {
    const PublishedValue& p = c.printed;
    if (!tables.contains(p.table)) order.push_back(p.table);
    ++tables[p.table].counts[static_cast<int>(c.verdict)];
    fmt::print("{:>5} {:<22} {:<5} {:>2} {:<5} {:<6} {:<24} {:>10} {:>12}  {} {}\n", p.table,
               p.problem, p.scheme, csv(p.alpha), p.dt, csv(p.penalty), p.quantity,
               p.digits.empty() ? "-" : p.digits, c.ours ? fmt::format("{:.5e}", *c.ours) : "-",
               to_text(c.verdict), c.reason);
  }
  fmt::print("\ntable   reproduced  deviates  not comparable\n");
  Tally all;
  for (const std::string& table : order) {
    const int* n = tables[table].counts;
    fmt::print("{:<6} {:>11} {:>9} {:>15}\n", table, n[0], n[1], n[2]);
    for (int k = 0; k < 3; ++k)
      all.counts[k] += n[k];
  }
  fmt::print("{:<6} {:>11} {:>9} {:>15}\n", "all", all.counts[0], all.counts[1], all.counts[2]);
}

}  // namespace impactbench
