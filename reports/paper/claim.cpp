#include "reports/paper/claim.hpp"

#include "problems/base/error.hpp"
#include "reference/yardsticks/log_slope.hpp"
#include "reports/paper/claim_test.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

namespace impactbench {
namespace {

/// A run whose row exists and has the quantity.
struct Measured {
  const ClaimWords* words;
  double value;
};

std::string shown(const ClaimWords& words) {
  std::string out;
  for (const auto& [key, value] : words)
    out += (out.empty() ? "" : " ") + key + "=" + value;
  return out;
}

bool is_rounding(double a, double b) {
  return std::abs(a - b) <= 1e-11 * std::max({1.0, std::abs(a), std::abs(b)});
}

/// Keeps the count and the first comparison that contradicts the claim; else the first that
/// supports it.
struct Tally {
  ClaimResult& result;

  void add(bool holds, const std::string& figures) {
    const bool first_against = !holds && result.holds == result.of;
    if (result.of == 0 || first_against) result.figures = figures;
    ++result.of;
    result.holds += holds ? 1 : 0;
  }
};

/// Runs that differ in `key` alone, by the number that is its value.
std::map<std::string, std::map<double, Measured>> ladders(const std::vector<Measured>& all,
                                                          const std::string& key) {
  std::map<std::string, std::map<double, Measured>> out;
  for (const Measured& m : all) {
    ClaimWords rest = *m.words;
    const auto at = rest.find(key);
    if (at == rest.end()) continue;
    const double x = std::strtod(at->second.c_str(), nullptr);
    rest.erase(at);
    out[shown(rest)].insert_or_assign(x, m);
  }
  return out;
}

void judge_neighbours(const ClaimTest& test, const std::vector<Measured>& all, Tally tally) {
  const bool grows = test.kind == ClaimTest::Kind::grows;
  for (const auto& [rest, ladder] : ladders(all, test.key)) {
    if (ladder.empty()) continue;
    for (auto a = ladder.begin(), b = std::next(a); b != ladder.end(); ++a, ++b) {
      const double x = a->second.value, y = b->second.value;
      if (is_rounding(x, y)) continue;
      tally.add((y > x) == grows,
                fmt::format("{} {:.4g} at {}={}, {:.4g} at {} ({})", test.quantity, x, test.key,
                            a->second.words->at(test.key), y, b->second.words->at(test.key), rest));
    }
  }
}

void judge_order(const ClaimTest& test, const std::vector<Measured>& all, Tally tally) {
  for (const auto& [rest, ladder] : ladders(all, test.key)) {
    std::vector<std::pair<double, double>> points;
    for (const auto& [k, m] : ladder) {
      if (k > 0.0 && std::abs(m.value) >= 1e-11) points.emplace_back(k, std::abs(m.value));
    }
    const auto slope = log_slope(points);
    if (!slope) continue;
    tally.add(*slope >= test.low && *slope <= test.high,
              fmt::format("{} grows as {}^{:.3f} ({})", test.quantity, test.key, *slope, rest));
  }
}

bool has(const ClaimWords& words, const ClaimWords& part) {
  return std::all_of(part.begin(), part.end(), [&](const auto& p) {
    const auto at = words.find(p.first);
    return at != words.end() && at->second == p.second;
  });
}

/// Returns whether two runs agree in every key that both have, except those of the test.
bool matched(const ClaimTest& test, const ClaimWords& a, const ClaimWords& b) {
  return std::all_of(a.begin(), a.end(), [&](const auto& word) {
    const auto at = b.find(word.first);
    return at == b.end() || at->second == word.second || test.left.contains(word.first) ||
           test.right.contains(word.first);
  });
}

void judge_less(const ClaimTest& test, const std::vector<Measured>& all, Tally tally) {
  for (const Measured& a : all) {
    if (!has(*a.words, test.left)) continue;
    for (const Measured& b : all) {
      if (!has(*b.words, test.right) || !matched(test, *a.words, *b.words)) continue;
      if (is_rounding(a.value, b.value)) continue;
      tally.add(a.value < b.value, fmt::format("{} {:.4g} for {}, {:.4g} for {}", test.quantity,
                                               a.value, shown(*a.words), b.value, shown(*b.words)));
    }
  }
}

void judge_within(const ClaimTest& test, const std::vector<Measured>& all, Tally tally) {
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (const Measured& m : all) {
    least = std::min(least, m.value), most = std::max(most, m.value);
    tally.add(m.value >= test.low && m.value <= test.high,
              fmt::format("{} {:.6g} ({})", test.quantity, m.value, shown(*m.words)));
  }
  if (tally.result.of > 1 && tally.result.holds == tally.result.of) {
    tally.result.figures = fmt::format("{} from {:.6g} to {:.6g}", test.quantity, least, most);
  }
}

void judge(const ClaimTest& test, const std::vector<Measured>& all, ClaimResult& result) {
  using Kind = ClaimTest::Kind;
  const Tally tally{result};
  switch (test.kind) {
    case Kind::grows:
    case Kind::falls:
      judge_neighbours(test, all, tally);
      break;
    case Kind::order:
      judge_order(test, all, tally);
      break;
    case Kind::less:
      judge_less(test, all, tally);
      break;
    case Kind::within:
      judge_within(test, all, tally);
      break;
    case Kind::ends:
    case Kind::none:
      break;
  }
}

void conclude(std::size_t runs, ClaimResult& out) {
  if (out.holds < out.of) {
    out.verdict = ClaimVerdict::refuted;
  } else if (out.absent > 0) {
    out.figures = fmt::format("{} of {} runs that it needs are missing or did not end{}{}",
                              out.absent, runs, out.figures.empty() ? "" : "; ", out.figures);
  } else if (out.of > 0) {
    out.verdict = ClaimVerdict::confirmed;
  } else if (out.figures.empty()) {
    out.figures = "no two runs differ by more than rounding";
  }
}

/// Every combination of the alternatives of one group.
std::vector<ClaimWords> combinations(const ClaimWords& group) {
  std::vector<ClaimWords> out{{}};
  for (const auto& [key, alternatives] : group) {
    std::vector<ClaimWords> longer;
    for (const ClaimWords& start : out) {
      std::istringstream in(alternatives);
      for (std::string value; std::getline(in, value, '|');) {
        longer.push_back(start);
        longer.back()[key] = value;
      }
    }
    out.swap(longer);
  }
  return out;
}

CellRequest request_of(const ClaimWords& words, const PublishedClaim& claim) {
  CellRequest out;
  for (const auto& [key, value] : words) {
    if (key == "problem") {
      out.problem = value;
    } else if (key == "scheme") {
      out.scheme = value;
    } else if (key == "solver") {
      out.solver = value;
    } else {
      out.settings[key] = value_of_text(value);
    }
  }
  if (out.problem.empty() || out.scheme.empty()) {
    throw ConfigurationError(
        fmt::format("{}: runs of claim {}: '{}' needs problem=.. and scheme=..", claim.place,
                    claim.id, shown(words)));
  }
  return out;
}

}  // namespace

std::string_view to_text(ClaimVerdict verdict) {
  switch (verdict) {
    case ClaimVerdict::confirmed:
      return "confirmed";
    case ClaimVerdict::refuted:
      return "refuted";
    case ClaimVerdict::undecided:
      break;
  }
  return "undecided";
}

std::vector<ClaimRun> claim_runs(const PublishedClaim& claim) {
  std::vector<ClaimRun> out;
  std::istringstream in(claim.runs);
  for (std::string group; std::getline(in, group, ';');) {
    for (ClaimWords& words : combinations(claim_words(group, ' ', claim.place))) {
      CellRequest request = request_of(words, claim);
      out.push_back({std::move(words), std::move(request)});
    }
  }
  return out;
}

ClaimResult judge_claim(const PublishedClaim& claim, const RowOf& row_of) {
  ClaimResult out{claim, ClaimVerdict::undecided, 0, 0, 0, {}};
  const ClaimTest test = claim_test(claim);
  if (test.kind == ClaimTest::Kind::none) {
    out.figures = claim.test.substr(6);
    return out;
  }
  const std::vector<ClaimRun> runs = claim_runs(claim);
  std::vector<Measured> measured;
  for (const ClaimRun& run : runs) {
    const Row* row = row_of(run.request);
    if (row != nullptr && test.kind == ClaimTest::Kind::ends) {
      Tally{out}.add(row->status == test.status,
                     fmt::format("{} ({})", to_text(row->status), shown(run.words)));
      continue;
    }
    const auto value = row != nullptr && ran_to_the_end(row->status)
                           ? claim_quantity(*row, test.quantity)
                           : std::nullopt;
    if (value) {
      measured.push_back({&run.words, *value});
      continue;
    }
    ++out.absent;
    if (test.promises_the_end && row != nullptr && !ran_to_the_end(row->status))
      Tally{out}.add(false, fmt::format("{} ({})", to_text(row->status), shown(run.words)));
  }
  judge(test, measured, out);
  conclude(runs.size(), out);
  return out;
}

}  // namespace impactbench
