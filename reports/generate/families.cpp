#include "reports/generate/families.hpp"

#include "benchmarks/store/cell_hash.hpp"
#include "reports/generate/curve_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>

namespace impactbench {
namespace {

/// All but the step.
Cell family_cell(const Row& row) {
  Cell cell = row.cell;
  cell.dt = 0.0;
  return cell;
}

std::string family_text(const Row& row) {
  return canonical_text(family_cell(row), row.revision, row.build);
}

/// The same as a hash: many rows form few families, and texts are long.
std::string family_key(const Row& row) {
  return cell_hash(family_cell(row)) + row.revision + '\n' + row.build;
}

/// Method and R; families that agree in these also show the settings in which they differ.
void name_families(std::vector<Family>& families) {
  std::vector<const Row*> rows;
  for (const Family& f : families)
    rows.push_back(f.first);
  const CurveNames names(rows, [](const Row& row) {
    const auto R = number(row.cell.scheme_parameters, "R");
    return method_name(row) + (R ? fmt::format(", R = {}", setting(*R)) : "");
  });
  for (Family& f : families)
    f.name = names.of(*f.first);
}

}  // namespace

std::vector<int> looks_of(const std::vector<Family>& families, const Styles& styles) {
  Looks looks(styles);
  std::vector<int> out;
  for (const Family& f : families)
    out.push_back(looks.of(*f.first));
  return out;
}

std::vector<Family> families_of(const std::vector<const Row*>& rows, std::size_t least,
                                const std::function<bool(const Row&)>& counts) {
  std::unordered_map<std::string, std::vector<const Row*>> groups;
  for (const Row* row : rows) {
    if (counts(*row)) groups[family_key(*row)].push_back(row);
  }
  std::vector<Family> out;
  for (auto& [key, members] : groups) {
    if (members.size() < least) continue;
    std::sort(members.begin(), members.end(),
              [](const Row* a, const Row* b) { return a->cell.dt > b->cell.dt; });
    Family f{key, members.front(), {}, members, {}, {}, {}};
    for (const Row* row : members) {
      f.steps.push_back(row->cell.dt);
      f.errors.push_back(
          quantity(*row, "position_error_sup").value_or(std::numeric_limits<double>::quiet_NaN()));
      f.times.push_back(row->timing ? row->timing->cpu_min : 0.0);
    }
    out.push_back(std::move(f));
  }
  name_families(out);
  std::sort(out.begin(), out.end(), [](const Family& a, const Family& b) {
    return a.name != b.name ? a.name < b.name : family_text(*a.first) < family_text(*b.first);
  });
  return out;
}

std::vector<MotionFamilies> by_motion(const std::string& problem, std::vector<Family> families) {
  std::map<ParameterSet, std::vector<Family>> motions;
  std::map<std::string, SettingTexts> texts;
  for (Family& f : families) {
    const ParameterSet& set = f.first->cell.problem_parameters.get();
    for (const auto& [key, value] : set)
      texts[key].add(value);
    motions[set].push_back(std::move(f));
  }
  std::vector<MotionFamilies> out;
  for (auto& [set, own] : motions) {
    std::string name = problem;
    for (const auto& [key, value] : set) {
      if (texts[key].differ()) name += fmt::format(", {} = {}", key, texts[key].of(value));
    }
    std::string file = file_name(name);
    name_families(own);
    out.push_back({std::move(name), std::move(file), std::move(own)});
  }
  return out;
}

std::set<std::string> schemes_of(const std::vector<Family>& families) {
  std::set<std::string> out;
  for (const Family& f : families)
    out.insert(f.first->cell.scheme);
  return out;
}

bool has_position_error(const Row& row) {
  return quantity(row, "position_error_sup").has_value();
}

}  // namespace impactbench
