#include "benchmarks/power/verdict.hpp"

#include "benchmarks/store/csv_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <tuple>

namespace impactbench {
namespace {

constexpr double percent_1 = 0.01 * (1.0 + 1e-9), percent_10 = 0.1 * (1.0 + 1e-9);

SignedPower of_search(const PowerSearch& search, const Baseline& baseline,
                      const PowerStore& store) {
  SignedPower out;
  if (search.next) return out;
  const auto trial = [&](double size) {
    return store.trial(baseline.cell, {search.parameter, search.sign * size});
  };
  for (const TriedEps& t : search.tried) {
    const bool changes = t.noticed || trial(t.size)->moved > MotionTrace::rounding;
    if (changes && (!out.effect || t.size < *out.effect)) out.effect = t.size;
  }
  out.eps = smallest_noticed(search.tried);
  if (out.eps) {
    out.power = Power::noticed;
    out.checks = trial(*out.eps)->noticed;
    return out;
  }
  const bool refused = std::any_of(
      search.tried.begin(), search.tried.end(),
      [&](const TriedEps& t) { return trial(t.size)->status == RowStatus::not_applicable; });
  if (refused) {
    out.power = Power::refused;
  } else {
    out.power = out.effect ? Power::not_noticed : Power::no_effect;
  }
  return out;
}

/// Both signs where there are two, one where there is one.
std::vector<const SignedPower*> signs(const PowerOfPair& pair) {
  std::vector<const SignedPower*> out;
  if (pair.up) out.push_back(&*pair.up);
  if (pair.down) out.push_back(&*pair.down);
  return out;
}

/// Whether the largest size that both signs need is at most so much.
bool within(const std::optional<double>& eps, double most) {
  return eps && *eps <= most;
}

/// One contact of a run is the least that can be left out: where that is noticed, nothing finer is
/// left to notice.
std::optional<double> finest_counts(const PowerOfPair& pair, std::optional<double> eps) {
  if (pair.parameter != "contacts" || !eps) return eps;
  const double least = 1.0 / static_cast<double>(pair.cell->contacts);
  return *eps <= least * (1.0 + 1e-9) ? std::min(*eps, 1e-3) : eps;
}

bool is_physics(const Baseline& baseline, const std::string& check) {
  const auto known = std::find_if(baseline.checks.begin(), baseline.checks.end(),
                                  [&](const BaselineCheck& c) { return c.name == check; });
  // A check that had nothing to judge in the baseline counts if it is one of truth or of a law.
  return known == baseline.checks.end() || known->physics;
}

}  // namespace

std::string_view to_text(Power power) {
  switch (power) {
    case Power::noticed:
      return "noticed";
    case Power::not_noticed:
      return "not noticed";
    case Power::no_effect:
      return "no effect";
    case Power::refused:
      return "refused";
    case Power::unfinished:
      return "unfinished";
  }
  return "";
}

Power PowerOfPair::power() const {
  const auto all = signs(*this);
  // The first of these that one sign is; without effect and refused are those whose signs all are.
  for (const Power p : {Power::unfinished, Power::noticed, Power::not_noticed, Power::refused}) {
    if (std::any_of(all.begin(), all.end(), [&](const SignedPower* s) { return s->power == p; }))
      return p;
  }
  return Power::no_effect;
}

const SignedPower& PowerOfPair::better() const {
  if (!up) return *down;
  if (!down) return *up;
  if (!up->eps) return *down;
  return !down->eps || *up->eps <= *down->eps ? *up : *down;
}

std::optional<double> PowerOfPair::eps() const {
  return finest_counts(*this, better().eps);
}

bool PowerOfPair::matters_at(double size) const {
  const auto all = signs(*this);
  return std::any_of(all.begin(), all.end(), [&](const SignedPower* s) {
    return within(finest_counts(*this, s->effect), size);
  });
}

std::optional<double> PowerOfPair::worse() const {
  double out = 0.0;
  for (const SignedPower* s : signs(*this)) {
    if (s->power == Power::no_effect || s->power == Power::refused) continue;
    if (!s->eps) return std::nullopt;
    out = std::max(out, *s->eps);
  }
  return out > 0.0 ? finest_counts(*this, out) : std::nullopt;
}

std::vector<PowerOfPair> power_of_pairs(const std::vector<std::string>& cells,
                                        const PowerStore& store, const PowerOptions& options) {
  std::vector<PowerOfPair> out;
  for (const std::string& key : cells) {
    const Baseline* baseline = store.baseline(key);
    if (baseline == nullptr || !baseline->ended()) continue;
    for (const PowerSearch& search : searches(*baseline, store, options)) {
      if (search.tried.empty()) continue;
      if (out.empty() || out.back().cell != baseline || out.back().parameter != search.parameter)
        out.push_back({.cell = baseline, .parameter = search.parameter});
      SignedPower found = of_search(search, *baseline, store);
      (search.sign > 0 ? out.back().up : out.back().down) = std::move(found);
    }
  }
  for (PowerOfPair& pair : out) {
    for (const Trial* t : store.trials(pair.cell->cell)) {
      if (t->wrong.parameter != pair.parameter) continue;
      for (const std::string& check : t->noticed) {
        const auto [it, fresh] = pair.by_check.try_emplace(check, std::abs(t->wrong.eps));
        if (!fresh) it->second = std::min(it->second, std::abs(t->wrong.eps));
      }
    }
  }
  return out;
}

PowerShares shares(const std::vector<PowerOfPair>& pairs) {
  PowerShares out;
  for (const PowerOfPair& pair : pairs) {
    const Power power = pair.power();
    if (power == Power::no_effect || power == Power::refused) {
      ++out.no_effect;
      continue;
    }
    if (power == Power::unfinished) {
      ++out.unfinished;
      continue;
    }
    ++out.pairs;
    out.matter_1 += pair.matters_at(percent_1) ? 1 : 0;
    out.matter_10 += pair.matters_at(percent_10) ? 1 : 0;
    out.percent_1 += within(pair.eps(), percent_1) ? 1 : 0;
    out.percent_10 += within(pair.eps(), percent_10) ? 1 : 0;
    out.percent_1_both += within(pair.worse(), percent_1) ? 1 : 0;
    out.percent_10_both += within(pair.worse(), percent_10) ? 1 : 0;
  }
  return out;
}

double percent(int part, int of) {
  return of > 0 ? 100.0 * part / of : 100.0;
}

bool strong_enough(const PowerShares& s) {
  return s.matter_10 > 0 && s.unfinished == 0 && percent(s.percent_1, s.matter_1) >= 90.0 &&
         percent(s.percent_10, s.matter_10) >= 99.0;
}

std::vector<PowerOfLaw> power_of_laws(const std::vector<PowerOfPair>& pairs) {
  std::map<std::pair<std::string, std::string>, PowerOfLaw> best;
  for (const PowerOfPair& pair : pairs) {
    const Power power = pair.power();
    if (power != Power::noticed && power != Power::not_noticed) continue;
    const std::string law(find_perturbable(pair.parameter).law);
    PowerOfLaw& here = best[{pair.cell->scheme, law}];
    here.scheme = pair.cell->scheme;
    here.law = law;
    for (const auto& [check, eps] : pair.by_check) {
      if (!is_physics(*pair.cell, check)) continue;
      const double size = *finest_counts(pair, eps);
      if (here.eps && *here.eps <= size) continue;
      here.eps = size;
      here.cell = pair.cell->title;
      here.parameter = pair.parameter;
      here.check = check;
    }
  }
  std::vector<PowerOfLaw> out;
  for (auto& [key, law] : best)
    out.push_back(std::move(law));
  return out;
}

void write_power_csv(const std::vector<PowerOfPair>& pairs, std::ostream& out) {
  out << "problem,scheme,solver,cell,key,parameter,law,power,eps,eps_worse,eps_up,eps_down,checks,"
         "reason\n";
  const auto number = [](const std::optional<double>& x) {
    return x ? fmt::format("{:.4g}", *x) : std::string();
  };
  for (const PowerOfPair& pair : pairs) {
    const Perturbable& parameter = find_perturbable(pair.parameter);
    const Power power = pair.power();
    out << fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_text(pair.cell->problem),
                       csv_text(pair.cell->scheme), csv_text(pair.cell->solver),
                       csv_text(pair.cell->title), pair.cell->cell, pair.parameter, parameter.law,
                       to_text(power), number(pair.eps()), number(pair.worse()),
                       number(pair.up ? pair.up->eps : std::nullopt),
                       number(pair.down ? pair.down->eps : std::nullopt),
                       csv_text(fmt::format("{}", fmt::join(pair.better().checks, " "))),
                       csv_text(power == Power::no_effect ? std::string(parameter.idle) : ""));
  }
}

