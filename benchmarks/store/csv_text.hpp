#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>

namespace impactbench {

/// The length of the UTF-8 character that begins at `at`; 0 if none does.
[[nodiscard]] inline std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char first = byte(at);
  const std::size_t length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if ((first >= 0x80 && first < 0xc2) || first > 0xf4 || at + length > text.size()) return 0;
  for (std::size_t k = at + 1; k < at + length; ++k)
    if ((byte(k) & 0xc0) != 0x80) return 0;
  // Too long an encoding, half of a pair, or beyond the last character.
  const unsigned char second = length > 1 ? byte(at + 1) : 0;
  if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f)) return 0;
  if ((first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f)) return 0;
  return length;
}

/// Whether a spreadsheet would compute the text: it begins like a formula and is not a number.
[[nodiscard]] inline bool looks_like_a_formula(const std::string& text) {
  if (text.empty() || std::string_view("=+-@\t").find(text[0]) == std::string_view::npos)
    return false;
  char* end = nullptr;
  (void)std::strtod(text.c_str(), &end);
  return *end != '\0';
}

/// Whether a cell of a CSV file can hold the text unchanged, like most texts; false in doubt.
[[nodiscard]] inline bool is_plain_in_csv(std::string_view text) {
  if (text.empty()) return true;
  if (std::string_view("=+-@").find(text[0]) != std::string_view::npos) return false;
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c >= ' ' && c <= '~' && c != ',' && c != '"'; });
}

/// A cell of a CSV file: in double quotes if required (RFC 4180), after an apostrophe if a
/// spreadsheet would take it for a formula, with U+FFFD for bytes that are not UTF-8.
[[nodiscard]] inline std::string csv_text(const std::string& text) {
  if (is_plain_in_csv(text)) return text;
  std::string out = looks_like_a_formula(text) ? "'" : "";
  bool quoted = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text, at);
    quoted = quoted || std::string_view(",\"\r\n").find(text[at]) != std::string_view::npos;
    if (text[at] == '"') out += '"';
    out += length > 0 ? text.substr(at, length) : "\xef\xbf\xbd";
    at += std::max<std::size_t>(length, 1);
  }
  return quoted ? '"' + out + '"' : out;
}

/// A sentence for read_csv(), which allows no line break in a cell: there it becomes a space.
[[nodiscard]] inline std::string csv_phrase(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return csv_text(text);
}

}  // namespace impactbench
