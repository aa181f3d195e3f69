#include "benchmarks/files/output.hpp"
#include "benchmarks/program/font.hpp"
#include "benchmarks/program/with_unit.hpp"
#include "benchmarks/store/text_file.hpp"
#include "problems/base/counted.hpp"
#include "problems/base/error.hpp"
#include "reports/generate/store_plot.hpp"
#include "reports/program/commands.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace impactbench {
namespace {

struct Options {
  PlotRequest request;
  std::string store, name, out{"results/figures"}, width{"84mm"}, font;
  std::vector<std::string> where;
};

int plot_store(Options o) {
  o.request.width = width_of(o.width);
  (void)font_of(o.font);
  for (const std::string& condition : o.where)
    o.request.where.push_back(condition_of(condition));
  const bool plain = std::all_of(o.name.begin(), o.name.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
  });
  if (!plain) throw ConfigurationError("--name " + o.name + ": letters, digits, _ and - only");
  const Store store = open_to_read(o.store);
  StorePlot figure = plot_of_rows(store.rows(RowExtent::brief), Histories(store), o.request);
  if (!o.name.empty()) figure.plot.name = o.name;
  figure.plot.font = o.font;
  if (!can_be_drawn(figure.plot)) throw ConfigurationError("plot: no point can be drawn");
  std::error_code failed;
  std::filesystem::create_directories(o.out, failed);
  if (failed) {
    throw ConfigurationError(
        fmt::format("folder '{}' cannot be made: {}", o.out, failed.message()));
  }
  const std::string stem = o.out + "/" + figure.plot.name;
  write_text_file(stem + ".csv", figure.csv);
  (void)draw(figure.plot, o.out);
  fmt::print("plot: {}.pdf, .svg, .png, .gp, .csv ({})\n", stem,
             o.request.x == "time" ? counted(figure.points, "history", "histories")
                                   : counted(figure.points, "run", "runs"));
  if (figure.without > 0)
    fmt::print("{} no {} or no {}\n", counted(figure.without, "run has", "runs have"), o.request.x,
               o.request.y);
  return 0;
}

}  // namespace

void add_plot(CLI::App& app, Action& action) {
  auto o = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("plot", "Draw one figure from a store");
  command->add_option("store", o->store, "store to read")->required();
  command
      ->add_option("--x", o->request.x,
                   "cpu, memory, step, time (for a history), a quantity (position_error stands for "
                   "position_error_sup) or a parameter")
      ->required();
  command->add_option("--y", o->request.y, "the same; over time the name of a history")->required();
  command
      ->add_option(
          "--by", o->request.by,
          "names of the curves: scheme, method (scheme with variant and exponent), solver, "
          "problem, dt, status, plan, revision or a parameter; several with commas")
      ->delimiter(',')
      ->capture_default_str();
  command
      ->add_option(
          "--where", o->where,
          "rows to take: a name as of --by and its value, such as problem=falling_ball; repeated")
      ->take_all();
  command->add_option("--out", o->out, "folder of the files")->capture_default_str();
  command->add_option("--name", o->name, "of the files; Y_over_X if left out");
  command->add_option("--width", o->width, "such as 84mm or 174mm")->capture_default_str();
  command->add_option("--font", o->font, "family of the letters, such as 'DejaVu Serif'");
  command->footer(
      "Examples:\n"
      "  impactbench plot results/default.db --x cpu --y position_error \\\n"
      "    --where problem=falling_ball --where R=1e-4\n"
      "  impactbench plot results/default.db --x time --y total_energy --by method \\\n"
      "    --where problem=bouncing_ball --where dt=1e-4 --where restitution=1\n"
      "  impactbench plot results/default.db --x R --y penetration_relative --by scheme,alpha \\\n"
      "    --where problem=falling_ball\n"
      "Writes PDF, SVG and PNG, the gnuplot script and the points as CSV.");
  command->callback([o, &action] { action = [o] { return plot_store(*o); }; });
}

}  // namespace impactbench
