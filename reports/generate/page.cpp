#include "reports/generate/page.hpp"

#include "reports/generate/latex_table.hpp"

#include "benchmarks/files/output.hpp"
#include "benchmarks/store/markup_text.hpp"
#include "problems/base/counted.hpp"
#include "problems/base/error.hpp"
#include "reports/html/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <ostream>
#include <sstream>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>

namespace impactbench {
namespace {

constexpr const char* style = R"css(
:root { color-scheme: light dark; --paper: #fff; --ink: #1c1c1c; --quiet: #555; --line: #dcdcd8; --link: #0b5f97; --hatch: #f7f7f5;
  --passed: #e6f3ee; --missed: #fbe7dc; --known: #faf1db; --failed: #f6e1ec; --unjudged: #e8e9f7; --unresolved: #e6edf4; }
@media screen and (prefers-color-scheme: dark) { :root { --paper: #16181b; --ink: #e8e8e6; --quiet: #a2a6ad; --line: #373b41; --link: #79b8e8;
  --hatch: #1f2226; --passed: #1b3029; --missed: #3a261a; --known: #332b17; --failed: #381f2d; --unjudged: #23263f; --unresolved: #1f2b37; } }
body { font: 15px/1.5 "DejaVu Sans", "Helvetica Neue", Arial, sans-serif; color: var(--ink); background: var(--paper);
  margin: 0 auto; padding: 1.5em 2em 4em; max-width: 1240px; }
h1 { font-size: 1.7em; font-weight: 600; margin: 0 0 .2em; }
h2 { font-size: 1.2em; font-weight: 600; margin: 2.6em 0 .6em; padding-bottom: .25em; border-bottom: 1px solid var(--line); }
h3 { font-size: 1em; font-weight: 600; margin: 1.6em 0 .4em; }
a { color: var(--link); }
p { max-width: 75ch; margin: .5em 0; }
nav { font-size: .9em; columns: 20em 2; margin: 1.2em 0; max-width: 60em; } nav a { display: block; text-decoration: none; }
.wide { overflow: auto; max-height: 92vh; } .wide thead th { position: sticky; top: 0; background: var(--paper); }
.wide td:first-child { min-width: 8em; }
@media (min-width: 900px) { .wide td:first-child, .wide th:first-child { position: sticky; left: 0; background: var(--paper); } .wide thead th { z-index: 1; } .wide thead th:first-child { z-index: 2; } }
.leads { cursor: pointer; } .leads:hover td { background: var(--hatch); }
table { border-collapse: collapse; margin: 1em 0; font-size: .84em; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-size: 1.02em; color: var(--quiet); padding: .3em 0; max-width: min(90ch, 88vw); }
th { text-align: left; font-weight: 600; border-bottom: 1.5px solid var(--quiet); padding: .3em .9em .3em 0; vertical-align: bottom; }
td { border-bottom: 1px solid var(--line); padding: .25em .9em .25em 0; vertical-align: top; }
.n { text-align: right; white-space: nowrap; }
.figures { display: flex; flex-wrap: wrap; gap: 1.2em 2em; align-items: flex-start; }
figure { margin: .8em 0; } figcaption { font-size: .84em; color: var(--quiet); max-width: 34em; padding-left: .6em; }
/* Drawn for white paper. */
figure > svg { display: block; width: 30em; max-width: 100%; height: auto; background: #fff; border-radius: 4px; }
details { margin: .6em 0; } summary { cursor: pointer; color: var(--link); font-size: .92em; }
.matrix td, .matrix th { border: 1px solid var(--line); padding: .35em .6em; text-align: center; } .matrix th.row { text-align: left; }
.matrix a { color: inherit; text-decoration: none; } .matrix .upright { writing-mode: vertical-rl; transform: rotate(180deg); text-align: left; white-space: nowrap; }
.matrix .passed { background: var(--passed); } .matrix .missed { background: var(--missed); font-weight: 600; }
.matrix .known { background: var(--known); } .matrix .unjudged { background: var(--unjudged); } .matrix .unresolved { background: var(--unresolved); } .matrix .none { color: var(--quiet); } .matrix .failed { background: var(--failed); font-weight: 600; }
.look { background: #fff; border-radius: 3px; vertical-align: -.1em; } .empty { margin-top: 3em; color: var(--quiet); font-size: .92em; }
code { font: .92em "DejaVu Sans Mono", monospace; }
@media (max-width: 640px) { body { padding: 1em .9em 3em; } }
@media print { :root { color-scheme: light; --paper: #fff; --ink: #000; --quiet: #444; } body { padding: 0; font-size: 11px; }
  h2 { break-after: avoid; } figure, tr { break-inside: avoid; } nav, summary { display: none; } .wide { overflow: visible; max-height: none; } .wide th, .wide td { position: static !important; }
  details::details-content { content-visibility: visible; } }
)css";

/// A row links to the target of its first link. A selected text is being copied, not followed.
constexpr const char* script = R"js(document.addEventListener("click", (e) => {
  const link = e.target.closest("a") ? null : e.target.closest("tr.leads")?.querySelector("td a");
  if (link && getSelection().isCollapsed) link.dispatchEvent(new MouseEvent("click", e));
});
)js";

/// The lines of a table for reading. A longer table is data, and only the CSV file has all of it.
constexpr std::size_t most_lines = 10000;

Table for_reading(const Table& table) {
  const auto first = [](const auto& lines) {
    const auto n = static_cast<std::ptrdiff_t>(std::min(lines.size(), most_lines));
    return std::decay_t<decltype(lines)>(lines.begin(), lines.begin() + n);
  };
  std::string caption = table.caption;
  if (table.rows.size() > most_lines) {
    caption += fmt::format(" The first {} of {} lines; all are in tables/{}.csv (--format csv).",
                           most_lines, table.rows.size(), table.name);
  }
  return {table.name, caption, table.header, first(table.rows), table.numeric, first(table.links)};
}

}  // namespace

Formats formats_from(const std::string& words) {
  if (words == "all") return {};
  Formats out{false, false, false, false};
  std::istringstream in(words + ",");
  for (std::string word; std::getline(in, word, ',');) {
    if (word == "html") {
      out.html = true;
    } else if (word == "md") {
      out.markdown = true;
    } else if (word == "tex") {
      out.latex = true;
    } else if (word == "csv") {
      out.csv = true;
    } else {
      throw ConfigurationError(
          fmt::format("--format has '{}'; known are all, html, md, tex, csv", word));
    }
  }
  return out;
}

Page::Page(std::string folder, Formats formats, std::string home, CellPages* cells)
    : folder_(std::move(folder)), formats_(formats), home_(std::move(home)), cells_(cells) {
  std::error_code failed;
  std::vector<const char*> inners{""};
  if (formats_.figures()) inners.push_back("/figures");
  if (formats_.markdown || formats_.latex || formats_.csv) inners.push_back("/tables");
  for (const char* inner : inners) {
    std::filesystem::create_directories(folder_ + inner, failed);
    if (failed) {
      throw ConfigurationError(
          fmt::format("folder '{}{}' cannot be made: {}", folder_, inner, failed.message()));
    }
  }
}

void Page::close_figures() {
  if (in_figures_) body_ += html::report_figures_end;
  in_figures_ = false;
}

void Page::section(const std::string& title) {
  close_figures();
  section_ = title_ = title;
  part_.clear();
}

void Page::part(const std::string& title) {
  close_figures();
  part_ = title;
}

void Page::begin() {
  if (!title_.empty()) {
    titles_.push_back(std::exchange(title_, ""));
    body_ += fmt::format(html::report_title, "number"_a = titles_.size(),
                         "title"_a = markup_text(titles_.back()));
  }
  if (!part_.empty())
    body_ += fmt::format(html::report_part, "title"_a = markup_text(std::exchange(part_, "")));
}

void Page::nothing(const std::string& why) {
  if (title_.empty() && part_.empty()) {
    paragraph(why);
    return;
  }
  empty_.push_back({part_.empty() ? section_ : section_ + ": " + part_, why});
  part_.clear();
}

std::string Page::empty_sections() const {
  if (empty_.empty()) return {};
  std::string sections;
  for (const Empty& e : empty_) {
    sections += fmt::format(html::report_empty_section, "title"_a = markup_text(e.title),
                            "why"_a = markup_text(e.why));
  }
  return fmt::format(html::report_empty,
                     "count"_a = counted(empty_.size(), "section has", "sections have"),
                     "sections"_a = sections);
}

void Page::raw(const std::string& html) {
  close_figures();
  begin();
  body_ += html;
}

void Page::paragraph(const std::string& text) {
  raw(fmt::format(html::report_paragraph, "text"_a = markup_text(text)));
}

Leads Page::leads() const {
  if (home_.empty()) return {};
  return
      [cells = cells_](const std::string& link) { return cells == nullptr || cells->leads(link); };
}

std::string Page::linked_runs(const std::vector<PageLink>& runs) const {
  if (home_.empty() || runs.empty()) return {};
  const Leads is_there = leads();
  std::string out = " Runs: ";
  for (const PageLink& run : runs) {
    const std::string words = markup_text(run.words);
    out += &run == &runs.front() ? "" : ", ";
    out += is_there(run.file)
               ? fmt::format(html::report_link, "file"_a = markup_text(run.file), "words"_a = words)
               : words;
  }
  return out + ".";
}

void Page::figure(const Plot& plot, const std::string& caption, const std::vector<PageLink>& runs) {
  if (!formats_.figures()) return;
  if (!can_be_drawn(plot)) {
    paragraph(caption + " No point of this figure can be drawn on its axes.");
    return;
  }
  begin();
  if (!in_figures_) body_ += html::report_figures;
  in_figures_ = true;
  // As many at a time as there are cores: each is a process of its own.
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  if (drawings_.size() >= cores) drawings_[drawings_.size() - cores].svg.wait();
  Plot own = plot;
  for (int k = 2; !names_.insert(own.name).second; ++k)
    own.name = fmt::format("{}_{}", plot.name, k);
  auto drawing = std::async(std::launch::async, [own = std::move(own), folder = folder_] {
    return draw(own, folder + "/figures");
  });
  constexpr std::size_t place = html::report_figure.find("{drawing}");
  drawings_.push_back({body_.size() + place, drawing.share()});
  body_ += fmt::format(html::report_figure, "drawing"_a = "", "caption"_a = markup_text(caption),
                       "runs"_a = linked_runs(runs));
}

void Page::save(const Table& table) {
  saved_.push_back({table.name, table.caption, {}, {}, {}});
  const std::string stem = folder_ + "/tables/" + table.name;
  if (formats_.csv) write_text_file(stem + ".csv", to_csv(table));
  if (formats_.markdown) write_text_file(stem + ".md", to_markdown(for_reading(table)));
  if (formats_.latex) write_text_file(stem + ".tex", to_latex(for_reading(table)));
}

void Page::table(const Table& table) {
  save(table);
  raw(fmt::format(html::report_table, "table"_a = to_html(for_reading(table), leads())));
}

void Page::folded_table(const Table& table, const std::string& summary) {
  save(table);
  raw(fmt::format(html::report_folded_table, "summary"_a = markup_text(summary),
                  "table"_a = to_html(for_reading(table), leads())));
}

/// The body with each figure in its place.
void Page::write_body(std::ostream& out) const {
  std::string_view rest = body_;
  std::size_t begin = 0;
  for (const Drawing& drawing : drawings_) {
    out << rest.substr(0, drawing.place - begin) << drawing.svg.get();
    rest.remove_prefix(drawing.place - begin);
    begin = drawing.place;
  }
  out << rest;
}

void Page::write(const std::string& title, const std::string& file) const {
  for (const Drawing& drawing : drawings_)
    (void)drawing.svg.get();  // throws where it failed
  if (formats_.latex && !saved_.empty())
    write_text_file(folder_ + "/tables/tables.tex", latex_tables_document(saved_));
  if (!formats_.html) return;
  std::string sections;
  for (std::size_t k = 0; k < titles_.size(); ++k) {
    sections +=
        fmt::format(html::report_section, "number"_a = k + 1, "title"_a = markup_text(titles_[k]));
  }
  write_file(folder_ + "/" + file, [&](std::ostream& out) {
    out << fmt::format(
        html::report_head, "title"_a = markup_text(title), "style"_a = style,
        "way"_a = home_.empty() ? "" : fmt::format(html::report_way, "home"_a = home_),
        "sections"_a = sections);
    write_body(out);
    if (in_figures_) out << html::report_figures_end;
    out << fmt::format(
        html::report_foot, "empty"_a = empty_sections(),
        "script"_a = home_.empty() ? "" : fmt::format(html::report_script, "script"_a = script));
  });
}

}  // namespace impactbench
