#include "reports/generate/changes.hpp"

#include "benchmarks/matrix/title.hpp"
#include "problems/base/counted.hpp"
#include "reports/generate/naming.hpp"
#include "reports/generate/significance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace impactbench {
namespace {

constexpr double relative = 1e-9, absolute = 1e-12;  ///< differences below are rounding
constexpr double discovery_rate = 0.05;

struct Pair {
  const Row *before, *after;
};

struct Matched {
  std::vector<Pair> pairs;
  std::size_t only_before{0}, only_after{0};
};

std::map<std::string, const Row*> by_cell(const std::vector<Row>& rows) {
  std::map<std::string, const Row*> out;
  for (const Row& row : rows)
    out[canonical_text(row.cell, "", "")] = &row;
  return out;
}

Matched matched(const std::vector<Row>& before, const std::vector<Row>& after) {
  const auto old_rows = by_cell(before), new_rows = by_cell(after);
  Matched out;
  for (const auto& [text, row] : new_rows) {
    const auto it = old_rows.find(text);
    if (it == old_rows.end()) {
      ++out.only_after;
    } else {
      out.pairs.push_back({it->second, row});
    }
  }
  out.only_before = old_rows.size() - out.pairs.size();
  return out;
}

std::string revisions(const std::vector<Row>& rows) {
  std::set<std::string> found;
  for (const Row& row : rows)
    found.insert(fmt::format("{} (build {})", row.revision.substr(0, 12), row.build.substr(0, 8)));
  return fmt::format("{}", fmt::join(found, ", "));
}

void add_run_section(const Matched& m, const std::vector<Row>& before,
                     const std::vector<Row>& after, Page& page) {
  page.section("What is compared");
  Table table{"changes_stores", "The two stores.", {"", "before", "after"}, {}, {false}};
  table.rows.push_back({"revision", revisions(before), revisions(after)});
  table.rows.push_back({"cells", std::to_string(before.size()), std::to_string(after.size())});
  table.rows.push_back(
      {"in this one only", std::to_string(m.only_before), std::to_string(m.only_after)});
  page.table(table);
}

void add_status_section(const Matched& m, Page& page) {
  page.section("How runs end");
  Table table{"changes_status",
              "Cells whose status differs.",
              {"cell", "before", "after", "reason"},
              {},
              {}};
  for (const Pair& p : m.pairs) {
    if (p.before->status == p.after->status) continue;
    table.rows.push_back({title(p.after->cell), std::string(to_text(p.before->status)),
                          std::string(to_text(p.after->status)), p.after->reason});
  }
  if (table.rows.empty()) {
    page.paragraph(fmt::format("{} in both, and each ends as before.",
                               counted(m.pairs.size(), "cell", "cells")));
  } else {
    page.table(table);
  }
}

/// Changes of one quantity over all cells.
struct Changed {
  int differ{0}, gone{0}, fresh{0};
  double largest{0.0};
  std::string where;
};

void add_value_section(const Matched& m, Page& page) {
  page.section("Values");
  std::map<std::string, Changed> found;
  Table all{"changes_values",
            "Every value that differs by more than rounding (1e-9 of it and 1e-12).",
            {"cell", "quantity", "before", "after", "relative"},
            {},
            {false, false, true, true, true}};
  for (const Pair& p : m.pairs) {
    for (const auto& [name, old] : p.before->quantities) {
      const auto it = p.after->quantities.find(name);
      if (it == p.after->quantities.end()) {
        ++found[name].gone;
        continue;
      }
      const double change = std::abs(it->second - old);
      if (change <= absolute + relative * std::abs(old)) continue;
      Changed& c = found[name];
      ++c.differ;
      const double size =
          old != 0.0 ? change / std::abs(old) : std::numeric_limits<double>::infinity();
      if (c.where.empty() || !(size <= c.largest)) c.largest = size, c.where = title(p.after->cell);
      all.rows.push_back({title(p.after->cell), name, shown(old), shown(it->second), shown(size)});
    }
    for (const auto& [name, value] : p.after->quantities)
      found[name].fresh += p.before->quantities.contains(name) ? 0 : 1;
  }
  Table table{"changes_quantities",
              "Quantities that differ in some cell, with the largest relative change.",
              {"quantity", "cells", "no longer measured", "newly measured", "largest", "where"},
              {},
              {false, true, true, true, true, false}};
  for (const auto& [name, c] : found) {
    if (c.differ + c.gone + c.fresh == 0) continue;
    table.rows.push_back({name, std::to_string(c.differ), std::to_string(c.gone),
                          std::to_string(c.fresh), c.differ > 0 ? shown(c.largest) : "–", c.where});
  }
  if (table.rows.empty()) {
    page.paragraph("No value differs by more than rounding.");
    return;
  }
  page.table(table);
  if (!all.rows.empty()) {
    page.folded_table(all, counted(all.rows.size(), "value that differs", "values that differ"));
  }
}

/// CPU times of a cell in both stores.
struct Timed {
  const Row* row;
  double before, after, p;  ///< medians [s]
  [[nodiscard]] double ratio() const { return after / before; }
};

Repeats repeats_of(const Timing& t) {
  return {t.repeats, t.cpu_min, t.cpu_min + t.cpu_spread};
}

std::vector<Timed> timed(const Matched& m) {
  std::vector<Timed> out;
  for (const Pair& p : m.pairs) {
    if (!p.before->timing || !p.after->timing) continue;
    const auto p_value = separation_p(repeats_of(*p.before->timing), repeats_of(*p.after->timing));
    const double before = p.before->timing->cpu_median, after = p.after->timing->cpu_median;
    if (p_value && before > 0.0 && after > 0.0) out.push_back({p.after, before, after, *p_value});
  }
  return out;
}

/// One line: the mean over cells is significant even if the few repeats of a cell are not.
std::vector<std::string> group_line(const std::string& name, const std::vector<Timed>& cells) {
  std::vector<double> ratios;
  std::size_t slower = 0, faster = 0;
  for (const Timed& t : cells) {
    ratios.push_back(t.ratio());
    slower += t.ratio() > 1.0 ? 1 : 0;
    faster += t.ratio() < 1.0 ? 1 : 0;
  }
  const auto mean = mean_ratio(ratios);
  return {name,
          std::to_string(cells.size()),
          mean ? fmt::format("{:.3f}", mean->ratio) : fmt::format("{:.3f}", ratios[0]),
          mean ? fmt::format("{:.3f} to {:.3f}", mean->low, mean->high) : "–",
          std::to_string(faster),
          std::to_string(slower),
          shown(sign_test_p(slower, faster)),
          !mean              ? "one cell shows nothing"
          : mean->high < 1.0 ? "faster"
          : mean->low > 1.0  ? "slower"
                             : "no difference shown"};
}

void add_time_section(const Matched& m, Page& page) {
  page.section("CPU time");
  const std::vector<Timed> cells = timed(m);
  if (cells.empty()) {
    page.paragraph("No cell was timed in both stores.");
    return;
  }
  Table groups{
      "changes_cpu",
      "CPU time after over before, medians of the repeats: geometric mean over the cells of "
      "a scheme with its 95 % interval (Student), and the p-value of the sign test.",
      {"scheme", "cells", "ratio", "95 % interval", "faster", "slower", "p", "verdict"},
      {},
      {false, true, true, true, true, true, true, false}};
  std::map<std::string, std::vector<Timed>> by_scheme;
  std::vector<double> p;
  for (const Timed& t : cells) {
    by_scheme[t.row->cell.scheme].push_back(t);
    p.push_back(t.p);
  }
  for (const auto& [scheme, members] : by_scheme)
    groups.rows.push_back(group_line(scheme, members));
  groups.rows.push_back(group_line("all", cells));
  page.table(groups);
  const std::vector<bool> discovered = discoveries(p, discovery_rate);
  Table single{
      "changes_cpu_cells",
      "Cells whose repeats before and after do not overlap (rank test of Mann and Whitney) "
      "and that stay at a false discovery rate of 5 % over all cells.",
      {"cell", "before [s]", "after [s]", "ratio", "p"},
      {},
      {false, true, true, true, true}};
  double best = 1.0;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    best = std::min(best, cells[k].p);
    if (!discovered[k]) continue;
    single.rows.push_back({title(cells[k].row->cell), fmt::format("{:.3e}", cells[k].before),
                           fmt::format("{:.3e}", cells[k].after),
                           fmt::format("{:.2f}", cells[k].ratio()), shown(cells[k].p)});
  }
  if (single.rows.empty()) {
    page.paragraph(
        fmt::format("No single cell differs at a false discovery rate of 5 % (least p-value "
                    "{:.2g}; three "
                    "repeats against three give 0.1 at best, five against five 0.008).",
                    best));
  } else {
    page.table(single);
  }
  page.paragraph(
      "Two stores from one machine may differ by its load alone: interleave the runs before you "
      "believe a verdict of a few per cent.");
}

}  // namespace

void write_changes(const std::vector<Row>& before, const std::vector<Row>& after,
                   const std::string& folder, const Formats& formats, const std::string& home) {
  Page page(folder, formats, home);
  const Matched m = matched(before, after);
  add_run_section(m, before, after, page);
  add_status_section(m, page);
  add_value_section(m, page);
  add_time_section(m, page);
  page.write("impactbench: what changed", "changes.html");
}

}  // namespace impactbench
