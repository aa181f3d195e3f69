#include "benchmarks/store/text_file.hpp"

#include "benchmarks/files/output.hpp"
#include "problems/base/error.hpp"
#include "tests/support/scratch.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <optional>
#include <string>

namespace impactbench {
namespace {

TEST(TextFile, IsReadByteByByte) {
  const testing::Scratch folder;
  const std::string bytes("a\0b\r\n\xff", 6);
  write_text_file(folder / "file", bytes);
  EXPECT_EQ(read_text_file(folder / "file"), bytes);
}

TEST(TextFile, MayBeEmpty) {
  const testing::Scratch folder;
  write_text_file(folder / "file", "");
  EXPECT_EQ(read_text_file(folder / "file"), "");
}

TEST(TextFile, IsNothingWhereNothingCanBeRead) {
  const testing::Scratch folder;
  EXPECT_EQ(read_text_file(folder / "none"), std::nullopt);
  EXPECT_EQ(read_text_file(folder.path()), std::nullopt);
}

// In a process of its own: what has no end takes all the memory there is.
TEST(TextFile, IsNoDevice) {
  EXPECT_EQ(read_text_file("/dev/null"), "");
  const pid_t child = fork();
  if (child == 0) {
    const rlimit little{std::size_t{1} << 30, std::size_t{1} << 30};
    setrlimit(RLIMIT_AS, &little);
    rusage before{}, after{};
    getrusage(RUSAGE_SELF, &before);
    const bool is_text = read_text_file("/dev/zero").has_value();
    getrusage(RUSAGE_SELF, &after);
    _exit(is_text || after.ru_maxrss > before.ru_maxrss + 65536 ? 1 : 0);  // [KiB]
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(TextFile, ThatCannotBeWrittenIsNamed) {
  const testing::Scratch folder;
  try {
    write_text_file(folder / "none/file", "x");
    ADD_FAILURE() << "written where no folder is";
  } catch (const ConfigurationError& e) {
    EXPECT_EQ(std::string(e.what()),
              "'" + (folder / "none/file") + "' cannot be written: No such file or directory");
  }
}

}  // namespace
}  // namespace impactbench
