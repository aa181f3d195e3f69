#include "reports/plots/plot.hpp"

#include "problems/model/error.hpp"
#include "problems/model/fields.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <sstream>

namespace impactbench {
namespace {

// Okabe and Ito's colours, dark ones first; each with its own dash and marker.
struct Look {
  const char* colour;
  const char* dash;
  int marker;
};
constexpr std::array looks{Look{"#0072B2", "1", 7},
                           Look{"#D55E00", "(8,3)", 5},
                           Look{"#009E73", "(3,2)", 9},
                           Look{"#CC79A7", "(8,3,2,3)", 13},
                           Look{"#000000", "(1,2)", 1},
                           Look{"#E69F00", "(12,3)", 4},
                           Look{"#56B4E9", "(5,2,1,2)", 8},
                           Look{"#7F7F7F", "(2,4)", 2},
                           Look{"#882255", "(10,2,2,2,2,2)", 6},
                           Look{"#44AA99", "(4,4)", 10},
                           Look{"#999933", "(6,2)", 12},
                           Look{"#332288", "(14,4)", 3}};

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

constexpr double millimetre = 96.0 / 25.4;  ///< gnuplot's cairo and svg pixels

struct Size {
  double width, height;  ///< [mm]
};

/// Long names do not fit side by side in one column's width.
int key_columns(const Plot& plot) {
  std::size_t longest = 0;
  for (const Curve& c : plot.curves)
    longest = std::max(longest, c.title.size());
  if (plot.full_width) return longest > 26 ? 3 : 4;
  return longest > 18 ? 1 : 2;
}

Size size_of(const Plot& plot) {
  const double width = plot.full_width ? 178.0 : 86.0;
  // Room for the key, which stands below the axes in rows.
  int titled = 0;
  for (const Curve& c : plot.curves)
    titled += c.title.empty() ? 0 : 1;
  const int columns = key_columns(plot);
  const int key_rows = (titled + columns - 1) / columns;
  return {width, (plot.full_width ? 74.0 : 60.0) + 4.2 * key_rows};
}

std::string style_lines() {
  std::string out;
  for (std::size_t k = 0; k < looks.size(); ++k) {
    out += fmt::format("set linetype {} lc rgb '{}' lw 1.4 dt {} pt {} ps 0.55\n", k + 1,
                       looks[k].colour, looks[k].dash, looks[k].marker);
  }
  return out;
}

std::string frame(const Plot& plot) {
  std::string out =
      "set border 3 lw 0.7 lc rgb '#404040'\n"
      "set tics nomirror out scale 0.6\n"
      "set grid lw 0.4 lc rgb '#D8D8D8' dt 1\n"
      "set key below left Left reverse samplen 2.6 spacing 1.05 noautotitle\n"
      "set datafile missing 'NaN'\n";
  out += fmt::format("set key maxcols {}\n", key_columns(plot));
  out += fmt::format("set xlabel {} offset 0,0.8\nset ylabel {} offset 0.6,0\n",
                     quoted(plot.x_label), quoted(plot.y_label));
  if (plot.log_x) out += "set logscale x\nset format x '10^{%L}'\n";
  if (plot.log_y) out += "set logscale y\nset format y '10^{%L}'\n";
  if (!plot.log_y) out += "set format y '%g'\n";
  if (plot.y_low || plot.y_high) {
    out += fmt::format("set yrange [{}:{}]\n", plot.y_low ? to_text(*plot.y_low) : "",
                       plot.y_high ? to_text(*plot.y_high) : "");
  }
  return out;
}

std::string data_blocks(const Plot& plot) {
  std::string out;
  for (std::size_t k = 0; k < plot.curves.size(); ++k) {
    out += fmt::format("$d{} << EOD\n", k);
    const Curve& c = plot.curves[k];
    for (std::size_t i = 0; i < c.x.size(); ++i) {
      if (!std::isfinite(c.x[i]) || !std::isfinite(c.y[i])) continue;
      if ((plot.log_x && c.x[i] <= 0.0) || (plot.log_y && c.y[i] <= 0.0)) continue;
      out += fmt::format("{:.8g} {:.8g}\n", c.x[i], c.y[i]);
    }
    out += "EOD\n";
  }
  return out;
}

std::string plot_command(const Plot& plot) {
  std::string out = "plot ";
  for (std::size_t k = 0; k < plot.curves.size(); ++k) {
    const Curve& c = plot.curves[k];
    const auto look = static_cast<std::size_t>(c.style) % looks.size() + 1;
    const std::string title = c.title.empty() ? "notitle" : "title " + quoted(c.title);
    std::string with;
    switch (c.stroke) {
      case Stroke::line:
        with = fmt::format("with lines lt {}", look);
        break;
      case Stroke::line_and_marks:
        with = fmt::format("with linespoints lt {}", look);
        break;
      case Stroke::marks:
        with = fmt::format("with points lt {}", look);
        break;
      case Stroke::law:
        with = "with lines lc rgb '#909090' lw 0.9 dt 1";
        break;
    }
    out += fmt::format("{}$d{} {} {}", k == 0 ? "" : ", ", k, with, title);
  }
  return out + "\n";
}

std::string script_of(const Plot& plot, const std::string& stem) {
  const Size s = size_of(plot);
  const double w = s.width * millimetre;
  const double h = s.height * millimetre;
  const std::string body = style_lines() + frame(plot);
  const auto terminal = [&](const std::string& set, const std::string& extension) {
    return fmt::format("{}\nset output {}\n{}", set, quoted(stem + extension), plot_command(plot));
  };
  // fontscale 0.75: cairo lays fonts out at 96 dpi; 4 x that for 288 dpi.
  return data_blocks(plot) + body +
         terminal(
             fmt::format("set terminal svg size {:.0f},{:.0f} font 'DejaVu Sans,10' butt", w, h),
             ".svg") +
         terminal(fmt::format("set terminal pdfcairo size {:.2f}cm,{:.2f}cm font 'DejaVu Sans,10' "
                              "fontscale 0.75 butt",
                              0.1 * s.width, 0.1 * s.height),
                  ".pdf") +
         terminal(fmt::format("set terminal pngcairo size {:.0f},{:.0f} font 'DejaVu Sans,10' "
                              "fontscale 2.2 linewidth 2 pointscale 2 butt",
                              2.0 * w, 2.0 * h),
                  ".png");
}

/// Runs gnuplot on a script file; its complaints go to `log`.
int run_gnuplot(const std::string& script, const std::string& log) {
  const pid_t child = fork();
  if (child == 0) {
    const int out = open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    execlp("gnuplot", "gnuplot", script.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

std::string slurp(const std::string& path) {
  std::ifstream in(path);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

/// The <svg> element alone; ids prefixed, since gnuplot gives the same ones to every figure.
std::string embedded(std::string svg, const std::string& name) {
  const std::size_t start = svg.find("<svg");
  if (start == std::string::npos) return {};
  svg.erase(0, start);
  for (const char* before : {"id=\"", "id='", "href=\"#", "href='#", "url(#"}) {
    replace_all(svg, before, before + name + "_");
  }
  return svg;
}

}  // namespace

std::string draw(const Plot& plot, const std::string& folder) {
  const std::string stem = folder + "/" + plot.name;
  std::ofstream script(stem + ".gp");
  script << script_of(plot, stem);
  if (!script.flush()) throw ConfigurationError(fmt::format("'{}.gp' cannot be written", stem));
  const int status = run_gnuplot(stem + ".gp", stem + ".log");
  const std::string complaints = slurp(stem + ".log");
  const std::string svg = slurp(stem + ".svg");
  if (status == 127) throw ConfigurationError("gnuplot is not installed; figures need it");
  if (status != 0 || svg.empty()) {
    throw ConfigurationError(fmt::format("gnuplot failed on '{}.gp': {}", stem, complaints));
  }
  unlink((stem + ".log").c_str());
  unlink((stem + ".svg").c_str());
  return embedded(svg, plot.name);
}

}  // namespace impactbench
