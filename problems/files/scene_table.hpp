#pragma once

#include "problems/files/scene.hpp"
#include "problems/files/toml_file.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

/// The key of a scene file; throws std::out_of_range on an unknown name.
[[nodiscard]] const SceneKey& scene_key(std::string_view table, std::string_view name);

/// `value`, checked to be finite and in the range of its key; `place` begins the sentence.
[[nodiscard]] double checked(const SceneKey& key, double value, const std::string& place);

/// A table of a scene file. Its keys are those of scene_keys() for its kind: other keys, and values
/// of another type or out of range, are refused with their place.
class SceneTable {
 public:
  SceneTable(const toml::table& table, std::string_view kind, const std::string& file);

  [[nodiscard]] bool has(std::string_view key) const { return table_.contains(key); }
  [[nodiscard]] std::string place(std::string_view key) const;  ///< of its value, or of the table
  /// Throws with a message on the whole table.
  [[noreturn]] void refuse(const std::string& sentence) const;
  [[noreturn]] void refuse(std::string_view key, const std::string& sentence) const;

  [[nodiscard]] double number(std::string_view key) const;
  [[nodiscard]] double number(std::string_view key, double otherwise) const;
  [[nodiscard]] bool boolean(std::string_view key, bool otherwise) const;
  [[nodiscard]] std::string text(std::string_view key) const;
  /// A list of texts; empty where it is absent.
  [[nodiscard]] std::vector<std::string> texts(std::string_view key) const;
  [[nodiscard]] bool is_text(std::string_view key) const { return table_[key].is_string(); }
  /// `size` numbers, padded with zeros.
  [[nodiscard]] Vec3 vector(std::string_view key, int size) const;
  [[nodiscard]] Vec3 vector(std::string_view key, int size, const Vec3& otherwise) const;
  /// A rotation: the third component in the plane, all three in space; zero where it is absent.
  [[nodiscard]] Vec3 rotation(std::string_view key, int dimension) const;

 private:
  [[nodiscard]] const toml::node& node(std::string_view key) const;
  [[nodiscard]] double number_of(const toml::node& node, std::string_view key) const;

  const toml::table& table_;
  std::string kind_;
  const std::string& file_;
};

}  // namespace impactbench
