#include "reports/edition/theorem_page.hpp"

#include "reports/generate/page.hpp"
#include "reports/paper/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace impactbench {
namespace {

std::string shown(double x) {
  const bool tiny = x != 0.0 && std::abs(x) < 1e-4;
  return tiny ? fmt::format("{:.1e}", x) : fmt::format("{:.5g}", x);
}

/// "balls 1, ellipsoids 0.94".
std::string measured(const TheoremResult& r) {
  std::string out;
  for (std::size_t k = 0; k < r.findings.size(); ++k) {
    std::string family = r.theorem.sets.empty() ? "" : r.theorem.sets[k] + " ";
    std::replace(family.begin(), family.end(), '_', ' ');
    out += (out.empty() ? "" : ", ") + family + shown(r.findings[k].measured);
  }
  return out.empty() ? "–" : out;
}

std::string proved(const TheoremResult& r) {
  return r.findings.empty() ? "–" : shown(r.findings.front().proved);
}

std::string verdict_of(const TheoremResult& r) {
  return fmt::format("{}{}", to_text(r.verdict), r.as_expected() ? "" : ", not as expected");
}

std::vector<std::string> line(const TheoremResult& r, const std::string& statement) {
  return {r.theorem.number, statement,   r.quantity.empty() ? "–" : r.quantity,
          proved(r),        measured(r), fmt::format("{}", r.samples()),
          verdict_of(r)};
}

Table table_of(std::string name, std::string caption, std::span<const TheoremResult> results,
               const std::function<bool(TheoremRole)>& picked) {
  Table out{std::move(name),
            std::move(caption),
            {"number", "statement", "quantity", "proved", "measured", "samples", "verdict"},
            {},
            {false, false, false, true, false, true, false}};
  std::string whole;
  for (const TheoremResult& r : results) {
    const std::string& said = r.theorem.statement;
    const bool same = said.starts_with("the same");
    if (!same) whole = said;
    if (picked(r.theorem.role)) out.rows.push_back(line(r, same ? whole + "; " + said : said));
  }
  return out;
}

/// All quotients divided by the proved bound, one mark for each family of sets.
Plot margins(std::span<const TheoremResult> results) {
  Plot plot;
  plot.name = "theorem_margins";
  plot.x_label = "measured over proved";
  plot.y_label = "line of theorems.csv";
  plot.log_x = true;
  plot.x_low = 0.3;
  const auto marks = [&](const char* title, const std::function<bool(TheoremRole)>& picked) {
    Curve curve{title, {}, {}, static_cast<int>(plot.curves.size()), Stroke::marks};
    for (std::size_t k = 0; k < results.size(); ++k) {
      for (const theorems::Finding& f : results[k].findings) {
        if (!picked(results[k].theorem.role) || !(f.proved > 0.0 && f.measured > 0.0)) continue;
        curve.x.push_back(f.measured / f.proved);
        curve.y.push_back(static_cast<double>(k + 1));
      }
    }
    plot.curves.push_back(std::move(curve));
  };
  marks("must hold", must_hold);
  marks("half of the constant", [](TheoremRole r) { return r == TheoremRole::sharp; });
  marks("no hypothesis", [](TheoremRole r) { return r == TheoremRole::control; });
  marks("as printed", [](TheoremRole r) { return r == TheoremRole::print; });
  const double lines = static_cast<double>(results.size());
  plot.y_low = 0.0;
  plot.y_high = lines + 1.0;
  plot.curves.push_back({"", {1.0, 1.0}, {0.0, lines + 1.0}, 0, Stroke::law});
  return plot;
}

/// Adds the lines that show each erratum.
void add_errata(std::span<const TheoremResult> results, Page& page) {
  page.section("Wrong as printed");
  page.paragraph(
      "Each printed statement is tested numerically, and so is its correction. The unit tests "
      "compute the "
      "counterexamples a second time, by hand. In \"measured .., at most ..\" the first is the "
      "largest value of the quantity, the second the bound of the statement.");
  const auto beside = [](const TheoremResult& r) {
    return fmt::format("{}: measured {}, at most {} as stated: {}", r.theorem.statement,
                       measured(r), proved(r), verdict_of(r));
  };
  for (std::size_t k = 0; k < results.size(); ++k) {
    if (results[k].erratum.empty()) continue;
    page.part(results[k].theorem.number);
    page.paragraph(results[k].erratum + ".");
    const bool printed = results[k].theorem.role == TheoremRole::print;
    page.paragraph((printed ? "As printed, " : "") + beside(results[k]) + ".");
    if (k + 1 < results.size() && results[k + 1].theorem.role == TheoremRole::corrected)
      page.paragraph("Corrected, " + beside(results[k + 1]) + ".");
  }
}

}  // namespace

NotedTable theorems_table(std::span<const TheoremResult> results) {
  NotedTable out{{"theorems",
                  "Theorems tested numerically.",
                  {"number", "role", "proved", "measured", "samples", "verdict", "note"},
                  {},
                  {false, false, true, false, true, false, true}},
                 {}};
  for (const TheoremResult& r : results) {
    std::string note = r.theorem.statement;
    if (!r.quantity.empty()) note += " – measured: " + r.quantity;
    if (!r.erratum.empty()) note += " – " + r.erratum;
    const auto known = std::find(out.notes.begin(), out.notes.end(), note);
    const auto at = known - out.notes.begin();
    if (known == out.notes.end()) out.notes.push_back(note);
    out.table.rows.push_back({r.theorem.number, std::string(to_text(r.theorem.role)), proved(r),
                              measured(r), fmt::format("{}", r.samples()), verdict_of(r),
                              std::to_string(at + 1)});
  }
  return out;
}

void write_theorem_page(const std::string& source, std::span<const TheoremResult> results,
                        const std::string& folder) {
  const Source& from = find_source(source);
  Page page(folder);
  page.paragraph(from.citation + ".");
  page.paragraph(theorem_summary(results));
  page.paragraph(
      "A quantity is a quotient of the two sides of a statement, which is proved to be at most 1, "
      "or "
      "the defect of an identity, 0 to rounding. Measured is the largest over sets and points "
      "drawn "
      "from a fixed seed, in two to five dimensions. Near 1 the constant is sharp.");
  if (!from.notation.empty()) page.paragraph("Notation: " + from.notation + ".");
  add_errata(results, page);
  page.section("Statements");
  page.table(table_of("theorem_statements", "Each statement must hold.", results, must_hold));
  page.figure(
      margins(results),
      "Quotients of the two sides over the proved constant. Statements that must hold stay at 1 or "
      "left of it, and near 1 the constant is sharp; those that must fail lie right of it.");
  page.section("Smaller constants");
  page.table(
      table_of("theorem_constants",
               "With half of the constant each must fail; where the quantity comes near to 1 the "
               "constant is sharp.",
               results, [](TheoremRole role) { return role == TheoremRole::sharp; }));
  page.section("Without the hypothesis");
  page.table(table_of("theorem_controls",
                      "On sets outside its hypothesis the statement must fail: the hypothesis is "
                      "needed, and the check notices.",
                      results, [](TheoremRole role) { return role == TheoremRole::control; }));
  page.section("Not decidable numerically");
  page.table(table_of("theorems_untested", "Why nothing is computed.", results,
                      [](TheoremRole role) { return role == TheoremRole::untested; }));
  page.write(source + ": theorems tested numerically", "theorems.html");
}

}  // namespace impactbench
