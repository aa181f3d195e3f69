#pragma once

#include "reports/generate/links.hpp"
#include "reports/generate/table.hpp"
#include "reports/plots/plot.hpp"

#include <cstddef>
#include <future>
#include <iosfwd>
#include <set>
#include <string>
#include <vector>

namespace impactbench {

/// The formats of a report. Figures belong to the page and to LaTeX: CSV and Markdown alone need no
/// gnuplot.
struct Formats {
  bool html{true}, markdown{true}, latex{true}, csv{true};
  [[nodiscard]] bool figures() const { return html || latex; }
};

/// "all", or words of html, md, tex, csv separated by commas; throws ConfigurationError on another
/// word.
[[nodiscard]] Formats formats_from(const std::string& words);

/// The HTML page as it grows, with its figures and tables as files beside it.
class Page {
 public:
  /// Makes `folder` and what `formats` needs of `folder`/figures and `folder`/tables. Throws
  /// ConfigurationError if it cannot, as do the others where a file cannot be written. `home`: the
  /// overview beside the page, to which it links back; empty: there is none. `cells`: those to
  /// which tables and figures link, beside an overview; null: all of them have a page.
  explicit Page(std::string folder, Formats formats = {}, std::string home = {},
                CellPages* cells = nullptr);

  /// Begins a section. Its heading is written with its first content.
  void section(const std::string& title);
  /// Begins a part of a section, in the same way.
  void part(const std::string& title);
  /// States in a sentence why the section or the part is empty. A section with nothing else is
  /// left out of the page and listed at its end, with the sentence.
  void nothing(const std::string& why);
  /// Adds HTML that the caller has escaped.
  void raw(const std::string& html);
  void paragraph(const std::string& text);
  /// Adds a figure, which is drawn while the page goes on; write() throws where that failed.
  /// Successive figures are side by side if they fit. A figure without any point
  /// that its axes can show becomes a sentence. `runs`: the runs behind its points.
  void figure(const Plot& plot, const std::string& caption, const std::vector<PageLink>& runs = {});
  void table(const Table& table);
  /// A long table that opens on demand; printed open.
  void folded_table(const Table& table, const std::string& summary);

  /// Writes `folder`/`file`, one page without any reference to the network, if asked for.
  void write(const std::string& title, const std::string& file = "report.html") const;

 private:
  void save(const Table& table);
  void begin();  ///< what is written next belongs to the section
  void close_figures();
  [[nodiscard]] Leads leads() const;
  [[nodiscard]] std::string linked_runs(const std::vector<PageLink>& runs) const;
  [[nodiscard]] std::string empty_sections() const;
  void write_body(std::ostream& out) const;

  struct Empty {
    std::string title, why;
  };
  struct Drawing {
    std::size_t place;  ///< in body_
    std::shared_future<std::string> svg;
  };

  std::string folder_;
  Formats formats_;
  std::string home_;
  CellPages* cells_;
  std::string body_;  ///< without the figures
  std::vector<Drawing> drawings_;
  std::set<std::string> names_;  ///< of figures: a second one of a name gets a number
  std::string title_, part_;     ///< of the section and the part, as long as they are empty
  std::string section_;          ///< title of the section
  std::vector<std::string> titles_;
  std::vector<Empty> empty_;
  std::vector<Table> saved_;  ///< names and captions of the tables
  bool in_figures_{false};
};

}  // namespace impactbench
