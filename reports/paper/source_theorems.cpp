#include "reports/paper/source_theorems.hpp"

#include "benchmarks/store/csv_text.hpp"
#include "problems/base/error.hpp"
#include "reports/paper/data_table.hpp"
#include "reports/paper/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace impactbench {
namespace {

TheoremVerdict verdict_of(std::span<const theorems::Finding> findings, bool hold) {
  const auto holds = [](const theorems::Finding& f) { return f.holds(); };
  if (!std::all_of(findings.begin(), findings.end(), [](const auto& f) { return f.decided(); }))
    return TheoremVerdict::undecided;
  if (std::all_of(findings.begin(), findings.end(), holds)) return TheoremVerdict::held;
  if (hold || std::none_of(findings.begin(), findings.end(), holds))
    return TheoremVerdict::violated;
  return TheoremVerdict::undecided;
}

TheoremResult judge(const PublishedTheorem& theorem) {
  TheoremResult out;
  out.theorem = theorem;
  if (theorem.check.empty()) return out;
  at_place(theorem.place, [&] {
    const theorems::Check check = theorems::find_check(theorem.check);
    out.quantity = check.quantity;
    std::vector<std::string> families = theorem.sets;
    if (families.empty()) families.emplace_back();
    for (const std::string& family : families)
      out.findings.push_back(theorems::run_check(check, family, theorem.times));
    return 0;
  });
  out.verdict = verdict_of(out.findings, must_hold(theorem.role));
  return out;
}

/// Puts an erratum beside the printed statement that it concerns, else beside the first line.
void add_errata(const Source& source, std::vector<TheoremResult>& results) {
  for (const StatementErratum& erratum : source.statements) {
    const auto about = [&](bool printed) {
      return std::find_if(results.begin(), results.end(), [&](const TheoremResult& r) {
        return r.theorem.number == erratum.number &&
               (!printed || r.theorem.role == TheoremRole::print);
      });
    };
    auto at = about(true);
    if (at == results.end()) at = about(false);
    if (at != results.end()) at->erratum = erratum.text;
  }
}

}  // namespace

std::string_view to_text(TheoremVerdict verdict) {
  switch (verdict) {
    case TheoremVerdict::held:
      return "held";
    case TheoremVerdict::violated:
      return "violated";
    case TheoremVerdict::undecided:
      return "undecided";
  }
  return "";
}

bool TheoremResult::as_expected() const {
  if (theorem.role == TheoremRole::untested) return verdict == TheoremVerdict::undecided;
  return verdict == (must_hold(theorem.role) ? TheoremVerdict::held : TheoremVerdict::violated);
}

long TheoremResult::samples() const {
  long out = 0;
  for (const theorems::Finding& finding : findings)
    out += finding.samples;
  return out;
}

std::vector<TheoremResult> judge_theorems(const std::string& source, bool only_known) {
  const Source& from = find_source(source);
  std::vector<TheoremResult> out;
  for (const PublishedTheorem& theorem : read_theorems(source))
    out.push_back(judge(theorem));
  add_errata(from, out);
  if (out.empty() && !only_known)
    throw ConfigurationError(fmt::format("there are no theorems of '{}'", source));
  return out;
}

std::string theorem_summary(std::span<const TheoremResult> results) {
  int statements = 0, held = 0, printed = 0, failing = 0, failed = 0, untested = 0, other = 0;
  for (const TheoremResult& r : results) {
    const bool fits = r.as_expected();
    other += fits ? 0 : 1;
    if (r.theorem.role == TheoremRole::untested) {
      ++untested;
    } else if (must_hold(r.theorem.role)) {
      ++statements;
      held += fits ? 1 : 0;
    } else if (r.theorem.role == TheoremRole::print) {
      printed += fits ? 1 : 0;
    } else {
      ++failing;
      failed += fits ? 1 : 0;
    }
  }
  return fmt::format(
      "{} of {} statements held over all samples, {} of {} failed that must fail (a hypothesis is "
      "missing, or the constant is smaller), {} are wrong as printed, {} cannot be decided "
      "numerically; {} did not come out as expected.",
      held, statements, failed, failing, printed, untested, other);
}

void print_theorems(std::span<const TheoremResult> results) {
  for (const TheoremResult& r : results) {
    fmt::print("{:<17} {:<9} {:<9} {}\n", r.theorem.number, to_text(r.theorem.role),
               to_text(r.verdict), r.theorem.statement);
    if (r.theorem.check.empty()) continue;
    for (std::size_t k = 0; k < r.findings.size(); ++k) {
      fmt::print("{:>37} {} = {:.6g}, proved {:g}{}{}, {} samples\n", "", r.quantity,
                 r.findings[k].measured, r.findings[k].proved, r.theorem.sets.empty() ? "" : ", ",
                 r.theorem.sets.empty() ? "" : r.theorem.sets[k], r.findings[k].samples);
    }
    if (!r.as_expected()) fmt::print("{:>37} NOT AS EXPECTED\n", "");
    if (!r.erratum.empty()) fmt::print("{:>37} {}\n", "", r.erratum);
  }
  fmt::print("\n{}\n", theorem_summary(results));
}

void write_theorems_csv(std::span<const TheoremResult> results, std::ostream& out) {
  out << "source,number,role,statement,check,quantity,sets,proved,rounding,measured,samples,"
         "verdict,as_expected,erratum\n";
  for (const TheoremResult& r : results) {
    // One line for each family of sets, or one if there is nothing to compute.
    for (std::size_t k = 0; k < std::max<std::size_t>(1, r.findings.size()); ++k) {
      out << r.theorem.source << ',' << csv_text(r.theorem.number) << ',' << to_text(r.theorem.role)
          << ',' << csv_text(r.theorem.statement) << ',' << r.theorem.check << ','
          << csv_text(r.quantity) << ',' << (r.theorem.sets.empty() ? "" : r.theorem.sets[k])
          << ',';
      if (r.findings.empty()) {
        out << ",,,0";
      } else {
        const theorems::Finding& f = r.findings[k];
        out << fmt::format("{},{},{:.17g},{}", f.proved, f.rounding, f.measured, f.samples);
      }
      out << ',' << to_text(r.verdict) << ',' << (r.as_expected() ? 1 : 0) << ','
          << csv_text(r.erratum) << '\n';
    }
  }
}

}  // namespace impactbench
