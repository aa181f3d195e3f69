#include "benchmarks/program/font.hpp"

#include "problems/base/error.hpp"
#include "problems/base/fields.hpp"

#include <fmt/format.h>
#include <strings.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <vector>

namespace impactbench {
namespace {

/// The families of this machine, as gnuplot's cairo finds them; none where there is no fontconfig
/// to ask. A line of fc-list has the names of one family, divided by commas.
std::vector<std::string> installed_families() {
  std::vector<std::string> out;
  FILE* list = popen("fc-list : family 2>/dev/null", "r");
  if (list == nullptr) return out;
  std::string name;
  for (int c = std::fgetc(list); c != EOF; c = std::fgetc(list)) {
    if (c != ',' && c != '\n') {
      if (c != '\\') name += static_cast<char>(c);  // it stands before a hyphen of a name
      continue;
    }
    if (!name.empty()) out.push_back(std::move(name));
    name.clear();
  }
  (void)pclose(list);
  return out;
}

}  // namespace

std::string font_of(const std::string& text) {
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == ' ' || c == '-';
  });
  if (!plain) {
    throw ConfigurationError(
        fmt::format("--font '{}': must be the name of a family, such as 'DejaVu Serif'", text));
  }
  if (text.empty()) return text;
  const std::vector<std::string> families = installed_families();
  const bool there =
      families.empty() || std::any_of(families.begin(), families.end(), [&](const auto& family) {
        return strcasecmp(family.c_str(), text.c_str()) == 0;
      });
  if (there) return text;
  const std::string near = nearest_name(text, families);
  throw ConfigurationError(fmt::format(
      "--font '{}': this machine has no such family{}; must be one of those that 'fc-list : "
      "family' prints",
      text, near.empty() ? "" : " (did you mean '" + near + "'?)"));
}

}  // namespace impactbench