void write_power_json(const std::vector<PowerOfPair>& pairs, std::ostream& out) {
  using Json = nlohmann::ordered_json;
  const auto number = [](const std::optional<double>& x) { return x ? Json(*x) : Json(nullptr); };
  Json list = Json::array(), laws = Json::array();
  for (const PowerOfPair& pair : pairs) {
    list.push_back({{"cell", pair.cell->title},
                    {"key", pair.cell->cell},
                    {"parameter", pair.parameter},
                    {"power", to_text(pair.power())},
                    {"eps", number(pair.eps())},
                    {"eps_worse", number(pair.worse())},
                    {"eps_up", number(pair.up ? pair.up->eps : std::nullopt)},
                    {"eps_down", number(pair.down ? pair.down->eps : std::nullopt)},
                    {"matters_at_1_percent", pair.matters_at(percent_1)},
                    {"matters_at_10_percent", pair.matters_at(percent_10)},
                    {"checks", pair.better().checks},
                    {"smallest_by_check", pair.by_check}});
  }
  for (const PowerOfLaw& law : power_of_laws(pairs)) {
    laws.push_back({{"scheme", law.scheme},
                    {"law", law.law},
                    {"eps", number(law.eps)},
                    {"cell", law.cell},
                    {"parameter", law.parameter},
                    {"check", law.check}});
  }
  const PowerShares s = shares(pairs);
  out << Json{{"pairs_with_effect", s.pairs},
              {"with_effect_at_1_percent", s.matter_1},
              {"with_effect_at_10_percent", s.matter_10},
              {"noticed_at_1_percent", s.percent_1},
              {"noticed_at_10_percent", s.percent_10},
              {"noticed_at_1_percent_both_signs", s.percent_1_both},
              {"noticed_at_10_percent_both_signs", s.percent_10_both},
              {"no_effect", s.no_effect},
              {"unfinished", s.unfinished},
              {"laws", laws},
              {"pairs", list}}
             .dump(1)
      << '\n';
}

}  // namespace impactbench
