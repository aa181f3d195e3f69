#include "reports/generate/table.hpp"

#include "benchmarks/store/csv_text.hpp"
#include "benchmarks/store/markup_text.hpp"

namespace impactbench {
namespace {

bool is_numeric(const Table& table, std::size_t column) {
  return column < table.numeric.size() && table.numeric[column];
}

template <class Escape>
std::string joined(const std::vector<std::string>& cells, const char* separator, Escape escape) {
  std::string out;
  for (std::size_t k = 0; k < cells.size(); ++k)
    out += (k == 0 ? "" : separator) + escape(cells[k]);
  return out;
}

std::string markdown_field(const std::string& text) {
  std::string out;
  for (const char c : text)
    out += c == '|' ? std::string("\\|") : std::string(1, c == '\n' ? ' ' : c);
  return out;
}

/// A text of the first column, with the page that it leads to.
std::string first_text(const Table& table, std::size_t row, bool linked) {
  const std::string text = markup_text(table.rows[row].front());
  if (!linked || row >= table.links.size() || table.links[row].empty()) return text;
  return "<a href=\"" + markup_text(table.links[row]) + "\">" + text + "</a>";
}

}  // namespace

void Table::add(std::vector<std::string> row, std::string link) {
  links.resize(rows.size());
  rows.push_back(std::move(row));
  links.push_back(std::move(link));
}

std::string to_html(const Table& table, bool linked) {
  std::string out = "<table>\n<caption>" + markup_text(table.caption) + "</caption>\n<thead><tr>";
  for (std::size_t k = 0; k < table.header.size(); ++k) {
    out += (is_numeric(table, k) ? "<th class=\"n\">" : "<th>") + markup_text(table.header[k]) +
           "</th>";
  }
  out += "</tr></thead>\n<tbody>\n";
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const auto& row = table.rows[r];
    out += "<tr>";
    for (std::size_t k = 0; k < row.size(); ++k) {
      out += (is_numeric(table, k) ? "<td class=\"n\">" : "<td>") +
             (k == 0 ? first_text(table, r, linked) : markup_text(row[k])) + "</td>";
    }
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table>\n";
}

std::string to_csv(const Table& table) {
  std::string out = joined(table.header, ",", csv_text) + "\n";
  for (const auto& row : table.rows)
    out += joined(row, ",", csv_text) + "\n";
  return out;
}

std::string to_markdown(const Table& table) {
  std::string out = "| " + joined(table.header, " | ", markdown_field) + " |\n|";
  for (std::size_t k = 0; k < table.header.size(); ++k)
    out += is_numeric(table, k) ? " ---: |" : " --- |";
  out += '\n';
  for (const auto& row : table.rows)
    out += "| " + joined(row, " | ", markdown_field) + " |\n";
  return out;
}

}  // namespace impactbench
