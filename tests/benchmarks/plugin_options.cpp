// --plugin: words of the command line that name libraries.

#include "benchmarks/extension/plugin/load.hpp"
#include "problems/base/error.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace impactbench {
namespace {

TEST(PluginOptions, APathWithAColonIsRefusedAsAWhole) {
  // Children are told in one variable, where colons stand between plug-ins: half of a path would
  // name another file, or none that anybody wrote.
  for (const std::vector<std::string>& given :
       {std::vector<std::string>{"impactbench", "--plugin", "/at 12:30/mine.so"},
        std::vector<std::string>{"impactbench", "--plugin=/at 12:30/mine.so"}}) {
    std::vector<std::string> words = given;
    std::vector<char*> argv;
    for (std::string& word : words)
      argv.push_back(word.data());
    argv.push_back(nullptr);
    int argc = static_cast<int>(words.size());
    try {
      extract_plugin_options(argc, argv.data());
      ADD_FAILURE() << "was taken";
    } catch (const ConfigurationError& e) {
      EXPECT_NE(std::string(e.what()).find("'/at 12:30/mine.so': its path must have no colon"),
                std::string::npos)
          << e.what();
    }
  }
}

}  // namespace
}  // namespace impactbench
