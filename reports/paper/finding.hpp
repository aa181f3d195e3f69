#pragma once

#include "problems/base/fields.hpp"
#include "reports/paper/condition.hpp"
#include "reports/paper/data_table.hpp"
#include "reports/paper/source_errors.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace impactbench {

/// A formula and its place.
struct PlacedFormula {
  std::string name, text, place;
};

/// A text in place of another one: `texts` for the values of `of`.
struct Wording {
  std::string name, of;
  std::map<std::string, std::string> texts;
};

/// The rows of a store for a finding, and their names beside their own.
struct FindingRows {
  Conditions where;
  ParameterSet otherwise;              ///< what stands for names that a row lacks
  std::vector<std::string> histories;  ///< that a row must have: NAME_first, NAME_last, NAME_until
  std::vector<PlacedFormula> numbers;  ///< in this order, each may use those before it
  std::vector<Wording> words;          ///< after the numbers
  std::vector<std::string> one_of;     ///< of rows that agree in these texts one is shown,
  Conditions prefer;                   ///< the last that meets these, or the last
  std::vector<std::string> order;      ///< texts, or "= FORMULA"
};

/// A column of a finding's table: a text with names, or a formula and the format of its number.
struct FindingColumn {
  enum class Form { shown, setting, fixed, with_sign, powers };
  std::string title, text;
  std::optional<PlacedFormula> number;
  Form form{Form::shown};
  int digits{0};
  std::string order_over;  ///< a name: the observed order since the row before is added in brackets
  /// A printed value with the name `printed`: the one of this table whose quantity is this text,
  /// where <name> in it is the number of the formula of that name.
  std::string printed_table, printed_quantity;
  std::vector<PlacedFormula> printed_parts{};
};

struct FindingTable {
  std::string name, caption, folded;  ///< `folded`: opens on demand under these words
  std::string link;                   ///< words of the runs that a row leads to; empty: its page
  std::vector<std::string> within;    ///< orders are between rows that agree in these texts
  std::vector<FindingColumn> columns;
};

struct FindingLine {
  std::string label;
  std::vector<double> x, y;
};

/// Histories of the rows over time, or one of their numbers over another.
struct FindingFigure {
  std::string name, caption, x_label, y_label;
  std::string history;   ///< drawn over time; empty: `y` over `x`
  bool relative{false};  ///< its change over its first value
  std::optional<PlacedFormula> x, y;
  std::string label;  ///< rows with the same text are one curve
  bool full_width{false};
  std::optional<double> x_low, x_high, y_low, y_high;
  std::vector<FindingLine> lines;  ///< of laws
};

struct FindingShow {
  std::string each, value;  ///< the name and the text that this is repeated for; empty: once
  FindingRows rows;
  std::vector<FindingFigure> figures;
  std::optional<FindingTable> table;
};

/// A part of a report's findings about a source ([[part]] of findings.toml; guide/sources.md).
struct FindingPart {
  std::string title;
  std::string text;                    ///< what holds whatever the rows show
  std::string made_by;                 ///< the plans that make its rows
  std::vector<RowEvidence> sentences;  ///< what the rows show
  std::vector<FindingShow> shows;
};

/// The parts in a file, in its order. Throws ConfigurationError with file:line:column on
/// errors.
[[nodiscard]] std::vector<FindingPart> read_findings(DataTable& file);

}  // namespace impactbench
