#include "reports/generate/finding_rows.hpp"
#include "reports/generate/links.hpp"
#include "reports/generate/sections.hpp"
#include "reports/paper/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace impactbench {
namespace {

using Rows = std::vector<const Row*>;

std::string written(double x, const FindingColumn& column) {
  using Form = FindingColumn::Form;
  const int n = column.digits;
  if (column.form == Form::setting) return setting(x);
  if (column.form == Form::powers) return fmt::format("{:.{}e}", x, n);
  if (column.form == Form::shown || std::abs(x) >= 1e3) return shown(x);
  return column.form == Form::fixed ? fmt::format("{:.{}f}", x, n) : fmt::format("{:+.{}f}", x, n);
}

/// Gives the printed value that belongs to a row the name `printed`; false where there is none.
bool add_printed(const FindingColumn& column, const std::vector<PublishedValue>& values,
                 Scope& scope) {
  for (const PublishedValue& value : values) {
    NamedParts parts;
    if (!value.value || !any_holds({Value(column.printed_quantity)}, value.quantity, parts))
      continue;
    const auto same = [&](const PlacedFormula& part) {
      const auto ours = number_or_none(scope, part.text);
      Scope printed;
      printed.set("part", parts[part.name]);
      const auto theirs = number_or_none(printed, "part");
      return ours && theirs && std::abs(*ours - *theirs) <= 1e-9 * std::abs(*theirs);
    };
    if (!std::all_of(column.printed_parts.begin(), column.printed_parts.end(), same)) continue;
    scope.set("printed", *value.value);
    return true;
  }
  return false;
}

/// The numbers and texts of one finding's table, row by row.
class TableMaker {
 public:
  TableMaker(const FindingTable& table, const std::string& source) : table_(table) {
    for (const FindingColumn& column : table.columns) {
      auto& values = printed_.emplace_back();
      if (!column.printed_table.empty()) values = read_published(source, column.printed_table);
    }
  }

  [[nodiscard]] Table make(const std::vector<FoundRow>& rows, const Scope& each) {
    Table out{"findings_" + each.filled(table_.name), each.filled(table_.caption), {}, {}, {}};
    for (const FindingColumn& column : table_.columns) {
      out.header.push_back(column.title);
      out.numeric.push_back(column.number.has_value());
    }
    for (const FoundRow& row : rows) {
      std::vector<std::string> line;
      for (std::size_t k = 0; k < table_.columns.size(); ++k)
        line.push_back(cell(k, row.scope));
      out.add(std::move(line), table_.link.empty()
                                   ? cell_page_file(row.row->key)
                                   : cells_with(filled_or_dash(row.scope, table_.link)));
      before_ = &row;
    }
    return out;
  }

 private:
  std::string cell(std::size_t k, const Scope& row) const {
    const FindingColumn& column = table_.columns[k];
    if (!column.number) return filled_or_dash(row, column.text);
    Scope scope(&row);
    if (!column.printed_table.empty() && !add_printed(column, printed_[k], scope)) return "–";
    const auto x = number_or_none(scope, column.number->text);
    if (!x) return "–";
    return written(*x, column) + order(column, row, *x);
  }

  /// " (1.98)": the order from the row before, if it belongs to the same group.
  std::string order(const FindingColumn& column, const Scope& row, double x) const {
    if (column.order_over.empty() || before_ == nullptr) return "";
    const auto differs = [&](const std::string& text) {
      return filled_or_dash(row, text) != filled_or_dash(before_->scope, text);
    };
    if (std::any_of(table_.within.begin(), table_.within.end(), differs)) return "";
    const auto before = number_or_none(before_->scope, column.number->text);
    const auto over = number_or_none(row, column.order_over);
    const auto over_before = number_or_none(before_->scope, column.order_over);
    if (!before || !over || !over_before || *over == *over_before) return "";
    return fmt::format(" ({:.2f})", std::log(*before / x) / std::log(*over_before / *over));
  }

