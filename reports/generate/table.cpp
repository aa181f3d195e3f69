#include "reports/generate/table.hpp"

#include "benchmarks/store/csv_text.hpp"
#include "reports/html/html.hpp"

#include <fmt/format.h>

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

/// The page that a cell of the table links to; empty if there is none.
std::string page_of(const Table& table, std::size_t row, std::size_t column, const Leads& leads) {
  const bool has_one = leads && row < table.links.size() && column < table.links[row].size();
  const std::string page = has_one ? table.links[row][column] : "";
  return page.empty() || !leads(page) ? "" : page;
}

std::string linked_text(const std::string& text, const std::string& page) {
  const std::string shown = markup_text(text);
  return page.empty() ? shown
                      : fmt::format(html::link, "file"_a = markup_text(page), "words"_a = shown);
}

std::string html_heading(const Table& table, std::size_t column) {
  const std::string text = markup_text(table.header[column]);
  return is_numeric(table, column) ? fmt::format(html::table_heading_of_numbers, "heading"_a = text)
                                   : fmt::format(html::table_heading, "heading"_a = text);
}

std::string html_row(const Table& table, std::size_t r, const Leads& leads) {
  const std::vector<std::string>& row = table.rows[r];
  std::string cells;
  for (std::size_t k = 0; k < row.size(); ++k) {
    const std::string text = linked_text(row[k], page_of(table, r, k, leads));
    cells += is_numeric(table, k) ? fmt::format(html::table_number, "number"_a = text)
                                  : fmt::format(html::table_text, "text"_a = text);
  }
  return page_of(table, r, 0, leads).empty()
             ? fmt::format(html::table_row, "cells"_a = cells)
             : fmt::format(html::table_row_that_leads, "cells"_a = cells);
}

}  // namespace

void Table::add(std::vector<std::string> row, std::vector<std::string> links_of_row) {
  links.resize(rows.size());
  rows.push_back(std::move(row));
  links.push_back(std::move(links_of_row));
}

void Table::add(std::vector<std::string> row, std::string link) {
  add(std::move(row), std::vector{std::move(link)});
}

std::string to_html(const Table& table, const Leads& leads) {
  std::string caption, headings, rows;
  if (!table.caption.empty())
    caption = fmt::format(html::table_caption, "caption"_a = markup_text(table.caption));
  for (std::size_t k = 0; k < table.header.size(); ++k)
    headings += html_heading(table, k);
  for (std::size_t r = 0; r < table.rows.size(); ++r)
    rows += html_row(table, r, leads);
  return fmt::format(html::table, "name"_a = markup_text(table.name), "caption"_a = caption,
                     "headings"_a = headings, "rows"_a = rows);
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
