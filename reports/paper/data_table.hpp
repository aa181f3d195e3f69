#pragma once

#include "problems/base/error.hpp"
#include "problems/base/fields.hpp"
#include "problems/files/toml_file.hpp"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace impactbench {

/// A table of a data file of a source. The reader has to request every key: done() refuses the
/// others, so that nothing in a file is silently ignored. All messages begin with file:line:column.
/// The file's text must outlive it.
class DataTable {
 public:
  /// Messages call it `what`: "a [[figure]]".
  DataTable(const toml::table& table, const std::string& file, std::string what)
      : table_(&table), file_(&file), what_(std::move(what)) {}

  /// Messages call it so from now on.
  void call(std::string what) { what_ = std::move(what); }

  [[nodiscard]] bool has(std::string_view key) const { return table_->contains(key); }
  [[nodiscard]] std::string place(std::string_view key) const;  ///< of its value, or of the table
  [[nodiscard]] std::string place() const { return place_of(*file_, *table_); }
  [[nodiscard]] const std::string& file() const { return *file_; }
  [[noreturn]] void refuse(const std::string& sentence) const;
  [[noreturn]] void refuse(std::string_view key, const std::string& sentence) const;
  /// Refuses a table without the key.
  void expect(std::string_view key) const;

  [[nodiscard]] std::string text(std::string_view key, std::string otherwise = "");
  [[nodiscard]] double number(std::string_view key, double otherwise);
  [[nodiscard]] std::optional<double> number(std::string_view key);
  [[nodiscard]] bool flag(std::string_view key, bool otherwise);
  /// A list, or one value; empty if it is absent.
  [[nodiscard]] std::vector<Value> values(std::string_view key);
  [[nodiscard]] std::vector<double> numbers(std::string_view key);
  [[nodiscard]] std::vector<std::string> texts(std::string_view key);
  /// A boolean, a number or a text.
  [[nodiscard]] std::optional<Value> value(std::string_view key);
  /// The tables of [[key]], or of an inline list; empty if it is absent.
  [[nodiscard]] std::vector<DataTable> tables(std::string_view key, const std::string& what);
  [[nodiscard]] std::optional<DataTable> table(std::string_view key, const std::string& what);
  [[nodiscard]] bool is_list(std::string_view key) const { return (*table_)[key].is_array(); }
  [[nodiscard]] bool is_table(std::string_view key) const { return (*table_)[key].is_table(); }
  /// A list of lists; empty if it is absent.
  [[nodiscard]] std::vector<std::vector<Value>> lists(std::string_view key);
  /// Keys in the order in which they are written.
  [[nodiscard]] std::vector<std::string> keys() const;

  /// Refuses keys that were not requested.
  void done() const;

 private:
  [[nodiscard]] const toml::node* asked(std::string_view key);
  [[nodiscard]] Value value_of(const toml::node& node, std::string_view key) const;

  const toml::table* table_;
  const std::string* file_;
  std::string what_;
  std::set<std::string, std::less<>> known_;
};

/// Returns the result of `f`; puts the place before the message of its exceptions.
template <class F>
auto at_place(const std::string& place, F&& f) {
  try {
    return f();
  } catch (const ConfigurationError& e) {
    throw ConfigurationError(place + ": " + e.what());
  }
}

}  // namespace impactbench