  const FindingTable& table_;
  std::vector<std::vector<PublishedValue>> printed_;
  const FoundRow* before_{nullptr};
};

Plot plot_of(const FindingFigure& figure, const Scope& each) {
  Plot plot;
  plot.name = "findings_" + each.filled(figure.name);
  plot.x_label = figure.x_label;
  plot.y_label = figure.y_label;
  plot.full_width = figure.full_width;
  plot.x_low = figure.x_low, plot.x_high = figure.x_high;
  plot.y_low = figure.y_low, plot.y_high = figure.y_high;
  return plot;
}

/// The history as it is drawn, and whether its change ends within 1e-6 of 0.
bool add_history(const FindingFigure& figure, Series series, Curve& curve) {
  const double first = series.value.front();
  curve.x = std::move(series.time);
  curve.y = std::move(series.value);
  if (!figure.relative) return false;
  for (double& y : curve.y)
    y = y / first - 1.0;
  return std::abs(curve.y.back()) < 1e-6;
}

void add_histories(const FindingFigure& figure, const std::vector<FoundRow>& rows,
                   const Content& content, const Scope& each, Page& page) {
  Plot plot = plot_of(figure, each);
  Looks looks(content.styles);
  std::vector<PageLink> pages;
  std::string at_zero;
  for (const FoundRow& row : rows) {
    Series series = content.histories.of(*row.row, figure.history);
    if (series.value.empty()) continue;
    Curve curve{filled_or_dash(row.scope, figure.label), {}, {}, looks.of(*row.row), Stroke::line};
    if (add_history(figure, std::move(series), curve))
      at_zero += (at_zero.empty() ? "" : "; ") + curve.title;
    pages.push_back({cell_page_file(row.row->key), curve.title});
    plot.curves.push_back(std::move(curve));
  }
  // Curves at zero hide each other.
  std::string caption = each.filled(figure.caption);
  if (!at_zero.empty()) caption += " Within 1e-6 of 0 at the end: " + at_zero + ".";
  page.figure(plot, caption, pages);
}

/// True if points lie at three places or more; a table shows fewer as well.
bool shows_a_course(const std::vector<Curve>& curves) {
  std::set<double> places;
  for (const Curve& curve : curves)
    places.insert(curve.x.begin(), curve.x.end());
  return places.size() >= 3;
}

void add_numbers(const FindingFigure& figure, const std::vector<FoundRow>& rows, bool has_table,
                 const Content& content, const Scope& each, Page& page) {
  Plot plot = plot_of(figure, each);
  Looks looks(content.styles);
  std::vector<Curve> curves;
  std::map<std::string, std::set<std::string>> schemes;
  for (const FoundRow& row : rows) {
    const auto x = number_or_none(row.scope, figure.x->text);
    const auto y = number_or_none(row.scope, figure.y->text);
    if (!x || !y) continue;
    const std::string title = filled_or_dash(row.scope, figure.label);
    auto it = std::find_if(curves.begin(), curves.end(),
                           [&](const Curve& curve) { return curve.title == title; });
    if (it == curves.end()) {
      curves.push_back({title, {}, {}, looks.of(*row.row), Stroke::line_and_marks});
      it = std::prev(curves.end());
    }
    it->x.push_back(*x);
    it->y.push_back(*y);
    schemes[row.row->cell.problem].insert(row.row->cell.scheme);
  }
  if (has_table && !shows_a_course(curves)) return;
  plot.curves = std::move(curves);
  for (const FindingLine& line : figure.lines)
    plot.curves.push_back({line.label, line.x, line.y, 0, Stroke::law});
  std::vector<PageLink> runs;
  for (const auto& [problem, names] : schemes) {
    for (PageLink& link : runs_of(problem, names))
      runs.push_back(std::move(link));
  }
  page.figure(plot, each.filled(figure.caption), runs);
}

/// Figures and the table of one show.
void add_show(const FindingShow& show, const std::vector<FoundRow>& found,
              const std::string& source, const Content& content, Page& page) {
  if (found.empty()) return;
  Scope each;
  if (!show.each.empty()) each.set(show.each, show.value);
  for (const FindingFigure& figure : show.figures) {
    if (figure.history.empty()) {
      add_numbers(figure, found, show.table.has_value(), content, each, page);
    } else {
      add_histories(figure, found, content, each, page);
    }
  }
  if (!show.table) return;
  const Table table = TableMaker(*show.table, source).make(found, each);
  if (show.table->folded.empty()) {
    page.table(table);
  } else {
    page.folded_table(table, show.table->folded);
  }
}

void add_part(const FindingPart& part, const Rows& rows, const std::string& source,
              const Content& content, Page& page) {
  page.part(part.title);
  std::vector<std::vector<FoundRow>> found;
  for (const FindingShow& show : part.shows)
    found.push_back(found_rows(show.rows, rows, content.histories));
  if (std::all_of(found.begin(), found.end(), [](const auto& of) { return of.empty(); })) {
    page.nothing(fmt::format("Not in this store: run impactbench run {}.", part.made_by));
    return;
  }
  std::string text = part.text;
  for (const RowEvidence& sentence : part.sentences) {
    const std::string said = sentence.of(rows);
    if (!said.empty()) text += " " + said;
  }
  page.paragraph(text);
  for (std::size_t k = 0; k < found.size(); ++k)
    add_show(part.shows[k], found[k], source, content, page);
}

/// A store may hold a cell for several revisions: it counts once. The order is that of the texts of
/// the cells, compared by their beginnings: whole texts would take as much memory as the rows.
Rows once_each(std::span<const Row> rows) {
  std::map<std::tuple<std::string_view, std::string_view, std::string_view>, Rows> groups;
  for (const Row& row : rows)
    groups[{row.cell.problem, row.cell.scheme, row.cell.solver}].push_back(&row);
  Rows out;
  for (const auto& [names, group] : groups) {
    std::map<std::string, const Row*> once;
    for (const Row* row : group)
      once[canonical_text(row->cell, "", "")] = row;
    for (const auto& [cell, row] : once)
      out.push_back(row);
  }
  return out;
}

}  // namespace

void add_finding_sections(const Content& content, Page& page) {
  const Rows rows = once_each(content.rows);
  for (const std::string& source : source_names()) {
    const std::vector<FindingPart>& parts = find_source(source).findings;
    if (parts.empty()) continue;
    page.section("Findings on " + source);
    for (const FindingPart& part : parts)
      add_part(part, rows, source, content, page);
  }
}

}  // namespace impactbench
