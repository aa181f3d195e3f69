// Time on a busy machine proves little; instructions of a fixed piece of work are the same each
// time. A kernel that does more than it did, or less, is noticed here on the commit that did it.

#include "benchmarks/micro/count_kernels.hpp"
#include "benchmarks/micro/hot_kernels.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <set>
#include <string>

namespace impactbench::testing {
namespace {

struct Counted {
  int status;
  std::string out;
};

Counted count(const std::string& options) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe");
  const std::string command =
      IMPACTBENCH_SOURCE_DIR "/benchmarks/micro/count " + options + " " + self + " 2>&1";
  Counted out{-1, ""};
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return out;
  std::array<char, 4096> text{};
  while (std::fgets(text.data(), static_cast<int>(text.size()), pipe) != nullptr)
    out.out += text.data();
  out.status = WEXITSTATUS(pclose(pipe));
  return out;
}

TEST(Counts, EachHotKernelTakesTheInstructionsOfTheBaseline) {
  const Counted done = count("");
  if (done.status == 77) GTEST_SKIP() << done.out;
  EXPECT_EQ(done.status, 0) << done.out
                            << "If it is meant: benchmarks/micro/count --write, and say why.";
}

TEST(Counts, TwiceTheWorkIsNoticed) {
  const Counted done = count("--twice apgd_step");
  if (done.status == 77) GTEST_SKIP() << done.out;
  EXPECT_EQ(done.status, 1) << done.out;
  const std::size_t line = done.out.find("apgd_step");
  ASSERT_NE(line, std::string::npos) << done.out;
  EXPECT_NE(done.out.find("more than 1 %", line), std::string::npos) << done.out;
  EXPECT_EQ(done.out.find("more than 1 %"), done.out.rfind("more than 1 %")) << done.out;
}

TEST(HotKernels, SayWhatTheyMoveAndDo) {
  std::set<std::string> names;
  for (const micro::HotKernel& kernel : micro::hot_kernels(100)) {
    SCOPED_TRACE(kernel.name);
    EXPECT_TRUE(names.insert(kernel.name).second) << "named twice";
    for (const double figure : {kernel.elements, kernel.bytes, kernel.flops, kernel.working_set})
      EXPECT_TRUE(std::isfinite(figure) && figure > 0.0) << figure;
    kernel.pass();
  }
  EXPECT_GE(names.size(), 11U);
}

}  // namespace
}  // namespace impactbench::testing

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "--count") == 0)
    return impactbench::micro::count_kernels(argc > 2 ? argv[2] : "");
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
