#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace impactbench {

/// One setting as a user writes it. Integers are accepted where a real number is wanted.
using Value = std::variant<bool, std::int64_t, double, std::string>;

/// Settings by name, in alphabetical order (the order is part of a row's key).
using ParameterSet = std::map<std::string, Value, std::less<>>;

/// Admissible interval of a number; an end is excluded where `open` says so. NaN is in no interval.
struct Range {
  double low{-std::numeric_limits<double>::infinity()};
  double high{std::numeric_limits<double>::infinity()};
  bool open_low{false};
  bool open_high{false};

  static constexpr Range any() { return {}; }
  static constexpr Range positive() {
    return {0.0, std::numeric_limits<double>::infinity(), true, true};
  }
  static constexpr Range at_least(double low) {
    return {low, std::numeric_limits<double>::infinity(), false, true};
  }
  static constexpr Range between(double low, double high) { return {low, high, false, false}; }

  [[nodiscard]] bool contains(double x) const;
  [[nodiscard]] std::string text() const;  ///< for example "(0, inf)"
};

/// The admissible words of a textual setting.
struct OneOf {
  std::vector<std::string_view> words;
  OneOf(std::initializer_list<std::string_view> list);
  explicit OneOf(std::vector<std::string_view> list);
};

/// A textual setting that is the path of a file, or one of these words. The contents of the file
/// belong to the setting: keys of rows have a hash of them.
struct FileOr {
  /// The files that a file names in turn, where it may: their contents belong to it.
  using FilesIn = std::vector<std::string> (*)(const std::string& path);

  std::vector<std::string_view> words;
  FilesIn files_in{nullptr};
  FileOr(std::initializer_list<std::string_view> list, FilesIn in = nullptr);
  [[nodiscard]] bool is_path(std::string_view text) const;
};

/// A textual setting that is one of these words, or a number in this range, kept as its text.
struct NumberOr {
  std::vector<std::string_view> words;
  Range range;
  NumberOr(std::initializer_list<std::string_view> list, const Range& numbers);
};
/// The number that such a text gives; absent where it is a word.
[[nodiscard]] std::optional<double> number_of_text(std::string_view text);

/// The description of a member in the field list of a struct.
struct Field {
  std::string_view name;
  std::string_view unit;     ///< "-" for a pure number or a word
  std::string_view meaning;  ///< a phrase, no full stop
};

/// A field with its default and its range as text, for `list`, error messages and the docs.
struct FieldInfo {
  std::string name, unit, meaning, type, fallback, range;
  std::optional<FileOr> file{};  ///< where it may be the path of one
};

/// Shortest text that reads back as the same value ("0.001", "1e-05", "true", "thesis").
[[nodiscard]] std::string to_text(const Value& value);
[[nodiscard]] std::string to_text(double value);

/// Reads a word of a command line: true/false, an integer, a real number, else a text.
[[nodiscard]] Value value_of_text(std::string_view text);

/// The fields of one struct, in order: names, members, limits. It refers to the members and to the
/// texts of each Field: both must outlive it. One type for all purposes, so that a struct's list of
/// fields is compiled once.
class FieldList {
 public:
  FieldList();
  FieldList(const FieldList&) = delete;
  FieldList& operator=(const FieldList&) = delete;
  ~FieldList();

  void operator()(const Field& f, double& member, const Range& range);
  void operator()(const Field& f, int& member, const Range& range);
  void operator()(const Field& f, std::int64_t& member, const Range& range);
  void operator()(const Field& f, bool& member);
  void operator()(const Field& f, std::string& member);
  void operator()(const Field& f, std::string& member, const OneOf& words);
  void operator()(const Field& f, std::string& member, const FileOr& file);
  void operator()(const Field& f, std::string& member, const NumberOr& number);

  /// Each field, with its present value as its default.
  [[nodiscard]] std::vector<FieldInfo> described() const;
  /// Assigns the given values to members. Throws ConfigurationError naming the owner, the key, the
  /// value and the allowed range, on an unknown key or a value out of range.
  void assign(const ParameterSet& given, std::string_view owner) const;
  /// Every field with its present value.
  [[nodiscard]] ParameterSet settings() const;

 private:
  struct Entry;
  std::vector<Entry> entries_;
};

/// A parameter struct P is an aggregate with defaults at the members and ONE list of its fields:
///
///   template <class Self, class F> static void each_field(Self& self, F&& f) {
///     f(Field{"alpha", "-", "exponent of the contact law"}, self.alpha, Range::at_least(2.0));
///     f(Field{"variant", "-", "which discretisation"}, self.variant, OneOf{"thesis", "ec"});
///     f(Field{"warm", "-", "start from the last impulses"}, self.warm);
///   }
///
/// Parsing, checking, printing, `impactbench list` and the docs all come from that list.
/// Members may be double, int, std::int64_t (with a Range), bool, std::string (with OneOf, with
/// FileOr, with NumberOr, or without for a free text that is not empty).
///
/// describe() makes the list once. It is hidden from other libraries: two plug-ins may have structs
/// of one name.
template <class P>
[[nodiscard, gnu::visibility("hidden")]] const std::vector<FieldInfo>& describe() {
  static const std::vector<FieldInfo> made = [] {
    P defaults{};
    FieldList fields;
    P::each_field(defaults, fields);
    return fields.described();
  }();
  return made;
}

/// The struct with the given settings in place of its defaults. `owner` ("scheme inc") begins error
/// messages. Throws ConfigurationError on an unknown key or a value out of range.
template <class P>
[[nodiscard]] P parse(const ParameterSet& given, std::string_view owner) {
  P out{};
  FieldList fields;
  P::each_field(out, fields);
  fields.assign(given, owner);
  return out;
}

/// Every field with the value it has in `params`: the settings that produce it.
template <class P>
[[nodiscard]] ParameterSet to_set(P params) {
  FieldList fields;
  P::each_field(params, fields);
  return fields.settings();
}

/// The two functions that a catalogue entry of any kind provides for its parameters.
struct ParameterFunctions {
  const std::vector<FieldInfo>& (*fields)();
  /// The full set, defaults included, after checking; throws ConfigurationError.
  ParameterSet (*resolve)(const ParameterSet& given, std::string_view owner);
};

template <class P>
[[nodiscard]] ParameterFunctions parameters_of() {
  return {&describe<P>, [](const ParameterSet& given, std::string_view owner) {
            return to_set(parse<P>(given, owner));
          }};
}

/// For modules without settings.
struct NoParameters {
  template <class Self, class F>
  static void each_field(Self&, F&&) {}
  friend bool operator==(const NoParameters&, const NoParameters&) = default;
};

/// The name in `known` that is nearest to `word` (edit distance at most 3), for "did you mean".
[[nodiscard]] std::string nearest_name(std::string_view word, std::span<const std::string> known);

}  // namespace impactbench
