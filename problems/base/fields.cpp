#include "problems/base/fields.hpp"

#include "problems/base/error.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>

namespace impactbench {

bool Range::contains(double x) const {
  // Written so that NaN fails every comparison and is therefore outside.
  const bool above = open_low ? x > low : x >= low;
  const bool below = open_high ? x < high : x <= high;
  return above && below;
}

std::string Range::text() const {
  const bool no_low = std::isinf(low);
  const bool no_high = std::isinf(high);
  if (no_low && no_high) return "any number";
  return (open_low || no_low ? "(" : "[") + to_text(low) + ", " + to_text(high) +
         (open_high || no_high ? ")" : "]");
}

OneOf::OneOf(std::initializer_list<std::string_view> list) : words(list) {}
OneOf::OneOf(std::vector<std::string_view> list) : words(std::move(list)) {}

FileOr::FileOr(std::initializer_list<std::string_view> list, FilesIn in)
    : words(list), files_in(in) {}

NumberOr::NumberOr(std::initializer_list<std::string_view> list, const Range& numbers)
    : words(list), range(numbers) {}

bool FileOr::is_path(std::string_view text) const {
  return std::find(words.begin(), words.end(), text) == words.end();
}

std::string to_text(double value) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, end.ptr};
}

std::string to_text(const Value& value) {
  struct Printer {
    std::string operator()(bool b) const { return b ? "true" : "false"; }
    std::string operator()(std::int64_t i) const { return std::to_string(i); }
    std::string operator()(double x) const { return to_text(x); }
    std::string operator()(const std::string& s) const { return s; }
  };
  return std::visit(Printer{}, value);
}

Value value_of_text(std::string_view text) {
  if (text == "true") return true;
  if (text == "false") return false;
  const char* first = text.data();
  const char* last = first + text.size();
  const char* digits = !text.empty() && *first == '+' ? first + 1 : first;
  std::int64_t integer{};
  if (const auto r = std::from_chars(digits, last, integer); r.ec == std::errc{} && r.ptr == last) {
    return integer;
  }
  double real{};
  if (const auto r = std::from_chars(digits, last, real); r.ec == std::errc{} && r.ptr == last) {
    return real;
  }
  return std::string(text);
}

std::optional<double> number_of_text(std::string_view text) {
  const Value value = value_of_text(text);
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::nullopt;
}

std::string nearest_name(std::string_view word, std::span<const std::string> known) {
  // A word that differs in more than half of its characters, rounded up, was not meant.
  std::string best;
  std::size_t best_distance = std::min<std::size_t>(4, (word.size() + 1) / 2 + 1);
  for (const std::string& name : known) {
    std::vector<std::size_t> row(name.size() + 1);
    for (std::size_t j = 0; j <= name.size(); ++j)
      row[j] = j;
    for (std::size_t i = 1; i <= word.size(); ++i) {
      std::size_t diagonal = row[0];
      row[0] = i;
      for (std::size_t j = 1; j <= name.size(); ++j) {
        const std::size_t substitute = diagonal + (word[i - 1] == name[j - 1] ? 0 : 1);
        diagonal = row[j];
        row[j] = std::min({row[j] + 1, row[j - 1] + 1, substitute});
      }
    }
    if (row.back() < best_distance) {
      best_distance = row.back();
      best = name;
    }
  }
  return best;
}

