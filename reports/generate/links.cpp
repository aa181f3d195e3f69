#include "reports/generate/links.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace impactbench {

// Keys are hashes; half of one is enough for a name.
std::string cell_page_file(const std::string& key) {
  std::string out = key.substr(0, 16);
  std::replace_if(
      out.begin(), out.end(),
      [](char c) { return !((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')); }, '_');
  return "cells/" + out + ".html";
}

bool CellPages::leads(const std::string& link) {
  if (!link.starts_with("cells/") || taken_.contains(link)) return true;
  if (taken_.size() >= most_) return false;
  taken_.insert(link);
  return true;
}

std::string cells_with(const std::string& words) {
  std::string out = "index.html#find=";
  for (const char c : words) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || c == '_' || c == '-' || c == '.') {
      out += c;
    } else {
      out += fmt::format("%{:02X}", byte);
    }
  }
  return out;
}

std::string cells_of_method(const std::string& name, const std::string& others) {
  const std::string first = name.substr(0, name.find_first_of(" ,:"));
  return cells_with(others.empty() ? first : others + " " + first);
}

std::vector<PageLink> runs_of(const std::string& problem, const std::set<std::string>& names) {
  std::vector<PageLink> out;
  for (const std::string& name : names)
    out.push_back({cells_with(problem + " " + name), name});
  return out;
}

}  // namespace impactbench
