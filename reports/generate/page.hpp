#pragma once

#include "reports/generate/table.hpp"
#include "reports/plots/plot.hpp"

#include <string>
#include <vector>

namespace impactbench {

/// The HTML page as it grows, with its figures and tables as files beside it.
class Page {
 public:
  /// Makes `folder`, `folder`/figures and `folder`/tables. Throws ConfigurationError if it cannot.
  explicit Page(std::string folder);

  void section(const std::string& title);
  /// HTML that the caller has escaped.
  void raw(const std::string& html);
  void paragraph(const std::string& text);
  /// Figures that follow each other stand side by side where they fit.
  void figure(const Plot& plot, const std::string& caption);
  void table(const Table& table);
  /// A long table that opens on demand; printed open.
  void folded_table(const Table& table, const std::string& summary);

  /// Writes `folder`/report.html, one file without any reference to the network.
  void write(const std::string& title) const;

 private:
  void save(const Table& table) const;
  void close_figures();

  std::string folder_;
  std::string body_;
  std::vector<std::string> titles_;
  bool in_figures_{false};
};

}  // namespace impactbench
