#include "benchmarks/store/named_numbers.hpp"

#include <algorithm>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <unordered_set>

namespace impactbench {
namespace {

struct Hash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    return std::hash<std::string_view>()(text);
  }
};

/// The one string of that name, which stays where it is until the program ends.
const std::string* name_of(std::string_view text) {
  static std::mutex mutex;
  static std::unordered_set<std::string, Hash, std::equal_to<>> names;
  const std::scoped_lock lock(mutex);
  auto at = names.find(text);
  if (at == names.end()) at = names.emplace(text).first;
  return &*at;
}

}  // namespace

NamedNumbers::NamedNumbers(std::initializer_list<Named> numbers) {
  for (const auto& [name, value] : numbers)
    emplace(name, value);
}

NamedNumbers::NamedNumbers(const std::map<std::string, double>& numbers) {
  entries_.reserve(numbers.size());
  for (const auto& [name, value] : numbers)
    entries_.emplace_back(name_of(name), value);
}

std::size_t NamedNumbers::place_of(std::string_view name) const {
  // Names that come in their order, as those of a store do, go to the end.
  if (entries_.empty() || *entries_.back().first < name) return entries_.size();
  const auto at =
      std::lower_bound(entries_.begin(), entries_.end(), name,
                       [](const Entry& e, std::string_view wanted) { return *e.first < wanted; });
  return static_cast<std::size_t>(at - entries_.begin());
}

NamedNumbers::const_iterator NamedNumbers::find(std::string_view name) const {
  const std::size_t place = place_of(name);
  return is_at(place, name) ? const_iterator(entries_.data() + place) : end();
}

double NamedNumbers::at(std::string_view name) const {
  const auto found = find(name);
  if (found == end()) throw std::out_of_range("no number is named " + std::string(name));
  return found->second;
}

double& NamedNumbers::operator[](std::string_view name) {
  const std::size_t place = place_of(name);
  if (!is_at(place, name)) {
    entries_.emplace(entries_.begin() + static_cast<std::ptrdiff_t>(place), name_of(name), 0.0);
  }
  return entries_[place].second;
}

void NamedNumbers::emplace(std::string_view name, double value) {
  const std::size_t before = size();
  double& place = (*this)[name];
  if (size() > before) place = value;
}

void NamedNumbers::erase(std::string_view name) {
  const std::size_t place = place_of(name);
  if (is_at(place, name)) entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(place));
}

std::map<std::string, double> NamedNumbers::to_map() const {
  std::map<std::string, double> out;
  for (const auto& [name, value] : entries_)
    out.emplace_hint(out.end(), *name, value);
  return out;
}

}  // namespace impactbench
