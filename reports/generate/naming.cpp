#include "reports/generate/naming.hpp"

#include "benchmarks/matrix/title.hpp"
#include "problems/base/csv.hpp"
#include "reports/plots/looks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <set>
#include <span>
#include <sstream>
#include <string_view>
#include <variant>

namespace impactbench {

std::string shown(double x) {
  if (x == 0.0) return "0";
  const double size = std::abs(x);
  if (size >= 1e-3 && size < 1e5) return fmt::format("{:.4g}", x);
  return fmt::format("{:.2e}", x);
}

std::string shown(std::optional<double> x) {
  return x ? shown(*x) : "–";
}

std::string order_text(double order, double half_width) {
  if (half_width < 0.005) return fmt::format("{:.3f} ± {:.3f}", order, std::max(half_width, 0.001));
  return fmt::format("{:.2f} ± {:.2f}", order, half_width);
}

std::string setting(double x) {
  const std::string whole = to_text(x);
  return whole.size() <= 7 ? whole : fmt::format("{:.4g}", x);
}

std::string setting(const Value& value) {
  const auto* real = std::get_if<double>(&value);
  return real == nullptr ? to_text(value) : setting(*real);
}

std::string file_name(std::string_view name) {
  std::string out;
  for (const char c : name) {
    if (c == '-' && out.ends_with('_')) {
      out += "minus_";
    } else if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      out += c;
    } else if (!out.ends_with('_')) {
      out += '_';
    }
  }
  return out;
}

std::string cell_name(const Cell& cell) {
  std::string out;
  std::istringstream words(title(cell));
  for (std::string word; std::getline(words, word, ' ');) {
    const std::size_t at = word.find('=');
    if (at != std::string::npos) {
      if (const auto number = decimal(std::string_view(word).substr(at + 1)))
        word = word.substr(0, at + 1) + setting(*number);
    }
    out += (out.empty() ? "" : " ") + word;
  }
  return out;
}

std::string truth_text(const std::optional<TruthNote>& truth) {
  if (!truth) return "–";
  return fmt::format("{}, within {:.0e} m", truth->provenance, truth->uncertainty);
}

std::string truth_text(const Row& row) {
  return truth_text(row.truth);
}

std::string axis_label(std::string name, const std::string& unit) {
  constexpr std::pair<std::string_view, std::string_view> norms[] = {
      {"_sup", "largest "},
      {"_l1", "mean "},
      {"_error_hausdorff", "Hausdorff distance of the "},
      {"_hausdorff", "Hausdorff distance of the "}};
  for (const auto& [ending, norm] : norms) {
    if (!name.ends_with(ending)) continue;
    name.resize(name.size() - ending.size());
    name.insert(0, norm);
    break;
  }
  std::replace(name.begin(), name.end(), '_', ' ');
  return unit.empty() || unit == "-" ? name : name + " [" + unit + "]";
}

std::optional<double> quantity(const Row& row, const std::string& name) {
  const auto it = row.quantities.find(name);
  return it == row.quantities.end() ? std::nullopt : std::optional(it->second);
}

std::optional<double> number(const ParameterSet& set, const std::string& key) {
  const auto it = set.find(key);
  if (it == set.end()) return std::nullopt;
  if (const auto* real = std::get_if<double>(&it->second)) return *real;
  if (const auto* integer = std::get_if<std::int64_t>(&it->second)) {
    return static_cast<double>(*integer);
  }
  return std::nullopt;
}

std::string method_name(const Row& row) {
  std::string out = row.cell.scheme;
  const auto& set = row.cell.scheme_parameters;
  if (const auto it = set.find("variant"); it != set.end()) out += " " + to_text(it->second);
  // The side of a step where inc has its normals; of springs the law along the normal.
  if (const auto normal = set.find("normal"); normal != set.end()) {
    const std::string which = to_text(normal->second);
    if (set.contains("variant")) {
      if (which != "of_variant") out += " with the normal of the " + which;
    } else if (which != "linear") {
      out += " " + which;
    }
  }
  if (const auto alpha = number(set, "alpha")) out += fmt::format(", α = {:g}", *alpha);
  return out;
}

Styles::Styles(std::span<const Row> rows) {
  std::map<std::string, std::set<std::string>> methods;
  std::set<std::string> schemes;
  for (const Row& row : rows) {
    schemes.insert(row.cell.scheme);
    methods[row.cell.scheme].insert(method_name(row));
  }
  schemes_ = scheme_styles(schemes);
  for (const auto& [scheme, names] : methods) {
    int& variants = variants_[scheme];
    for (const std::string& name : names)
      methods_[name] = variant_of(schemes_[scheme], variants++);
  }
}

int Styles::of(const std::string& method) const {
  const auto it = methods_.find(method);
  return it == methods_.end() ? 0 : it->second;
}

int Styles::of(const Row& row) const {
  return of(method_name(row));
}

int Styles::further(const Row& row, int k) const {
  const auto scheme = schemes_.find(row.cell.scheme);
  if (scheme == schemes_.end()) return k;
  return variant_of(scheme->second, variants_.at(row.cell.scheme) + k);
}

int Looks::of(const Row& row) {
  const int own = styles_.of(row);
  return taken_.insert(own).second ? own : styles_.further(row, further_[row.cell.scheme]++);
}

std::map<std::string, std::vector<const Row*>> completed_by_problem(std::span<const Row> rows) {
  std::map<std::string, std::vector<const Row*>> out;
  for (const Row& row : rows) {
    if (ran_to_the_end(row.status)) {
      out[row.cell.problem].push_back(&row);
    }
  }
  return out;
}

}  // namespace impactbench
