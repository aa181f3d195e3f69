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
               ? fmt::format(html::link, "file"_a = markup_text(run.file), "words"_a = words)
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
        html::report_head, "title"_a = markup_text(title), "style"_a = html::report_css,
        "way"_a = home_.empty() ? "" : fmt::format(html::report_way, "home"_a = home_),
        "sections"_a = sections);
    write_body(out);
    if (in_figures_) out << html::report_figures_end;
    // A click on a row follows its first link; where text is selected, it is being copied.
    out << fmt::format(
        html::report_foot, "empty"_a = empty_sections(),
        "script"_a =
            home_.empty() ? "" : fmt::format(html::report_script, "script"_a = html::report_js));
  });
}

}  // namespace impactbench
