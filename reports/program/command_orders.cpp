#include "benchmarks/files/inputs.hpp"
#include "benchmarks/program/font.hpp"
#include "benchmarks/program/with_unit.hpp"
#include "problems/base/counted.hpp"
#include "reports/generate/order_figures.hpp"
#include "reports/program/commands.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace impactbench {
namespace {

int draw_orders(const std::string& folder, double width, const std::string& font) {
  std::size_t drawn = 0;
  for (Plot& plot : order_figures(read_orders(folder), width)) {
    if (!can_be_drawn(plot)) continue;  // all errors are zero
    plot.font = font;
    (void)draw(plot, folder);
    ++drawn;
  }
  fmt::print("orders: {} in {} (PDF, SVG, PNG, gnuplot), numbers in orders.csv and points.csv\n",
             counted(drawn, "figure", "figures"), folder);
  return 0;
}

}  // namespace

void add_orders(CLI::App& app, Action& action) {
  struct Options {
    std::string folder, width{"84mm"}, font;
  };
  auto o = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("orders", "Draw the results of converge --out: errors over the step");
  command->add_option("folder", o->folder, "with orders.csv and points.csv; figures go there too")
      ->required();
  command->add_option("--width", o->width, "of the figures, such as 84mm or 174mm")
      ->capture_default_str();
  command->add_option("--font", o->font, "family of the letters, such as 'DejaVu Serif'");
  command->footer(
      "Example:\n"
      "  impactbench orders orders --width 174mm\n"
      "One figure a problem and norm: errors with the fitted line and its slope with the 95 %\n"
      "interval, a triangle of the claimed slopes, points that the fit leaves out hollow, the\n"
      "floor of rounding shaded. Change a NAME.gp and run gnuplot on it to draw it anew.");
  command->callback([o, &action] {
    action = [o] { return draw_orders(o->folder, width_of(o->width), font_of(o->font)); };
  });
}

}  // namespace impactbench
