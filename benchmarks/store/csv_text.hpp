#pragma once

#include <algorithm>
#include <string>

namespace impactbench {

/// A cell of a CSV file: in double quotes where it must be (RFC 4180).
[[nodiscard]] inline std::string csv_text(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text)
    out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

/// The same of a sentence for read_csv(), which takes no line break in a cell: there it is a space.
[[nodiscard]] inline std::string csv_phrase(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return csv_text(text);
}

}  // namespace impactbench
