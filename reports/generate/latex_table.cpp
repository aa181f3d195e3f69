#include "reports/generate/latex_table.hpp"

#include "reports/generate/latex_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string_view>

namespace impactbench {
namespace {

// A4 less 22 mm on either side [pt], and the letters: 10 pt, and 8 pt where they must be small.
constexpr double upright = 470.0, landscape = 715.0;
constexpr double gap = 12.0, small_gap = 6.0;  ///< between columns [pt]
constexpr std::size_t rows_of_a_page = 40, longest_piece = 12;

/// Width of a letter of 8 pt [pt].
double width_of(char c) {
  const auto in = [c](std::string_view set) { return set.find(c) != std::string_view::npos; };
  if ((static_cast<unsigned char>(c) & 0xC0U) == 0x80U) return 0.0;  // within a character
  if (static_cast<unsigned char>(c) >= 0x80U) return 6.8;
  if (in("ijl.,;:'|! ")) return 2.9;
  if (in("frst()[]-")) return 3.5;
  if (in("mw%&")) return 7.2;
  if (in("=<>+~^#")) return 6.8;
  if (c >= 'A' && c <= 'Z') return in("MW") ? 8.8 : 6.6;
  return 4.6;
}

double width_of(std::string_view text) {
  double out = 0.0;
  for (const char c : text)
    out += width_of(c);
  return out;
}

/// Parts of a text between which a line may end. Numbers end with their words only.
std::vector<std::string> pieces_of(const std::string& text, bool numeric) {
  std::vector<std::string> out(1);
  for (const char c : text) {
    const bool within = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
    if (!numeric && !within && out.back().size() >= longest_piece) out.emplace_back();
    out.back() += c;
    const bool ends =
        c == ' ' || (!numeric && std::string_view("_/=,:").find(c) != std::string_view::npos);
    if (ends) out.emplace_back();
  }
  return out;
}

std::string breaking_text(const std::string& text, bool numeric) {
  std::string out;
  for (const std::string& piece : pieces_of(text, numeric)) {
    if (!out.empty() && !piece.empty() && out.back() != ' ') out += "\\allowbreak{}";
    out += latex_text(piece);
  }
  return out;
}

struct Column {
  bool numeric{false};
  double least{0.0}, natural{0.0};  ///< widths in small letters [pt]
};

std::vector<Column> columns_of(const Table& table) {
  std::vector<Column> out(table.header.size());
  const auto grow = [&](std::size_t k, const std::string& text) {
    Column& c = out[k];
    for (const std::string& piece : pieces_of(text, c.numeric))
      c.least = std::max(c.least, 1.0 + width_of(piece));
    c.natural = std::max(c.natural, 1.0 + width_of(text));
  };
  for (std::size_t k = 0; k < out.size(); ++k) {
    out[k].numeric = k < table.numeric.size() && table.numeric[k];
    grow(k, table.header[k]);
    // A heading may break; the cells below it stay whole if there is room.
    if (out[k].numeric) out[k].natural = out[k].least;
  }
  for (const auto& row : table.rows) {
    for (std::size_t k = 0; k < std::min(row.size(), out.size()); ++k)
      grow(k, row[k]);
  }
  return out;
}

/// Widths that fill at most `room` [pt]: numbers whole, texts by their share of the remainder; none
/// if even the longest words do not fit.
std::vector<double> widths_of(const std::vector<Column>& columns, double room) {
  room -= small_gap * static_cast<double>(columns.size());
  std::vector<double> out;
  double wanted = 0.0;
  for (const bool whole_numbers : {true, false}) {
    out.clear(), wanted = 0.0;
    for (const Column& c : columns) {
      out.push_back(whole_numbers && c.numeric ? c.natural : c.least);
      wanted += c.natural - out.back();
    }
    const double left = room - std::accumulate(out.begin(), out.end(), 0.0);
    if (left < 0.0) continue;
    const double share = wanted > left ? left / wanted : 1.0;
    for (std::size_t k = 0; k < out.size(); ++k)
      out[k] += share * (columns[k].natural - out[k]);
    return out;
  }
  return {};
}

std::string line_of(const std::vector<std::string>& cells, const std::vector<Column>& columns) {
  std::string out;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const bool numeric = k < columns.size() && columns[k].numeric;
    out += (k == 0 ? "" : " & ") + breaking_text(cells[k], numeric);
  }
  return out + " \\\\\n";
}

std::string long_table(const Table& table, const std::vector<Column>& columns,
                       const std::vector<double>& widths) {
  std::string out = "{\\footnotesize\\setlength{\\tabcolsep}{3pt}\n\\begin{longtable}{";
  for (std::size_t k = 0; k < columns.size(); ++k) {
    out += fmt::format(">{{\\{}\\arraybackslash}}p{{{:.1f}pt}}",
                       columns[k].numeric ? "raggedleft" : "raggedright", widths[k]);
  }
  out += "}\n\\toprule\n" + line_of(table.header, columns) + "\\midrule\n\\endhead\n";
  for (const auto& row : table.rows)
    out += line_of(row, columns);
  return out + "\\bottomrule\n\\end{longtable}}\n";
}

std::string plain_table(const Table& table, const std::vector<Column>& columns) {
  const auto joined = [](const std::vector<std::string>& cells) {
    std::string out;
    for (std::size_t k = 0; k < cells.size(); ++k)
      out += (k == 0 ? "" : " & ") + latex_text(cells[k]);
    return out + " \\\\\n";
  };
  std::string out = "\\begin{tabular}{";
  for (const Column& c : columns)
    out += c.numeric ? 'r' : 'l';
  out += "}\n\\toprule\n" + joined(table.header) + "\\midrule\n";
  for (const auto& row : table.rows)
    out += joined(row);
  return out + "\\bottomrule\n\\end{tabular}\n";
}

/// The first column and those from `first` up to `last`.
Table part_of(const Table& table, std::size_t first, std::size_t last) {
  const auto cut = [&](const std::vector<std::string>& row) {
    std::vector<std::string> out{row.front()};
    for (std::size_t k = first; k < std::min(last, row.size()); ++k)
      out.push_back(row[k]);
    return out;
  };
  Table out{table.name, table.caption, cut(table.header), {}, {}};
  for (std::size_t k = 0; k < out.header.size(); ++k) {
    const std::size_t from = k == 0 ? 0 : first + k - 1;
    out.numeric.push_back(from < table.numeric.size() && table.numeric[from]);
  }
  for (const auto& row : table.rows)
    out.rows.push_back(cut(row));
  return out;
}

std::string parts(const Table& table, const std::vector<Column>& columns) {
  std::string out;
  for (std::size_t first = 1; first < columns.size();) {
    std::size_t last = first + 1;
    std::vector<Column> taken{columns[0], columns[first]};
    while (last < columns.size()) {
      taken.push_back(columns[last]);
      if (widths_of(taken, landscape).empty()) break;
      ++last;
    }
    taken.resize(last - first + 1);
    std::vector<double> widths = widths_of(taken, landscape);
    if (widths.empty()) widths.assign(taken.size(), 0.4 * landscape);
    out += long_table(part_of(table, first, last), taken, widths);
    first = last;
  }
  return "\\begin{landscape}\n" + out + "\\end{landscape}\n";
}

}  // namespace