namespace {

[[noreturn]] void refuse(const Value& v, const Field& f, const std::string& allowed,
                         std::string_view owner) {
  std::string unit = f.unit == "-" ? "" : " " + std::string(f.unit);
  throw ConfigurationError(std::string(owner) + ": " + std::string(f.name) + " = " + to_text(v) +
                           " is not allowed; it must be " + allowed + unit + " (" +
                           std::string(f.meaning) + ")");
}

std::string joined(const std::vector<std::string_view>& words, const char* separator) {
  std::string out;
  for (const std::string_view word : words)
    out += (out.empty() ? "" : separator) + std::string(word);
  return out;
}

double number(const Value& v, const Field& f, const Range& r, std::string_view owner) {
  const auto wanted = [&] {
    return r.text() == "any number" ? r.text() : "a number in " + r.text();
  };
  double x{};
  if (const auto* real = std::get_if<double>(&v)) {
    x = *real;
  } else if (const auto* integer = std::get_if<std::int64_t>(&v)) {
    x = static_cast<double>(*integer);
  } else {
    refuse(v, f, wanted(), owner);
  }
  if (!std::isfinite(x) || !r.contains(x)) refuse(v, f, wanted(), owner);
  return x + 0.0;  // -0 and 0 are one setting
}

void set(double& member, const Value& v, const Field& f, const Range& r, std::string_view owner) {
  member = number(v, f, r, owner);
}

void set(std::int64_t& member, const Value& v, const Field& f, const Range& r,
         std::string_view owner) {
  const double x = number(v, f, r, owner);
  if (x != std::floor(x) || std::abs(x) > 9e15) {
    refuse(v, f, "a whole number in " + r.text(), owner);
  }
  member = static_cast<std::int64_t>(x);
}

void set(int& member, const Value& v, const Field& f, const Range& r, std::string_view owner) {
  std::int64_t wide{};
  set(wide, v, f, r, owner);
  if (wide > std::numeric_limits<int>::max() || wide < std::numeric_limits<int>::min()) {
    refuse(v, f, "a whole number below 2147483648", owner);
  }
  member = static_cast<int>(wide);
}

void set(bool& member, const Value& v, const Field& f, std::monostate, std::string_view owner) {
  const auto* b = std::get_if<bool>(&v);
  if (b == nullptr) refuse(v, f, "true or false", owner);
  member = *b;
}

void set(std::string& member, const Value& v, const Field& f, const OneOf& words,
         std::string_view owner) {
  const std::string text = to_text(v);
  if (std::find(words.words.begin(), words.words.end(), text) == words.words.end())
    refuse(v, f, "one of " + joined(words.words, ", "), owner);
  member = text;
}

void set(std::string& member, const Value& v, const Field& f, const FileOr& file,
         std::string_view owner) {
  const std::string text = to_text(v);
  // Not a folder, nor a pipe or a device, which may never end.
  std::error_code none;
  if (file.is_path(text) &&
      !(std::filesystem::is_regular_file(text, none) && access(text.c_str(), R_OK) == 0)) {
    refuse(v, f, joined(file.words, ", ") + " or the path of a file that can be read", owner);
  }
  member = text;
}

void set(std::string& member, const Value& v, const Field& f, const NumberOr& number,
         std::string_view owner) {
  const std::string text = to_text(v);
  if (std::find(number.words.begin(), number.words.end(), text) == number.words.end()) {
    const auto x = number_of_text(text);
    if (!x || !std::isfinite(*x) || !number.range.contains(*x))
      refuse(v, f, joined(number.words, ", ") + " or a number in " + number.range.text(), owner);
    member = to_text(*x);
    return;
  }
  member = text;
}

void set(std::string& member, const Value& v, const Field& f, std::monostate,
         std::string_view owner) {
  const std::string text = to_text(v);
  if (text.empty()) refuse(v, f, "a text that is not empty", owner);
  member = text;
}

FieldInfo info(const Field& f, const Value& fallback, std::monostate) {
  static constexpr const char* kTypes[] = {"boolean", "integer", "real", "text"};
  return {std::string(f.name),
          std::string(f.unit),
          std::string(f.meaning),
          kTypes[fallback.index()],
          to_text(fallback),
          std::holds_alternative<std::string>(fallback) ? "any text" : "true | false"};
}

FieldInfo info(const Field& f, const Value& fallback, const Range& range) {
  FieldInfo out = info(f, fallback, std::monostate{});
  out.range = range.text();
  return out;
}

FieldInfo info(const Field& f, const Value& fallback, const OneOf& words) {
  FieldInfo out = info(f, fallback, std::monostate{});
  out.range = joined(words.words, " | ");
  return out;
}

FieldInfo info(const Field& f, const Value& fallback, const FileOr& file) {
  FieldInfo out = info(f, fallback, std::monostate{});
  out.type = "file";
  out.range = joined(file.words, " | ") + " | path of a file";
  out.file = file;
  return out;
}

FieldInfo info(const Field& f, const Value& fallback, const NumberOr& number) {
  FieldInfo out = info(f, fallback, std::monostate{});
  out.range = joined(number.words, " | ") + " | number in " + number.range.text();
  return out;
}

[[noreturn]] void refuse_unknown(const std::string& key, const std::vector<std::string>& names,
                                 std::string_view owner) {
  std::string text = std::string(owner) + " has no parameter '" + key + "'";
  if (const std::string near = nearest_name(key, names); !near.empty()) {
    text += " (did you mean '" + near + "'?)";
  }
  text += names.empty() ? "; it has none" : "; known: ";
  for (std::size_t k = 0; k < names.size(); ++k)
    text += (k == 0 ? "" : ", ") + names[k];
  throw ConfigurationError(text);
}

/// A number keeps its kind: of a setting int and std::int64_t are one.
struct Current {
  Value operator()(const int* x) const { return std::int64_t{*x}; }
  template <class T>
  Value operator()(const T* x) const {
    return *x;
  }
};

}  // namespace

