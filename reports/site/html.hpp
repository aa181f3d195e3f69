#pragma once

#include "benchmarks/store/markup_text.hpp"

#include <fmt/format.h>

#include <string>

namespace impactbench {

/// A name that may be broken after its parts.
[[nodiscard]] inline std::string breakable(const std::string& name) {
  std::string out;
  for (const char c : markup_text(name)) {
    out += c;
    if (c == '_' || c == ':') out += "<wbr>";
  }
  return out;
}

/// A page of the site; `up` leads from it to the site's folder ("" or "../"); `head` is added to
/// its head.
[[nodiscard]] inline std::string html_page(const std::string& title, const std::string& up,
                                           const std::string& head, const std::string& body) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n"
      "<link rel=\"icon\" href=\"data:,\">\n<link rel=\"stylesheet\" href=\"{}site.css\">\n"
      "<script defer src=\"{}site.js\"></script>\n{}</head>\n<body>\n{}</body>\n</html>\n",
      markup_text(title), up, up, head, body);
}

}  // namespace impactbench
