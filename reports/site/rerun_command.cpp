#include "reports/site/rerun_command.hpp"

#include "benchmarks/matrix/contact_cell.hpp"
#include "benchmarks/matrix/plan.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace impactbench {
namespace {

std::string quoted(const std::string& word) {
  const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_-+.,:/=@%").find(c) != std::string_view::npos;
  });
  if (plain) return word;
  std::string out = "'";
  for (const char c : word)
    out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

/// A key that several owners know is written with its owner.
class Keys {
 public:
  explicit Keys(const Cell& cell)
      : sets_{&cell.problem_parameters, &cell.scheme_parameters, &cell.solver_parameters} {}
  [[nodiscard]] std::string written(const std::string& owner, const std::string& key) const {
    const auto owners = std::count_if(sets_.begin(), sets_.end(),
                                      [&](const SharedParameters* s) { return s->contains(key); });
    const std::vector<FieldInfo>& run = describe<RunSettings>();
    const bool of_run =
        std::any_of(run.begin(), run.end(), [&](const FieldInfo& f) { return f.name == key; });
    return owners > 1 || of_run ? owner + "." + key : key;
  }

 private:
  std::vector<const SharedParameters*> sets_;
};

template <class Entry>
void add_settings(std::string& out, std::span<const Entry> catalogue, const std::string& name,
                  const std::string& owner, const ParameterSet& set, const Keys& keys) {
  const auto entry = std::find_if(catalogue.begin(), catalogue.end(),
                                  [&](const Entry& e) { return e.name == name; });
  const std::span<const FieldInfo> fields =
      entry == catalogue.end() ? std::span<const FieldInfo>{} : entry->parameters.fields();
  for (const auto& [key, value] : set) {
    const std::string text = to_text(value);
    const bool usual = std::any_of(
        fields.begin(), fields.end(),
        [&, &name = key](const FieldInfo& f) { return f.name == name && f.fallback == text; });
    if (!usual) out += " --set " + quoted(keys.written(owner, key) + "=" + text);
  }
}

std::string solve_command(const Cell& cell) {
  const auto text = [](const ParameterSet& set, const char* key) {
    const auto it = set.find(key);
    return it == set.end() ? std::string() : to_text(it->second);
  };
  std::string out =
      fmt::format("impactbench solve {} --solver {} --tolerance {} --data {}",
                  quoted(file_of(cell)), quoted(cell.solver),
                  text(cell.scheme_parameters, "residual"), text(cell.problem_parameters, "data"));
  for (const auto& [key, value] : given_settings(cell))
    out += " --set " + quoted(key + "=" + to_text(value));
  return out;
}

}  // namespace

std::string rerun_command(const Cell& cell, std::int64_t frames) {
  if (is_solve(cell)) return solve_command(cell);
  std::string out = fmt::format("impactbench run --problem {} --scheme {}", quoted(cell.problem),
                                quoted(cell.scheme));
  if (cell.solver != "none") out += " --solver " + quoted(cell.solver);
  out += " --set dt=" + to_text(cell.dt);
  if (cell.dt_precision != RunSettings{}.dt_precision) {
    out += " --set dt_precision=" + quoted(cell.dt_precision);
  }
  if (frames > 0) out += fmt::format(" --set frames={}", frames);
  if (const Ensemble& e = cell.ensemble; e.size > 0) {
    out += fmt::format(" --set ensemble={} --set ensemble_seed={} --set ensemble_amplitude={}",
                       e.size, e.seed, to_text(e.amplitude));
  }
  const Keys keys(cell);
  add_settings(out, problem_catalogue(), cell.problem, "problem", cell.problem_parameters, keys);
  add_settings(out, scheme_catalogue(), cell.scheme, "scheme", cell.scheme_parameters, keys);
  add_settings(out, solver_catalogue(), cell.solver, "solver", cell.solver_parameters, keys);
  if (cell.tolerance_set != "default") out += " --tolerance " + quoted(cell.tolerance_set);
  return out;
}

}  // namespace impactbench
