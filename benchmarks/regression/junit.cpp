#include "benchmarks/regression/junit.hpp"

#include "benchmarks/store/markup_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace impactbench {
namespace {

/// Text of XML 1.0, which allows no control characters.
std::string escaped(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  return markup_text(text);
}

}  // namespace

void write_junit(const std::string& suite, std::span<const CheckedCell> cells, std::ostream& out) {
  const auto failures = std::count_if(cells.begin(), cells.end(),
                                      [](const CheckedCell& c) { return !c.differences.empty(); });
  const auto skipped = std::count_if(cells.begin(), cells.end(), [](const CheckedCell& c) {
    return c.differences.empty() && !c.unjudged.empty();
  });
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      << fmt::format("<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" skipped=\"{}\">\n",
                     escaped(suite), cells.size(), failures, skipped);
  for (const CheckedCell& cell : cells) {
    out << fmt::format("  <testcase classname=\"{}.{}\" name=\"{}\"", escaped(cell.problem),
                       escaped(cell.scheme), escaped(cell.name));
    if (cell.differences.empty() && cell.unjudged.empty()) {
      out << "/>\n";
      continue;
    }
    if (cell.differences.empty()) {
      out << fmt::format(">\n    <skipped message=\"{}\"/>\n  </testcase>\n",
                         escaped(cell.unjudged));
      continue;
    }
    out << fmt::format(">\n    <failure message=\"{}\">", escaped(cell.differences.front().text));
    for (const Difference& difference : cell.differences)
      out << escaped(difference.text) << '\n';
    out << "</failure>\n  </testcase>\n";
  }
  out << "</testsuite>\n";
}

}  // namespace impactbench
