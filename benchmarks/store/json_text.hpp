#pragma once

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace impactbench {

/// Writes JSON: the bytes of nlohmann's dump() for the same values, without building a tree first.
/// Members of an object must come in the order of their names, as there.
class JsonText {
 public:
  void open(char bracket) {
    separate();
    out_ += bracket;
  }
  void close(char bracket) { out_ += bracket; }
  void key(std::string_view name) {
    text(name);
    out_ += ':';
  }
  /// Texts may come from anywhere, such as a solver's exception: no byte may break a row.
  void text(std::string_view words) {
    separate();
    if (is_plain(words)) {
      (out_ += '"').append(words) += '"';
    } else {
      out_ += nlohmann::json(words).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    }
  }
  void number(double x) {
    if (!std::isfinite(x)) return null();
    std::array<char, 64> digits;  // as many as nlohmann's dump() has room for
    raw({digits.begin(), nlohmann::detail::to_chars(digits.begin(), digits.end(), x)});
  }
  void integer(std::int64_t i) { raw(std::to_string(i)); }
  void boolean(bool b) { raw(b ? "true" : "false"); }
  void null() { raw("null"); }
  /// A value that is JSON already.
  void raw(std::string_view json) {
    separate();
    out_ += json;
  }
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  static bool is_plain(std::string_view words) {
    return std::all_of(words.begin(), words.end(),
                       [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
  }
  /// Writes the comma before a value that is not the first of its list or object: it follows the
  /// end of another value, which is none of these characters.
  void separate() {
    if (!out_.empty() && out_.back() != '{' && out_.back() != '[' && out_.back() != ':')
      out_ += ',';
  }
  std::string out_;
};

}  // namespace impactbench
