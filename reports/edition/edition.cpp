#include "reports/edition/edition.hpp"

#include "benchmarks/files/output.hpp"
#include "benchmarks/matrix/title.hpp"
#include "benchmarks/store/fingerprint.hpp"
#include "benchmarks/store/row_bytes.hpp"
#include "problems/base/error.hpp"
#include "reference/published/claims.hpp"
#include "reference/published/table.hpp"
#include "reports/edition/document.hpp"
#include "reports/edition/figure_text.hpp"
#include "reports/edition/printed_tables.hpp"
#include "reports/edition/theorem_page.hpp"
#include "reports/paper/figure.hpp"
#include "reports/paper/reproduce.hpp"
#include "reports/paper/rows_by_cell.hpp"
#include "reports/paper/source.hpp"
#include "reports/paper/source_claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

namespace impactbench {
namespace {

/// To be raised when the same rows would be drawn differently than before.
constexpr const char* way_of_drawing = "2\n";

/// The visible part of a row: neither key nor revision nor machine.
std::string visible(const Row& row, bool timed) {
  Row bare = row;
  bare.key = bare.revision = bare.build = "";
  std::string text = compared_bytes(bare);
  if (timed && row.timing) text += to_text(row.timing->cpu_min);
  return text;
}

/// Rows by cell with the hash of their visible part, computed once each.
class HashedRows {
 public:
  explicit HashedRows(const std::vector<Row>& rows) {
    for (const Row& row : rows)
      rows_[cell_text(row.cell)] = {&row, {}};
  }
  [[nodiscard]] ManifestCell cell(const PlannedCell& planned, bool timed) {
    const auto it = rows_.find(cell_text(planned.cell));
    if (it == rows_.end()) return {title(planned.cell), "", "absent"};
    auto& [row, hashes] = it->second;
    std::string& hash = hashes[timed ? 1 : 0];
    if (hash.empty()) hash = hash_of(visible(*row, timed));
    return {title(planned.cell), hash, std::string(to_text(row->status)), row->revision};
  }

 private:
  struct Entry {
    const Row* row{nullptr};
    std::string hashes[2];
  };
  std::map<std::string, Entry> rows_;
};

bool has_times(const std::string& source, const std::string& table) {
  const std::vector<PublishedValue> values = read_published(source, table);
  return std::any_of(values.begin(), values.end(),
                     [](const PublishedValue& v) { return v.quantity == "cpu_seconds"; });
}

constexpr double every_run = 1e9;  ///< budget under which no run of a table is left out [s]

ManifestItem item_of(std::string name, std::string caption, const std::string& recipe,
                     const Plan& plan, HashedRows& rows, bool timed) {
  ManifestItem out{
      std::move(name), std::move(caption), hash_of(way_of_drawing + recipe), {}, {}, {}};
  for (const PlannedCell& cell : plan.cells)
    out.cells.push_back(rows.cell(cell, timed));
  return out;
}

std::string claims_text(const std::vector<PublishedClaim>& claims) {
  std::string out;
  for (const PublishedClaim& c : claims)
    out += fmt::format("{}|{}|{}|{}|{}\n", c.id, c.where, c.claim, c.runs, c.test);
  return out;
}

std::string values_text(const std::vector<PublishedValue>& values) {
  std::string out;
  for (const PublishedValue& v : values)
    out += fmt::format("{}|{}|{}|{}|{}|{}|{}\n", v.problem, v.scheme, v.solver, v.dt, v.quantity,
                       v.digits, v.suspect);
  return out;
}

std::string caption_of(const Figure& figure) {
  std::string out = figure.caption;
  for (const FigurePanel& panel : figure.panels) {
    if (!panel.letter.empty()) out += fmt::format(" ({}) {}.", panel.letter, panel.what);
  }
  return figure.remark.empty() ? out : out + " " + figure.remark;
}

/// Returns whether a row exists or none is needed (inputs, exact solutions).
bool can_be_made(const ManifestItem& item) {
  return item.cells.empty() || std::any_of(item.cells.begin(), item.cells.end(),
                                           [](const ManifestCell& c) { return !c.row.empty(); });
}

/// Draws items of one source into one folder.
class Workshop {
 public:
  Workshop(const std::string& source, const std::vector<Row>& rows, std::string folder)
      : source_(source), rows_(rows), folder_(std::move(folder)) {
    for (const char* part : {"figures", "tables"}) {
      std::error_code failed;
      std::filesystem::create_directories(folder_ + "/" + part, failed);
      if (failed) {
        throw ConfigurationError(
            fmt::format("folder '{}/{}' cannot be made: {}", folder_, part, failed.message()));
      }
    }
  }

  void make(ManifestItem& item) {
    if (item.name.starts_with("fig")) {
      make_figure(item);
    } else if (item.name == "claims") {
      write(item, claims_table(judge_claims(source_, rows_, false)));
    } else if (item.name == "theorems") {
      const std::vector<TheoremResult> results = judge_theorems(source_);
      write(item, theorems_table(results));
      write_theorem_page(source_, results, folder_);
      item.files.push_back("theorems.html");
    } else {
      const std::string number = item.name.substr(3);
      write(item, printed_table(number, compare_tables(source_, {number}, rows_, false)));
    }
  }

  void write_file(const std::string& name, const std::string& text) const {
    write_text_file(folder_ + "/" + name, text);
  }

