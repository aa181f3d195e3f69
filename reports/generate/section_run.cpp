#include "reports/generate/sections.hpp"
#include "reports/html/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace impactbench {

void add_run_section(const Content& content, Page& page) {
  page.section("Runs and machine");
  if (content.all.empty()) {
    page.nothing("The store is empty.");
    return;
  }
  std::map<std::string, std::size_t> statuses;
  std::set<std::string> plans, revisions, builds;
  std::map<std::string, std::set<std::string>> facts;
  for (const Row& row : content.all) {
    ++statuses[is_expected_failure(row) ? "expected failure" : std::string(to_text(row.status))];
    plans.insert(row.plan);
    revisions.insert(row.revision);
    builds.insert(row.build);
    for (const auto& [key, value] : row.environment)
      facts[key].insert(value);
  }
  const auto list = [](const std::set<std::string>& words) {
    return fmt::format("{}", fmt::join(words, "; "));
  };
  Table counts{"statuses", "Rows by status.", {"status", "rows"}, {}, {false, true}};
  for (const auto& [status, n] : statuses)
    counts.rows.push_back({status, std::to_string(n)});
  counts.rows.push_back({"all", std::to_string(content.all.size())});
  page.table(counts);
  Table where{"environment", "Plans, revision, build and machine.", {"fact", "value"}, {}, {}};
  where.rows.push_back({"plans", list(plans)});
  where.rows.push_back({"revision", list(revisions)});
  where.rows.push_back({"build", list(builds)});
  for (const auto& [key, values] : facts)
    where.rows.push_back({key, list(values)});
  page.table(where);
  if (revisions.size() > 1 || builds.size() > 1) {
    page.paragraph("The store holds rows of several revisions or builds; figures mix them.");
  }
}

void add_limitation_section(const Content& content, Page& page) {
  page.section("Limitations");
  if (content.rows.empty()) return;
  const auto any = [&](const auto& has) {
    return std::any_of(content.rows.begin(), content.rows.end(), has);
  };
  const auto has_quantity = [](const char* name) {
    return [name](const Row& row) { return row.quantities.contains(name); };
  };
  std::vector<std::string> items;
  if (any(has_quantity("position_error_sup"))) {
    items.emplace_back(
        "Position and velocity errors are against the truth of the scheme's own contact model: "
        "rigid, or its spring. They do not compare springs with rigid bodies.");
  }
  if (any([](const Row& row) { return !row.truth && ran_to_the_end(row.status); })) {
    items.emplace_back(
        "A run whose motion no reference knows is judged by energy, momentum, penetration and "
        "residuals only.");
  }
  if (any([](const Row& row) { return !row.judged_by && ran_to_the_end(row.status); })) {
    items.emplace_back(
        "Some rows are of an earlier program and do not state what they are judged by: orders, "
        "costs at the same accuracy, claims of reversibility and exact penetrations leave them "
        "out.");
  }
  if (any([](const Row& row) { return row.timing && row.timing->repeats > 0; })) {
    items.emplace_back(
        "CPU times are minima over repeats on a machine that may have been shared; read ratios "
        "within one store, not seconds across stores.");
  } else {
    items.emplace_back("This store was made without timed repeats: there are no CPU times.");
  }
  if (any(has_quantity("penetration_relative"))) {
    items.emplace_back(
        "Penetration is sampled at ends of steps: the deepest point between two steps is missed by "
        "a share of φ² / 8, φ = π h / duration of the contact.");
  }
  if (!content.comparisons.empty()) {
    items.emplace_back(
        "The settings behind published tables were found by comparing digits; end times of table "
        "4.13 are not printed.");
  }
  std::string limitations;
  for (const std::string& item : items)
    limitations += fmt::format(html::report_limitation, "limitation"_a = markup_text(item));
  page.raw(fmt::format(html::report_limitations, "limitations"_a = limitations));
}

}  // namespace impactbench
