#pragma once

#include <string>

namespace impactbench {

/// Size of a figure on paper [mm].
struct PaperSize {
  double width, height;
};

/// A text for gnuplot in which none of its own signs takes effect.
[[nodiscard]] std::string gnuplot_quoted(const std::string& text);

/// The default font family of figures.
inline constexpr const char* house_font = "DejaVu Sans";

/// Runs gnuplot: `setup` once, then `drawing` for each kind of file. Writes `folder`/NAME.pdf, .svg
/// and .png and the script NAME.gp, and returns the SVG for a page, with ids that are unique to the
/// name. Letters are 7.5 pt in print. Throws ConfigurationError, with gnuplot's own words, if it is
/// missing or fails.
[[nodiscard]] std::string run_gnuplot(const std::string& setup, const std::string& drawing,
                                      PaperSize size, const std::string& folder,
                                      const std::string& name,
                                      const std::string& font = house_font);

}  // namespace impactbench
