#include "reports/plots/heat_map.hpp"

#include "reports/plots/gnuplot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace impactbench {
namespace {

// Lightness falls evenly from yellow to dark violet, as in viridis reversed: shades are
// distinguishable with any colour vision, and in grey.
struct Shade {
  const char *fill, *text;
};
constexpr std::array shades{Shade{"#f3e55c", "black"}, Shade{"#9fd251", "black"},
                            Shade{"#46b07a", "black"}, Shade{"#2a788e", "white"},
                            Shade{"#443a83", "white"}, Shade{"#1c0524", "white"}};

/// Positions on the paper [mm].
struct Layout {
  double width, height, left, top, bottom;
  double box_width{10.5}, box_height{5.0};
};

std::size_t longest(const std::vector<std::string>& names) {
  std::size_t out = 0;
  for (const std::string& name : names)
    out = std::max(out, name.size());
  return out;
}

Layout layout_of(const HeatMap& map) {
  constexpr double letter = 1.55;  // [mm], of 7.5 pt
  Layout l{};
  l.left = 3.0 + letter * static_cast<double>(longest(map.rows));
  l.top = 3.0 + 0.75 * letter * static_cast<double>(longest(map.columns));
  l.bottom = 10.0;
  double legend = 4.0;
  for (const std::string& name : map.scale)
    legend += 8.0 + letter * static_cast<double>(name.size());
  // Names of columns are slanted to the right.
  const double boxes = l.box_width * static_cast<double>(map.columns.size()) +
                       0.75 * letter * static_cast<double>(map.columns.back().size());
  l.width = std::max(l.left + boxes + 2.0, legend);
  l.height = l.top + l.bottom + l.box_height * static_cast<double>(map.rows.size());
  return l;
}

class Drawing {
 public:
  explicit Drawing(const Layout& layout) : l_(layout) {}

  /// A filled box whose upper left corner is at (x, y) mm from that of the paper.
  void box(double x, double y, double width, double height, const Shade& shade) {
    out_ += fmt::format(
        "set object rectangle from screen {:.5f},{:.5f} to screen {:.5f},{:.5f} fc rgb '{}' fs "
        "solid border lc rgb 'white'\n",
        x / l_.width, 1.0 - (y + height) / l_.height, (x + width) / l_.width, 1.0 - y / l_.height,
        shade.fill);
  }
  void text(double x, double y, const std::string& words, const char* how) {
    out_ += fmt::format("set label {} at screen {:.5f},{:.5f} {} noenhanced\n",
                        gnuplot_quoted(words), x / l_.width, 1.0 - y / l_.height, how);
  }
  [[nodiscard]] const std::string& commands() const { return out_; }

 private:
  const Layout& l_;
  std::string out_;
};

}  // namespace

std::string draw(const HeatMap& map, const std::string& folder) {
  const Layout l = layout_of(map);
  Drawing d(l);
  for (std::size_t c = 0; c < map.columns.size(); ++c) {
    d.text(l.left + (static_cast<double>(c) + 0.35) * l.box_width, l.top - 1.5, map.columns[c],
           "left rotate by 45");
  }
  for (std::size_t r = 0; r < map.rows.size(); ++r) {
    const double y = l.top + static_cast<double>(r) * l.box_height;
    d.text(l.left - 1.5, y + 0.5 * l.box_height, map.rows[r], "right");
    for (std::size_t c = 0; c < map.boxes[r].size(); ++c) {
      const HeatBox& b = map.boxes[r][c];
      if (b.shade < 0 && b.text.empty()) continue;
      const double x = l.left + static_cast<double>(c) * l.box_width;
      const char* colour = "black";
      if (b.shade >= 0) {
        const Shade& shade = shades.at(static_cast<std::size_t>(b.shade));
        d.box(x, y, l.box_width, l.box_height, shade);
        colour = shade.text;
      }
      d.text(x + 0.5 * l.box_width, y + 0.5 * l.box_height, b.text,
             fmt::format("center front tc rgb '{}'", colour).c_str());
    }
  }
  double x = 4.0;
  for (std::size_t k = 0; k < map.scale.size(); ++k) {
    d.box(x, l.height - 6.5, 5.0, 4.0, shades.at(k));
    d.text(x + 6.0, l.height - 4.5, map.scale[k], "left");
    x += 8.0 + 1.55 * static_cast<double>(map.scale[k].size());
  }
  const std::string setup =
      "set encoding utf8\nunset border\nunset tics\nunset key\nset margins 0,0,0,0\n"
      "set xrange [0:1]\nset yrange [0:1]\n" +
      d.commands();
  return run_gnuplot(setup, "plot -1\n", {l.width, l.height}, folder, map.name);
}

}  // namespace impactbench
