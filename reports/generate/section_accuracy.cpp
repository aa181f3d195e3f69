#include "reports/generate/families.hpp"
#include "reports/generate/links.hpp"
#include "reports/generate/sections.hpp"
#include "reports/plots/slope_marks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace impactbench {
namespace {

Plot empty_plot(const std::string& name, const std::string& x, const std::string& y) {
  return {.name = name,
          .x_label = x,
          .y_label = y,
          .log_x = true,
          .log_y = true,
          .full_width = false,
          .y_low = std::nullopt,
          .y_high = std::nullopt,
          .curves = {}};
}

Plot work_precision_plot(const MotionFamilies& motion, const Styles& styles) {
  const std::vector<Family>& families = motion.families;
  Plot plot =
      empty_plot("work_" + motion.file, "largest position error [m]", "CPU time of a run [s]");
  const std::vector<int> looks = looks_of(families, styles);
  for (std::size_t k = 0; k < families.size(); ++k) {
    const Family& f = families[k];
    plot.curves.push_back({f.name, f.errors, f.times, looks[k], Stroke::line_and_marks});
  }
  // CPU time ~ 1 / dt and error ~ dt^p: slope -1/p.
  add_slope_marks(plot, {{-1.0, "order 1"}, {-0.5, "order 2"}}, Side::left);
  return plot;
}

/// Removes runs whose CPU time is missing or below the resolution of the clock, and families with
/// fewer than two runs left; states which and how many.
std::string remove_untimed(std::vector<Family>& families) {
  std::string out;
  for (Family& f : families) {
    std::size_t kept = 0;
    for (std::size_t k = 0; k < f.times.size(); ++k) {
      if (!(f.times[k] > 0.0)) continue;
      f.times[kept] = f.times[k];
      f.errors[kept] = f.errors[k];
      f.steps[kept] = f.steps[k];
      ++kept;
    }
    if (kept < f.times.size()) {
      out += fmt::format("{}{} ({} of {})", out.empty() ? "" : "; ", f.name, f.times.size() - kept,
                         f.times.size());
    }
    f.times.resize(kept);
    f.errors.resize(kept);
    f.steps.resize(kept);
  }
  std::erase_if(families, [](const Family& f) { return f.times.size() < 2; });
  return out.empty() ? out : " Not shown, without a CPU time that the clock resolves: " + out + ".";
}

/// The references behind the errors of a figure, each once.
std::string references_of(const std::vector<Family>& families) {
  std::set<std::string> all;
  for (const Family& f : families)
    all.insert(truth_text(*f.first));
  return fmt::format(" Errors are against a reference: {}.", fmt::join(all, "; "));
}

}  // namespace

void add_work_precision_section(const Content& content, Page& page) {
  page.section("Work and precision");
  bool any = false;
  for (const auto& [problem, rows] : completed_by_problem(content.rows)) {
    std::vector<Family> families = families_of(rows, 4, has_position_error);
    const std::string untimed = remove_untimed(families);
    std::string note = untimed;  // once, below the first figure of the problem
    for (const MotionFamilies& motion : by_motion(problem, std::move(families))) {
      if (!any) {
        page.paragraph(
            "CPU time of a run against its largest position error, from coarse (right) to fine "
            "steps; lower left is better.");
      }
      any = true;
      page.figure(work_precision_plot(motion, content.styles),
                  motion.name + "." + references_of(motion.families) + std::exchange(note, ""),
                  runs_of(problem, schemes_of(motion.families)));
    }
  }
  if (!any) page.nothing("No problem has timed runs at several steps with a known truth.");
}

}  // namespace impactbench