std::string to_latex(const Table& table) {
  const std::vector<Column> columns = columns_of(table);
  double plain = 0.0;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    double widest = width_of(table.header[k]);
    for (const auto& row : table.rows)
      if (k < row.size()) widest = std::max(widest, width_of(row[k]));
    plain += 10.0 / 8.0 * widest + gap;
  }
  if (plain <= upright && table.rows.size() <= rows_of_a_page) return plain_table(table, columns);
  if (const auto widths = widths_of(columns, upright); !widths.empty())
    return long_table(table, columns, widths);
  if (const auto widths = widths_of(columns, landscape); !widths.empty())
    return "\\begin{landscape}\n" + long_table(table, columns, widths) + "\\end{landscape}\n";
  return parts(table, columns);
}

std::string latex_packages() {
  return "\\usepackage{booktabs,longtable,array,pdflscape}\n";
}

std::string latex_tables_document(const std::vector<Table>& tables) {
  std::string out =
      "\\documentclass[a4paper]{article}\n\\usepackage[margin=22mm]{geometry}\n" +
      latex_packages() +
      "\\setlength{\\parindent}{0pt}\n\\setlength{\\LTleft}{0pt}\n\\setlength{\\LTright}{0pt plus "
      "1fill}\n\\begin{document}\n";
  for (const Table& table : tables) {
    out += "\\subsection*{\\raggedright " + breaking_text(table.name, false) +
           "}\n{\\small\\raggedright " + breaking_text(table.caption, false) +
           "\\par}\n\\medskip\n\\input{" + table.name + ".tex}\n\n";
  }
  return out + "\\end{document}\n";
}

}  // namespace impactbench
