#include "problems/base/regular_file.hpp"

#include "tests/support/scratch.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <future>
#include <string>

namespace impactbench {
namespace {

// A file that changes during a run may become a pipe between any check and its reading: to open a
// pipe is to wait for a writer, here for ever.
TEST(RegularFile, PipeInPlaceOfAFileEndsAtOnce) {
  const testing::Scratch folder;
  const std::string pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  auto reading = std::async(std::launch::async, [&] { return read_regular_file(pipe); });
  const bool ends = reading.wait_for(std::chrono::seconds(5)) == std::future_status::ready;
  if (!ends) close(open(pipe.c_str(), O_RDWR | O_CLOEXEC));  // a writer, so that it ends
  EXPECT_TRUE(ends);
  EXPECT_FALSE(reading.get());
}

// Bytes of every value, more than one block of them, and none.
TEST(RegularFile, BytesAreThoseOfTheFile) {
  const testing::Scratch folder;
  std::string bytes;
  for (int k = 0; k < 200000; ++k)
    bytes += static_cast<char>(k * 7);
  EXPECT_EQ(read_regular_file(folder.write("bytes", bytes)), bytes);
  EXPECT_EQ(read_regular_file(folder.write("empty", "")), "");
}

TEST(RegularFile, NothingElseIsRead) {
  const testing::Scratch folder;
  EXPECT_FALSE(read_regular_file(folder / "missing"));
  EXPECT_FALSE(read_regular_file(folder.path()));
  EXPECT_FALSE(read_regular_file("/dev/zero"));
}

}  // namespace
}  // namespace impactbench
