#include "problems/files/scene_table.hpp"

#include "problems/base/counted.hpp"
#include "problems/base/error.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace impactbench {
namespace {

std::vector<std::string> names_of(std::string_view table) {
  std::vector<std::string> out;
  for (const SceneKey& key : scene_keys()) {
    if (key.table == table) out.emplace_back(key.name);
  }
  // The tables at the top level of a file.
  if (table.empty()) out.insert(out.end(), {"body", "obstacle", "law"});
  return out;
}

}  // namespace

const SceneKey& scene_key(std::string_view table, std::string_view name) {
  for (const SceneKey& key : scene_keys()) {
    if (key.table == table && key.name == name) return key;
  }
  throw std::out_of_range("no key of a scene");
}

double checked(const SceneKey& key, double value, const std::string& place) {
  if (std::isfinite(value) && key.range.contains(value)) return value;
  const std::string range = key.range.text();
  const std::string unit = key.unit == "-" ? "" : " " + std::string(key.unit);
  throw ConfigurationError(place + ": " + std::string(key.name) + " = " + to_text(value) + unit +
                           " is not allowed; it must be " +
                           (range == "any number" ? "finite" : "in " + range + unit) + " (" +
                           std::string(key.meaning) + ")");
}

SceneTable::SceneTable(const toml::table& table, std::string_view kind, const std::string& file)
    : table_(table), kind_(kind), file_(file) {
  const std::vector<std::string> known = names_of(kind);
  for (const auto& [key, node] : table) {
    const std::string name(key.str());
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string near = nearest_name(name, known);
    std::string text = (kind.empty() ? std::string("a scene") : "a [[" + kind_ + "]]") +
                       " has no key '" + name + "'" +
                       (near.empty() ? "" : " (did you mean '" + near + "'?)") + "; known: ";
    for (std::size_t k = 0; k < known.size(); ++k)
      text += (k == 0 ? "" : ", ") + known[k];
    refuse_at(file_, node, text);
  }
}

std::string SceneTable::place(std::string_view key) const {
  const toml::node* node = table_.get(key);
  return place_of(file_, node == nullptr ? static_cast<const toml::node&>(table_) : *node);
}

void SceneTable::refuse(const std::string& sentence) const {
  refuse_at(file_, table_, sentence);
}

void SceneTable::refuse(std::string_view key, const std::string& sentence) const {
  throw ConfigurationError(place(key) + ": " + sentence);
}

const toml::node& SceneTable::node(std::string_view key) const {
  const toml::node* found = table_.get(key);
  if (found != nullptr) return *found;
  refuse((kind_.empty() ? std::string("the scene") : "this [[" + kind_ + "]]") +
         " needs the key '" + std::string(key) + "' (" +
         std::string(scene_key(kind_, key).meaning) + ")");
}

double SceneTable::number_of(const toml::node& node, std::string_view key) const {
  const SceneKey& known = scene_key(kind_, key);
  const auto value = node.value_exact<double>();
  const auto whole = node.value_exact<std::int64_t>();
  if (!value && !whole) refuse_at(file_, node, "'" + std::string(key) + "' must be a number");
  return checked(known, value ? *value : static_cast<double>(*whole), place_of(file_, node));
}

double SceneTable::number(std::string_view key) const {
  return number_of(node(key), key);
}

double SceneTable::number(std::string_view key, double otherwise) const {
  return has(key) ? number(key) : otherwise;
}

bool SceneTable::boolean(std::string_view key, bool otherwise) const {
  if (!has(key)) return otherwise;
  const auto value = node(key).value_exact<bool>();
  if (!value) refuse(key, "'" + std::string(key) + "' must be true or false");
  return *value;
}

std::string SceneTable::text(std::string_view key) const {
  const auto value = node(key).value_exact<std::string>();
  if (!value) refuse(key, "'" + std::string(key) + "' must be a text in quotes");
  return *value;
}

std::vector<std::string> SceneTable::texts(std::string_view key) const {
  std::vector<std::string> out;
  if (!has(key)) return out;
  const toml::array* list = node(key).as_array();
  const std::string wrong = "'" + std::string(key) + "' must be a list of texts in quotes";
  if (list == nullptr) refuse(key, wrong);
  for (const toml::node& item : *list) {
    const auto value = item.value_exact<std::string>();
    if (!value) refuse_at(file_, item, wrong);
    out.push_back(*value);
  }
  return out;
}

Vec3 SceneTable::vector(std::string_view key, int size) const {
  const toml::node& found = node(key);
  const toml::array* list = found.as_array();
  if (list == nullptr || list->size() != static_cast<std::size_t>(size)) {
    refuse(key, "'" + std::string(key) + "' must be a list of " +
                    counted(static_cast<std::size_t>(size), "number", "numbers"));
  }
  Vec3 out = Vec3::Zero();
  for (int k = 0; k < size; ++k)
    out[k] = number_of((*list)[static_cast<std::size_t>(k)], key);
  return out;
}

Vec3 SceneTable::vector(std::string_view key, int size, const Vec3& otherwise) const {
  return has(key) ? vector(key, size) : otherwise;
}

Vec3 SceneTable::rotation(std::string_view key, int dimension) const {
  if (!has(key)) return Vec3::Zero();
  if (dimension == 3) return vector(key, 3);
  return {0.0, 0.0, number(key)};
}

}  // namespace impactbench
