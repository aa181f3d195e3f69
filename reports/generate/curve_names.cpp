#include "reports/generate/curve_names.hpp"

#include "reports/generate/naming.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace impactbench {

void SettingTexts::add(const Value& value) {
  whole_.insert(to_text(value));
  few_digits_.insert(setting(value));
}

std::string SettingTexts::of(const Value& value) const {
  return few_digits_.size() == whole_.size() ? setting(value) : to_text(value);
}

CurveNames::CurveNames(const std::vector<const Row*>& rows, Base base, const std::string& x)
    : base_(std::move(base)), left_out_(x.substr(x.find('.') + 1)), with_step_(x == "time") {
  for (const Row* row : rows) {
    auto& group = groups_[base_(*row)];
    for (const auto& [name, value] : settings_of(*row))
      group[name].add(value);
  }
}

CurveNames::Settings CurveNames::settings_of(const Row& row) const {
  Settings out{{"problem", row.cell.problem},      {"scheme", row.cell.scheme},
               {"solver", row.cell.solver},        {"precision of the step", row.cell.dt_precision},
               {"limits", row.cell.tolerance_set}, {"revision", row.revision.substr(0, 8)},
               {"build", row.build.substr(0, 8)}};
  if (with_step_) out["dt"] = row.cell.dt;
  for (const SharedParameters* set :
       {&row.cell.problem_parameters, &row.cell.scheme_parameters, &row.cell.solver_parameters}) {
    for (const auto& [name, value] : *set)
      if (name != left_out_) out.emplace(name, value);
  }
  return out;
}

std::string CurveNames::of(const Row& row) const {
  std::string out = base_(row);
  const auto& group = groups_.at(out);
  for (const auto& [name, value] : settings_of(row)) {
    const SettingTexts& texts = group.at(name);
    if (!texts.differ()) continue;
    const std::string text = texts.of(value);
    if (!out.empty()) out += ", ";
    const bool says_itself = name == "problem" || name == "scheme" || name == "solver";
    out += says_itself ? text : fmt::format("{} = {}", name, text);
  }
  return out;
}

std::string CurveNames::differences() const {
  constexpr std::size_t most = 5;
  std::map<std::string, std::set<std::string>> all;
  for (const auto& [base, settings] : groups_) {
    for (const auto& [name, texts] : settings)
      if (texts.differ()) all[name].insert(texts.few_digits().begin(), texts.few_digits().end());
  }
  std::vector<std::string> parts;
  const auto add = [&](const std::string& name, const std::set<std::string>& texts) {
    const auto end = std::next(texts.begin(), static_cast<int>(std::min(texts.size(), most)));
    parts.push_back(fmt::format("{} = {}{}", name, fmt::join(texts.begin(), end, ", "),
                                end == texts.end() ? "" : ", .."));
  };
  for (const char* name : {"problem", "scheme", "solver"}) {
    if (const auto node = all.extract(name)) add(name, node.mapped());
  }
  for (const auto& [name, texts] : all)
    if (parts.size() < most) add(name, texts);
  return fmt::format("{}", fmt::join(parts, "; "));
}

}  // namespace impactbench
