// Markup of pages stands in reports/html/pages, where it reads as markup, and in no literal.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

namespace {

namespace fs = std::filesystem;

/// A tag within a literal of the line.
bool has_tag(const std::string& line) {
  static const std::regex literal("\"(?:[^\"\\\\]|\\\\.)*\""), tag("<(/?[a-zA-Z]|!)");
  for (std::sregex_iterator it(line.begin(), line.end(), literal), end; it != end; ++it) {
    if (std::regex_search(it->str(), tag)) return true;
  }
  return false;
}

TEST(Markup, IsInNoLiteral) {
  EXPECT_TRUE(has_tag(R"(out += "<td class=\"n\">" + text;)"));
  EXPECT_TRUE(has_tag(R"(return open + "</p>";)"));
  EXPECT_FALSE(has_tag(R"(#include "a.hpp"  // of std::vector<std::string>)"));
  EXPECT_FALSE(has_tag(R"(text("a") + static_cast<char>(c) + "a < b")"));
  int files = 0;
  for (const char* folder : {"generate", "html", "program", "site"}) {
    for (const auto& entry :
         fs::directory_iterator(IMPACTBENCH_SOURCE_DIR "/reports/" + std::string(folder))) {
      const std::string extension = entry.path().extension();
      if (extension != ".hpp" && extension != ".cpp") continue;
      ++files;
      std::ifstream in(entry.path());
      int number = 0;
      for (std::string line; std::getline(in, line);) {
        ++number;
        EXPECT_FALSE(has_tag(line)) << entry.path().string() << ":" << number << ": " << line;
      }
    }
  }
  EXPECT_GT(files, 60);
}

}  // namespace
