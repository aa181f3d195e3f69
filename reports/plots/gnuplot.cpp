#include "reports/plots/gnuplot.hpp"

#include "benchmarks/files/output.hpp"
#include "benchmarks/store/text_file.hpp"
#include "problems/base/error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace impactbench {
namespace {

constexpr double pixels_per_millimetre = 96.0 / 25.4;  ///< of gnuplot's svg

std::string script_of(const std::string& setup, const std::string& drawing, PaperSize size,
                      const std::string& name, const std::string& font) {
  const auto terminal = [&](const std::string& set, const std::string& extension) {
    // The empty output closes the file.
    return fmt::format("{}\nset output {}\n{}set output\n", set, gnuplot_quoted(name + extension),
                       drawing);
  };
  // 7.5 pt in print: 10 px of the svg's 96 per inch. Cairo lays fonts out at 96 dpi, so fontscale
  // 0.75 gives true points in a PDF, and 3 x that in the 288 dpi of the PNG.
  const double w = size.width * pixels_per_millimetre;
  const double h = size.height * pixels_per_millimetre;
  const auto letters = [&](double points) {
    return gnuplot_quoted(fmt::format("{},{:g}", font, points));
  };
  return setup +
         terminal(
             fmt::format("set terminal svg size {:.0f},{:.0f} font {} butt", w, h, letters(10)),
             ".svg") +
         terminal(fmt::format("set terminal pdfcairo size {:.2f}cm,{:.2f}cm font {} fontscale 0.75 "
                              "butt",
                              0.1 * size.width, 0.1 * size.height, letters(7.5)),
                  ".pdf") +
         terminal(fmt::format("set terminal pngcairo size {:.0f},{:.0f} font {} fontscale 3 "
                              "linewidth 3 pointscale 3 butt",
                              3.0 * w, 3.0 * h, letters(7.5)),
                  ".png");
}

/// Runs gnuplot on the script NAME.gp of a folder, from within it, so that the script can be run
/// again wherever the folder is moved; gnuplot's messages go to NAME.log.
int run_script(const std::string& folder, const std::string& name) {
  std::string script = name + ".gp";
  const std::string log = name + ".log";
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (!folder.empty()) posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0644);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  // -d: the user's ~/.gnuplot is not read.
  std::string program = "gnuplot", defaults = "-d";
  char* arguments[] = {program.data(), defaults.data(), script.data(), nullptr};
  pid_t child = 0;
  // fork() would copy the page tables of all memory, and a report has hundreds of figures.
  const int failed = posix_spawnp(&child, program.c_str(), &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return failed == ENOENT ? 127 : 126;
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return 128;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
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

/// Single quotes: inside double ones gnuplot hands `words` to a shell, and texts come from stores
/// and command lines. A line break would end the command.
std::string gnuplot_quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') out += '\'';
    out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return out + "'";
}

std::string run_gnuplot(const std::string& setup, const std::string& drawing, PaperSize size,
                        const std::string& folder, const std::string& name,
                        const std::string& font) {
  const std::string stem = folder + "/" + name;
  write_text_file(stem + ".gp", script_of(setup, drawing, size, name, font));
  const int status = run_script(folder, name);
  const std::string complaints = read_text_file(stem + ".log").value_or("");
  const std::string svg = read_text_file(stem + ".svg").value_or("");
  if (status == 127) throw ConfigurationError("gnuplot is not installed; figures need it");
  if (status != 0 || svg.empty()) {
    throw ConfigurationError(fmt::format("gnuplot failed on '{}.gp': {}", stem, complaints));
  }
  unlink((stem + ".log").c_str());
  return embedded(svg, name);
}

}  // namespace impactbench
