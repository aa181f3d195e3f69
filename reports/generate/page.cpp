#include "reports/generate/page.hpp"

#include "benchmarks/store/markup_text.hpp"
#include "problems/model/error.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace impactbench {
namespace {

/// A file that is there in full, or a sentence.
void write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw ConfigurationError(fmt::format("'{}' cannot be written", path));
}

constexpr const char* style = R"css(
body { font: 15px/1.5 "DejaVu Sans", "Helvetica Neue", Arial, sans-serif; color: #1c1c1c; background: #fff;
  margin: 0 auto; padding: 2.5em 2em 4em; max-width: 1080px; }
h1 { font-size: 1.7em; font-weight: 600; margin: 0 0 .2em; }
h2 { font-size: 1.2em; font-weight: 600; margin: 2.6em 0 .6em; padding-bottom: .25em; border-bottom: 1px solid #c8c8c8; }
h3 { font-size: 1em; font-weight: 600; margin: 1.6em 0 .4em; }
p { max-width: 75ch; margin: .5em 0; }
nav { font-size: .9em; columns: 2; margin: 1.2em 0; max-width: 60em; } nav a { display: block; color: #0072B2; text-decoration: none; }
table { border-collapse: collapse; margin: 1em 0; font-size: .84em; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-size: 1.02em; color: #333; padding: .3em 0; max-width: 90ch; }
th { text-align: left; font-weight: 600; border-bottom: 1.5px solid #444; padding: .3em .9em .3em 0; vertical-align: bottom; }
td { border-bottom: 1px solid #e6e6e6; padding: .25em .9em .25em 0; vertical-align: top; }
.n { text-align: right; white-space: nowrap; }
.figures { display: flex; flex-wrap: wrap; gap: 1.2em 2em; align-items: flex-start; }
figure { margin: .8em 0; } figcaption { font-size: .84em; color: #333; max-width: 34em; padding-left: .6em; }
figure svg { display: block; width: 30em; max-width: 100%; height: auto; }
details { margin: .6em 0; } summary { cursor: pointer; color: #0072B2; font-size: .92em; }
.matrix td, .matrix th { border: 1px solid #d4d4d4; padding: .35em .6em; text-align: center; } .matrix th.row { text-align: left; }
.matrix .passed { background: #eef6f2; } .matrix .missed { background: #fbe9df; font-weight: 600; }
.matrix .known { background: #fdf5e2; } .matrix .none { color: #777; } .matrix .failed { background: #f3d9e6; font-weight: 600; }
code { font: .92em "DejaVu Sans Mono", monospace; }
@media print { body { padding: 0; font-size: 11px; } h2 { break-after: avoid; } figure, tr { break-inside: avoid; } nav, summary { display: none; }
  details::details-content { content-visibility: visible; } }
)css";

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

Page::Page(std::string folder, Formats formats) : folder_(std::move(folder)), formats_(formats) {
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
  if (in_figures_) body_ += "</div>\n";
  in_figures_ = false;
}

void Page::section(const std::string& title) {
  close_figures();
  titles_.push_back(title);
  body_ += fmt::format("<h2 id=\"s{}\">{} {}</h2>\n", titles_.size(), titles_.size(),
                       markup_text(title));
}

void Page::raw(const std::string& html) {
  close_figures();
  body_ += html;
}

void Page::paragraph(const std::string& text) {
  raw("<p>" + markup_text(text) + "</p>\n");
}

void Page::figure(const Plot& plot, const std::string& caption) {
  if (!formats_.figures()) return;
  if (!can_be_drawn(plot)) {
    paragraph(caption + " No point of this figure can be drawn on its axes.");
    return;
  }
  if (!in_figures_) body_ += "<div class=\"figures\">\n";
  in_figures_ = true;
  body_ += fmt::format("<figure>{}<figcaption>{}</figcaption></figure>\n",
                       draw(plot, folder_ + "/figures"), markup_text(caption));
}

void Page::save(const Table& table) const {
  const std::string stem = folder_ + "/tables/" + table.name;
  if (formats_.csv) write_file(stem + ".csv", to_csv(table));
  if (formats_.markdown) write_file(stem + ".md", to_markdown(table));
  if (formats_.latex) write_file(stem + ".tex", to_latex(table));
}

void Page::table(const Table& table) {
  save(table);
  raw(to_html(table));
}

void Page::folded_table(const Table& table, const std::string& summary) {
  save(table);
  raw("<details><summary>" + markup_text(summary) + "</summary>\n" + to_html(table) +
      "</details>\n");
}

void Page::write(const std::string& title) const {
  if (!formats_.html) return;
  std::string out = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n<nav>\n",
      markup_text(title), style);
  for (std::size_t k = 0; k < titles_.size(); ++k) {
    out += fmt::format("<a href=\"#s{0}\">{0} {1}</a>\n", k + 1, markup_text(titles_[k]));
  }
  out += "</nav>\n" + body_ + (in_figures_ ? "</div>\n" : "") + "</body>\n</html>\n";
  write_file(folder_ + "/report.html", out);
}

}  // namespace impactbench
