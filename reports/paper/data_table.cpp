#include "reports/paper/data_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace impactbench {

std::string DataTable::place(std::string_view key) const {
  const toml::node* node = table_->get(key);
  return node == nullptr ? place() : place_of(*file_, *node);
}

void DataTable::refuse(const std::string& sentence) const {
  refuse_at(*file_, *table_, sentence);
}

void DataTable::refuse(std::string_view key, const std::string& sentence) const {
  throw ConfigurationError(place(key) + ": " + sentence);
}

void DataTable::expect(std::string_view key) const {
  if (!has(key)) refuse(fmt::format("{} needs the key '{}'", what_, key));
}

const toml::node* DataTable::asked(std::string_view key) {
  known_.emplace(key);
  return table_->get(key);
}

Value DataTable::value_of(const toml::node& node, std::string_view key) const {
  if (const auto b = node.value_exact<bool>()) return *b;
  if (const auto i = node.value_exact<std::int64_t>()) return *i;
  if (const auto d = node.value_exact<double>()) return *d;
  if (const auto s = node.value_exact<std::string>()) return *s;
  refuse_at(*file_, node, fmt::format("'{}' must be a boolean, a number or a text", key));
}

std::string DataTable::text(std::string_view key, std::string otherwise) {
  const toml::node* node = asked(key);
  if (node == nullptr) return otherwise;
  if (auto text = node->value_exact<std::string>()) return *std::move(text);
  refuse(key, fmt::format("'{}' must be a text in quotes", key));
}

std::optional<double> DataTable::number(std::string_view key) {
  const toml::node* node = asked(key);
  if (node == nullptr) return std::nullopt;
  if (const auto real = node->value_exact<double>()) return *real;
  if (const auto whole = node->value_exact<std::int64_t>()) return static_cast<double>(*whole);
  refuse(key, fmt::format("'{}' must be a number", key));
}

double DataTable::number(std::string_view key, double otherwise) {
  return number(key).value_or(otherwise);
}

bool DataTable::flag(std::string_view key, bool otherwise) {
  const toml::node* node = asked(key);
  if (node == nullptr) return otherwise;
  if (const auto flag = node->value_exact<bool>()) return *flag;
  refuse(key, fmt::format("'{}' must be true or false", key));
}

std::vector<Value> DataTable::values(std::string_view key) {
  const toml::node* node = asked(key);
  if (node == nullptr) return {};
  const toml::array* list = node->as_array();
  if (list == nullptr) return {value_of(*node, key)};
  if (list->empty()) refuse(key, fmt::format("'{}' is an empty list", key));
  std::vector<Value> out;
  for (const toml::node& item : *list)
    out.push_back(value_of(item, key));
  return out;
}

std::vector<double> DataTable::numbers(std::string_view key) {
  std::vector<double> out;
  for (const Value& value : values(key)) {
    const auto* real = std::get_if<double>(&value);
    const auto* whole = std::get_if<std::int64_t>(&value);
    if (real == nullptr && whole == nullptr)
      refuse(key, fmt::format("'{}' must be a list of numbers", key));
    out.push_back(real != nullptr ? *real : static_cast<double>(*whole));
  }
  return out;
}

std::vector<std::string> DataTable::texts(std::string_view key) {
  std::vector<std::string> out;
  for (const Value& value : values(key)) {
    const auto* text = std::get_if<std::string>(&value);
    if (text == nullptr) refuse(key, fmt::format("'{}' must be a list of texts in quotes", key));
    out.push_back(*text);
  }
  return out;
}

std::optional<Value> DataTable::value(std::string_view key) {
  const toml::node* node = asked(key);
  if (node == nullptr) return std::nullopt;
  return value_of(*node, key);
}

std::vector<DataTable> DataTable::tables(std::string_view key, const std::string& what) {
  const toml::node* node = asked(key);
  std::vector<DataTable> out;
  if (node == nullptr) return out;
  const toml::array* list = node->as_array();
  if (list == nullptr || list->empty() || !list->is_array_of_tables())
    refuse(key, fmt::format("'{}' must be written as {}", key, what));
  for (const toml::node& item : *list)
    out.emplace_back(*item.as_table(), *file_, what);
  return out;
}

std::optional<DataTable> DataTable::table(std::string_view key, const std::string& what) {
  const toml::node* node = asked(key);
  if (node == nullptr) return std::nullopt;
  if (!node->is_table()) refuse(key, fmt::format("'{}' must be a table", key));
  return DataTable(*node->as_table(), *file_, what);
}

std::vector<std::vector<Value>> DataTable::lists(std::string_view key) {
  const toml::node* node = asked(key);
  std::vector<std::vector<Value>> out;
  if (node == nullptr) return out;
  const toml::array* lists = node->as_array();
  if (lists == nullptr) refuse(key, fmt::format("'{}' must be a list of lists", key));
  for (const toml::node& inner : *lists) {
    const toml::array* list = inner.as_array();
    if (list == nullptr) refuse_at(*file_, inner, fmt::format("'{}' must be a list of lists", key));
    std::vector<Value>& values = out.emplace_back();
    for (const toml::node& item : *list)
      values.push_back(value_of(item, key));
  }
  return out;
}

std::vector<std::string> DataTable::keys() const {
  std::vector<std::pair<toml::source_position, std::string>> found;
  for (const auto& [key, node] : *table_)
    found.emplace_back(key.source().begin, key.str());
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> out;
  for (auto& [position, name] : found)
    out.push_back(std::move(name));
  return out;
}

void DataTable::done() const {
  for (const auto& [key, node] : *table_) {
    if (known_.contains(key.str())) continue;
    const std::vector<std::string> known(known_.begin(), known_.end());
    const std::string near = nearest_name(key.str(), known);
    refuse_at(
        *file_, node,
        fmt::format("{} has no key '{}'{}; known: {}", what_, std::string_view(key.str()),
                    near.empty() ? "" : " (did you mean '" + near + "'?)", fmt::join(known, ", ")));
  }
}

}  // namespace impactbench