 private:
  void make_figure(ManifestItem& item) const {
    const DrawnFigure drawn =
        draw_figure(find_figure(source_, item.name.substr(3)), rows_, folder_ + "/figures");
    for (const std::string& path : drawn.files)
      item.files.push_back(path.substr(folder_.size() + 1));
    item.notes = drawn.notes;
  }

  void write(ManifestItem& item, const NotedTable& noted) const {
    const std::string stem = "tables/" + noted.table.name;
    const auto add = [&](const std::string& name, const std::string& text) {
      if (text.empty()) return;
      write_file(name, text);
      item.files.push_back(name);
    };
    item.caption = noted.table.caption;
    add(stem + ".csv", to_csv(with_notes(noted)));
    add(stem + ".tex", latex_table(noted.table));
    add(stem + "_notes.tex", latex_notes(noted));
  }

  /// In a file of values the text of the note replaces its printed number.
  static Table with_notes(const NotedTable& noted) {
    Table out = noted.table;
    for (auto& row : out.rows) {
      if (!row.back().empty()) row.back() = noted.notes.at(std::stoul(row.back()) - 1);
    }
    return out;
  }

  const std::string& source_;
  const std::vector<Row>& rows_;
  std::string folder_;
};

}  // namespace

std::vector<std::string> edition_tables(const std::string& source) {
  const auto folder = std::filesystem::path(published_folder()) / source;
  std::vector<std::string> out;
  if (std::filesystem::exists(folder)) out = published_tables(source);
  std::sort(out.begin(), out.end(), [](const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;  // 4.9 before 4.10
  });
  return out;
}

Plan edition_plan(const std::string& source, double cpu_budget) {
  Plan out;
  out.label = "reproduce " + source;
  out.repeats = 0;
  out.cpu_budget = cpu_budget;
  std::map<std::string, std::size_t> index;
  const auto add = [&](Plan part) {
    for (PlannedCell& cell : part.cells) {
      const auto [it, fresh] = index.emplace(cell_text(cell.cell), out.cells.size());
      if (fresh) {
        out.cells.push_back(std::move(cell));
      } else if (cell.repeats) {
        out.cells[it->second].repeats = std::max(cell.repeats, out.cells[it->second].repeats);
      }
    }
  };
  for (const Figure& figure : find_source(source).figures)
    add(figure_plan(figure));
  if (!edition_tables(source).empty()) add(reproduction_plan(source, {}, cpu_budget));
  if (!read_claims(source).empty()) add(claims_plan(source, cpu_budget));
  return out;
}

Manifest survey(const std::string& source, const std::vector<Row>& rows) {
  const Source& from = find_source(source);
  HashedRows hashed(rows);
  Manifest out{source, revision(), {}};
  for (const Figure& figure : from.figures) {
    out.items.push_back(item_of("fig" + figure.number, caption_of(figure), figure_text(figure),
                                figure_plan(figure), hashed, false));
  }
  for (const std::string& table : edition_tables(source)) {
    out.items.push_back(
        item_of("tab" + table, "Table " + table, values_text(read_published(source, table)),
                reproduction_plan(source, {table}, every_run), hashed, has_times(source, table)));
  }
  const std::vector<PublishedClaim> claims = read_claims(source);
  if (!claims.empty()) {
    out.items.push_back(item_of("claims", "What the text claims", claims_text(claims),
                                claims_plan(source, every_run), hashed, false));
  }
  const std::vector<TheoremResult> theorems = judge_theorems(source, true);
  if (!theorems.empty()) {
    std::ostringstream text;
    write_theorems_csv(theorems, text);
    out.items.push_back(
        item_of("theorems", "Theorems tested numerically", text.str(), Plan(), hashed, false));
  }
  return out;
}

std::vector<Drawn> stale_items(const std::string& source, const std::vector<Row>& rows,
                               const std::string& folder) {
  const Manifest now = survey(source, rows), before = read_manifest(folder);
  std::vector<Drawn> out;
  for (const ManifestItem& item : now.items) {
    out.push_back({item.name, why_stale(item, before.find(item.name), folder), can_be_made(item)});
  }
  return out;
}

std::vector<Drawn> write_edition(const std::string& source, const std::vector<Row>& rows,
                                 const std::string& folder, bool redraw) {
  Manifest now = survey(source, rows);
  const Manifest before = read_manifest(folder);
  if (!before.source.empty() && before.source != source) {
    throw ConfigurationError(fmt::format("folder '{}' holds the edition of {}, not of {}", folder,
                                         before.source, source));
  }
  Workshop workshop(source, rows, folder);
  std::vector<Drawn> out;
  for (ManifestItem& item : now.items) {
    const ManifestItem* drawn = before.find(item.name);
    std::string why = redraw ? "asked for" : why_stale(item, drawn, folder);
    if (why.empty()) {
      item.caption = drawn->caption;
      item.files = drawn->files;
      item.notes = drawn->notes;
    } else if (can_be_made(item)) {
      workshop.make(item);
    } else {
      item.notes = {"the store has none of its runs"};
    }
    out.push_back({item.name, std::move(why), !item.files.empty()});
  }
  workshop.write_file(source + ".tex", latex_document(now, find_source(source).sketches));
  write_manifest(now, folder);
  return out;
}

}  // namespace impactbench
