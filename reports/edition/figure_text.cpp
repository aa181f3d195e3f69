#include "reports/edition/figure_text.hpp"

#include "reports/paper/rows_by_cell.hpp"

#include <fmt/format.h>

namespace impactbench {
namespace {

std::string number(const std::optional<double>& x) {
  return x ? to_text(*x) : "-";
}

std::string curve_text(const FigureCurve& c) {
  std::string out = fmt::format("curve {}|{}|{}|{}|{}|{}|{}|{}\n", c.quantity, c.label, c.style,
                                c.exact, c.solution, c.setting, c.table, to_text(c.scale));
  if (!c.table.empty()) return out;
  for (const CellRequest& run : runs_of(c))
    out += cell_text(resolve_cell(run, "default"));
  return out;
}

}  // namespace

std::string figure_text(const Figure& figure) {
  std::string out = fmt::format("figure {}|{}|{}|{}\n", figure.number, figure.caption,
                                figure.remark, figure.source);
  for (const FigurePanel& p : figure.panels) {
    out += fmt::format("panel {}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}\n", p.letter, p.what,
                       static_cast<int>(p.kind), p.y_label, number(p.y_low), number(p.y_high),
                       p.full_width, p.log_y, to_text(p.leave_above), to_text(p.mean_over),
                       p.x_label, p.log_x, to_text(p.level), fmt::join(p.times, ","));
    if (p.window) {
      out +=
          fmt::format("window {}|{}|{}|{}\n", to_text(p.window->x_low), to_text(p.window->x_high),
                      to_text(p.window->y_low), to_text(p.window->y_high));
    }
    for (const FigureCurve& c : p.curves)
      out += curve_text(c);
  }
  return out;
}

}  // namespace impactbench
