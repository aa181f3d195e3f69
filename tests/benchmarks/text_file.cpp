#include "benchmarks/store/text_file.hpp"

#include "benchmarks/files/output.hpp"
#include "problems/model/error.hpp"
#include "tests/support/scratch.hpp"

#include <gtest/gtest.h>

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
