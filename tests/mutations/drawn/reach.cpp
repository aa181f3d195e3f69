// Compiled into every test program of the changed copy: writes one line a test to the file that
// IMPACTBENCH_REACH_LOG names: "NAME<tab>passed|failed<tab>MILLISECONDS<tab>CHANGES REACHED". What
// is reached before a suite's first test is in a line SUITE.*, before the first suite in a line *.
#include "tests/mutations/drawn/switch.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

namespace {

class ReachLog : public testing::EmptyTestEventListener {
 public:
  explicit ReachLog(const char* path) : out_(std::fopen(path, "a")) {}

 private:
  void line(const std::string& name, bool passed, long long milliseconds) {
    if (out_ == nullptr) return;
    std::fprintf(out_, "%s\t%s\t%lld\t", name.c_str(), passed ? "passed" : "failed", milliseconds);
    unsigned char* reached = impactbench_changes::reached();
    for (int k = 0; k < impactbench_changes::most; ++k) {
      if (reached[k] != 0) std::fprintf(out_, "%d ", k);
      reached[k] = 0;
    }
    std::fputc('\n', out_);
    std::fflush(out_);
  }
  void OnTestProgramStart(const testing::UnitTest&) override { line("*", true, 0); }
  void OnTestStart(const testing::TestInfo& test) override {
    if (test.test_suite_name() == suite_) return;
    suite_ = test.test_suite_name();
    line(suite_ + ".*", true, 0);
  }
  void OnTestEnd(const testing::TestInfo& test) override {
    line(std::string(test.test_suite_name()) + "." + test.name(), !test.result()->Failed(),
         test.result()->elapsed_time());
  }

  std::FILE* out_;
  std::string suite_;
};

[[maybe_unused]] const bool listening = [] {
  if (const char* path = std::getenv("IMPACTBENCH_REACH_LOG")) {
    testing::UnitTest::GetInstance()->listeners().Append(new ReachLog(path));
  }
  return true;
}();

}  // namespace
