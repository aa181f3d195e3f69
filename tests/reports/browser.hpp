#pragma once

#include "tests/support/scratch.hpp"
#include "tests/support/slurp.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <regex>
#include <sstream>
#include <string>

namespace impactbench {

/// Pages of a scratch folder in a headless browser.
class Browser : public ::testing::Test {
 protected:
  void SetUp() override {
    if (std::system("command -v chromium >/dev/null 2>&1") != 0) {
      GTEST_SKIP() << "chromium is not installed: the pages were not opened in a browser";
    }
  }
  /// The page's text after its script has run; the console output goes to complaints().
  [[nodiscard]] std::string dump(const std::string& page, const std::string& options = "") const {
    open(page, options + " --virtual-time-budget=60000 --dump-dom");
    return slurp(folder_ / "dom.txt");
  }
  /// The number of sheets of paper for the page.
  [[nodiscard]] std::ptrdiff_t sheets(const std::string& page) const {
    open(page, "--no-pdf-header-footer --print-to-pdf=print.pdf");
    const std::string pdf = slurp(folder_ / "print.pdf");
    const std::regex sheet("/Type /Page[^s]");
    return std::distance(std::sregex_iterator(pdf.begin(), pdf.end(), sheet),
                         std::sregex_iterator());
  }
  [[nodiscard]] std::string complaints() const {
    std::istringstream in(slurp(folder_ / "console.txt"));
    std::string out;
    for (std::string line; std::getline(in, line);) {
      if (line.find("CONSOLE") != std::string::npos) out += line + "\n";
    }
    return out;
  }
  testing::Scratch folder_;

 private:
  void open(const std::string& page, const std::string& options) const {
    const std::string command =
        "cd '" + folder_.path() +
        "' && timeout 150 chromium --headless=new --no-sandbox --disable-gpu --no-first-run "
        "--disable-background-networking --disable-component-update --allow-file-access-from-files "
        "--enable-logging=stderr --v=0 --user-data-dir=profile " +
        options + " 'file://" + folder_ / page + "' > dom.txt 2> console.txt";
    EXPECT_EQ(std::system(command.c_str()), 0) << slurp(folder_ / "console.txt");
  }
};

/// The data that a page has left in its body as SEEN{..}NEES.
inline nlohmann::json seen_in(const std::string& dom) {
  const std::size_t from = dom.find("SEEN{"), to = dom.find("}NEES");
  if (from == std::string::npos || to == std::string::npos) return {};
  std::string text = dom.substr(from + 4, to - from - 3);
  for (std::size_t at = text.find("&amp;"); at != std::string::npos; at = text.find("&amp;"))
    text.replace(at, 5, "&");
  return nlohmann::json::parse(text);
}

}  // namespace impactbench