struct FieldList::Entry {
  Field field;
  std::variant<double*, int*, std::int64_t*, bool*, std::string*> member;
  /// Nothing for a boolean and for a free text.
  std::variant<std::monostate, Range, OneOf, FileOr, NumberOr> limit;

  [[nodiscard]] Value value() const { return std::visit(Current{}, member); }
};

FieldList::FieldList() {
  entries_.reserve(24);  // more than most lists have
}
FieldList::~FieldList() = default;

void FieldList::operator()(const Field& f, double& member, const Range& range) {
  entries_.push_back({f, &member, range});
}
void FieldList::operator()(const Field& f, int& member, const Range& range) {
  entries_.push_back({f, &member, range});
}
void FieldList::operator()(const Field& f, std::int64_t& member, const Range& range) {
  entries_.push_back({f, &member, range});
}
void FieldList::operator()(const Field& f, bool& member) {
  entries_.push_back({f, &member, std::monostate{}});
}
void FieldList::operator()(const Field& f, std::string& member) {
  entries_.push_back({f, &member, std::monostate{}});
}
void FieldList::operator()(const Field& f, std::string& member, const OneOf& words) {
  entries_.push_back({f, &member, words});
}
void FieldList::operator()(const Field& f, std::string& member, const FileOr& file) {
  entries_.push_back({f, &member, file});
}
void FieldList::operator()(const Field& f, std::string& member, const NumberOr& number) {
  entries_.push_back({f, &member, number});
}

std::vector<FieldInfo> FieldList::described() const {
  std::vector<FieldInfo> out;
  for (const Entry& entry : entries_)
    out.push_back(std::visit(
        [&](const auto& limit) { return info(entry.field, entry.value(), limit); }, entry.limit));
  return out;
}

void FieldList::assign(const ParameterSet& given, std::string_view owner) const {
  for (const auto& [key, value] : given) {
    const auto has_name = [&name = key](const Entry& entry) { return entry.field.name == name; };
    if (std::any_of(entries_.begin(), entries_.end(), has_name)) continue;
    std::vector<std::string> names;
    for (const Entry& entry : entries_)
      names.emplace_back(entry.field.name);
    refuse_unknown(key, names, owner);
  }
  for (const Entry& entry : entries_) {
    const auto it = given.find(entry.field.name);
    if (it == given.end()) continue;
    std::visit(
        [&](auto* member, const auto& limit) {
          // A member with a limit of another kind cannot be listed.
          if constexpr (requires { set(*member, it->second, entry.field, limit, owner); })
            set(*member, it->second, entry.field, limit, owner);
        },
        entry.member, entry.limit);
  }
}

ParameterSet FieldList::settings() const {
  ParameterSet out;
  for (const Entry& entry : entries_)
    out.emplace(std::string(entry.field.name), entry.value());
  return out;
}

}  // namespace impactbench
