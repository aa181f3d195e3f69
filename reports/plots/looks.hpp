#pragma once

#include <map>
#include <set>
#include <string>

namespace impactbench {

/// The look of a curve: colour, dash and marker in the words of gnuplot. Markers are filled, so
/// that the hollow one of the same shape can mark a point that is left out of a fit.
struct Look {
  const char* colour;
  const char* dash;
  int marker;
  [[nodiscard]] int hollow_marker() const { return marker - 1; }
};

/// Looks without repetition: no two have the same colour, nor the same dash and marker.
constexpr int base_looks = 32;

/// A style is a base look plus base_looks times a variant: variants have the colour of their base
/// look, and another dash and marker.
[[nodiscard]] Look look_of(int style);
/// The next variant of a style.
[[nodiscard]] constexpr int variant_of(int style, int variant) {
  return style + base_looks * variant;
}

/// The base look of each scheme, the same in every figure and on every page. The schemes of this
/// project have a place in a table; others, of plug-ins, take the remaining ones, by name.
[[nodiscard]] std::map<std::string, int> scheme_styles(const std::set<std::string>& schemes);
/// The base look of one scheme among those of this project.
[[nodiscard]] int scheme_style(const std::string& scheme);

/// A sample of line and marker as an <svg> element of 36 x 12 pixels.
[[nodiscard]] std::string look_svg(const Look& look);

}  // namespace impactbench
