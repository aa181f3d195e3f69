#pragma once

#include <string>

namespace impactbench {

/// A text in HTML and XML, outside and inside of attributes: & < > " by name.
[[nodiscard]] inline std::string markup_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace impactbench
