#pragma once

#include "benchmarks/store/markup_text.hpp"
#include "reports/html/pages.hpp"

#include <fmt/format.h>

#include <string>

namespace impactbench {

/// "NAME"_a = MARKUP, handed to fmt::format with a fragment of pages.hpp, fills its {NAME}. GCC
/// refuses a placeholder without a value; a program of clang 14 throws.
using fmt::literals::operator""_a;

/// A name that may be broken after its parts.
[[nodiscard]] inline std::string breakable(const std::string& name) {
  std::string out;
  for (const char c : markup_text(name)) {
    out += c;
    if (c == '_' || c == ':') out += html::possible_break;
  }
  return out;
}

/// A page of the site; `up` leads from it to the site's folder ("" or "../").
[[nodiscard]] inline std::string html_page(const std::string& title, const std::string& up,
                                           const std::string& body) {
  return fmt::format(html::page, "title"_a = markup_text(title), "up"_a = up, "body"_a = body);
}

}  // namespace impactbench
