// Output of commands: never over their input, all of it or nothing, and with a message if it
// fails.

#include "benchmarks/files/output.hpp"

#include "benchmarks/files/guarded.hpp"
#include "benchmarks/files/inputs.hpp"
#include "benchmarks/store/store.hpp"
#include "problems/base/error.hpp"
#include "tests/benchmarks/spawn.hpp"
#include "tests/support/sentence.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ostream>

namespace impactbench::testing {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> out;
  for (const auto& entry : fs::directory_iterator(folder))
    out.push_back(entry.path().filename());
  std::sort(out.begin(), out.end());
  return out;
}

TEST(Outputs, AreThereInFullOrNotAtAll) {
  const Scratch scratch;
  scratch.write("file", "before");
  EXPECT_EQ(sentence_of([&] {
              write_file(scratch / "file", [](std::ostream& out) {
                out << "half";
                throw ConfigurationError("in the middle");
              });
            }),
            "in the middle");
  EXPECT_EQ(slurp(scratch / "file"), "before");
  EXPECT_EQ(names_in(scratch.path()), std::vector<std::string>{"file"}) << "something is left";
  write_text_file(scratch / "file", "after");
  EXPECT_EQ(slurp(scratch / "file"), "after");
  EXPECT_EQ(names_in(scratch.path()), std::vector<std::string>{"file"});
}

TEST(Outputs, KeepTheRightsOfTheFileAndFollowLinks) {
  const Scratch scratch;
  scratch.write("file", "before");
  chmod((scratch / "file").c_str(), 0640);
  fs::create_symlink("file", scratch / "link");
  write_text_file(scratch / "link", "after");
  EXPECT_TRUE(fs::is_symlink(scratch / "link"));
  EXPECT_EQ(slurp(scratch / "file"), "after");
  struct stat facts {};
  ASSERT_EQ(stat((scratch / "file").c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777, 0640U);
}

TEST(Outputs, RefuseAnInputByWhateverName) {
  const Scratch scratch;
  const std::string input = scratch.write("input", "precious");
  fs::create_symlink("input", scratch / "link");
  fs::create_hard_link(input, scratch / "second name");
  remember_input(input);
  for (const char* name : {"input", "link", "second name", "./input"}) {
    const std::string path = scratch / name;
    EXPECT_NE(sentence_of([&] { write_text_file(path, "x"); }).find("input"), std::string::npos)
        << name;
    EXPECT_NE(sentence_of([&] { expect_output(path); }).find("cannot be written"),
              std::string::npos);
    EXPECT_EQ(slurp(input), "precious") << name;
  }
  fs::remove(input);
  // In memory as on a disk.
  if (fs::is_directory("/dev/shm")) {
    const std::string there = "/dev/shm/impactbench_test_" + std::to_string(getpid());
    write_text_file(there, "precious");
    remember_input(there);
    EXPECT_NE(sentence_of([&] { write_text_file(there, "x"); }).find("input"), std::string::npos);
    EXPECT_EQ(slurp(there), "precious");
    fs::remove(there);
  }
  fs::remove(scratch / "second name");
  write_text_file(scratch / "input", "another file");  // it is no input any more
}

TEST(Outputs, AreRefusedBeforeTheWork) {
  const Scratch scratch;
  EXPECT_NE(sentence_of([&] { expect_output(scratch / "none/file"); }).find("No such file"),
            std::string::npos);
  EXPECT_NE(sentence_of([&] { expect_output(scratch.path()); }).find("it is a folder"),
            std::string::npos);
  EXPECT_NE(sentence_of([&] { expect_output(scratch / std::string(300, 'a')); }).find("too long"),
            std::string::npos);
  expect_output(scratch / "file");
  expect_output("-");
  expect_output("");
  EXPECT_TRUE(names_in(scratch.path()).empty()) << "a question leaves a file";
}

// Errors of the system on files come from many places; all of them get one sentence.
TEST(Guarded, NamesTheFileThatTheSystemRefused) {
  const std::string name(300, 'x');
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(guarded("program", [&] { return fs::exists(name) ? 0 : 1; }), 2);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "program: '" + name + "': File name too long\n");
}

// The system's signal at a limit on the size of files would end the program without a word.
TEST(Guarded, AFileThatMayNotGrowIsAnErrorOfItsWriter) {
  const Scratch scratch;
  const std::string file = scratch / "large";
  const auto write_too_much = [&] {
    const rlimit small{10, 10};
    setrlimit(RLIMIT_FSIZE, &small);
    const int to = open(file.c_str(), O_WRONLY | O_CREAT, 0644);
    const std::string text(20, 'x');
    const bool part = write(to, text.data(), text.size()) == 10;
    const bool refused = write(to, text.data(), text.size()) == -1 && errno == EFBIG;
    return part && refused ? 0 : 1;
  };
  EXPECT_EXIT(
      {
        signal(SIGXFSZ, SIG_DFL);
        _exit(guarded("program", write_too_much));
      },
      ::testing::ExitedWithCode(0), "");
}

/// A store of two rows, a plan, and what they are refused as.
class OutputsOfCommands : public ::testing::Test {
 protected:
  void SetUp() override {
    scratch_.write("plan.toml", R"(
label = "two"
repeats = 0
[[grid]]
problem = ["moving_ball", "falling_ball"]
scheme = "nscd"
dt = 1e-2
)");
    ASSERT_EQ(
        run(scratch_, {"run", scratch_ / "plan.toml", "--store", scratch_ / "s.db", "--quiet"})
            .status,
        0);
  }
  /// The command ends with 2 and a sentence about an input, and all files are as they were.
  void expect_refused(std::vector<std::string> words) {
    std::map<std::string, std::string> before;
    for (const std::string& name : names_in(scratch_.path()))
      if (!name.starts_with("std")) before[name] = slurp(scratch_ / name);
    for (std::string& word : words)
      if (word.starts_with('@')) word = scratch_ / word.substr(1);
    const Finished done = run(scratch_, words);
    EXPECT_EQ(done.status, 2) << words[0] << ' ' << words.back() << done.out << done.err;
    EXPECT_NE(done.err.find("input"), std::string::npos) << done.err;
    for (const auto& [name, bytes] : before)
      EXPECT_EQ(slurp(scratch_ / name), bytes) << name << " has changed";
    for (const std::string& name : names_in(scratch_.path()))
      EXPECT_TRUE(before.contains(name) || name.starts_with("std")) << name << " is left";
  }
  Scratch scratch_;
};

TEST_F(OutputsOfCommands, NeverReplaceWhatTheyRead) {
  expect_refused({"export", "@s.db", "--csv", "@s.db"});
  expect_refused({"export", "@s.db", "--jsonl", "@s.db"});
  expect_refused({"export", "@s.db", "--series", "kinetic_energy", "--out", "@s.db"});
  expect_refused({"converge", "--problem", "falling_ball", "--scheme", "nscd", "--store", "@s.db",
                  "--csv", "@s.db"});
  expect_refused({"check", "@plan.toml", "--baseline", "@plan.toml", "--write"});
  const std::string baseline = scratch_ / "baseline.jsonl";
  ASSERT_EQ(
      run(scratch_, {"check", scratch_ / "plan.toml", "--baseline", baseline, "--write"}).status,
      0);
  expect_refused(
      {"check", "@plan.toml", "--baseline", "@baseline.jsonl", "--junit", "@baseline.jsonl"});
  fs::create_symlink("s.db", scratch_ / "link");
  expect_refused({"export", "@s.db", "--csv", "@link"});
  expect_refused({"export", "@link", "--csv", "@s.db"});
}

TEST_F(OutputsOfCommands, OfHdf5FilesNeither) {
  ASSERT_EQ(run(scratch_, {"run", scratch_ / "plan.toml", "--store", scratch_ / "t.db", "--quiet",
                           "--trajectory", scratch_ / "h5", "--instants", "2"})
                .status,
            0);
  std::string file;
  for (const std::string& name : names_in(scratch_ / "h5"))
    file = scratch_ / ("h5/" + name);
  fs::rename(file, scratch_ / "X.h5");
  expect_refused({"state", "@X.h5", "--at", "0", "--out", "@X.h5"});
  scratch_.write("library.toml", R"(
[[grid]]
problem = "four_stacked"
scheme = "nscd"
dt = 1e-2
)");
  ASSERT_EQ(run(scratch_, {"problems", scratch_ / "library.toml", "--out", scratch_ / "f"}).status,
            0);
  for (const std::string& name : names_in(scratch_ / "f"))
    if (name.ends_with(".hdf5")) fs::rename(scratch_ / ("f/" + name), scratch_ / "F.hdf5");
  const std::string problem = slurp(scratch_ / "F.hdf5");
  const Finished solved = run(
      scratch_, {"solve", scratch_ / "F.hdf5", "--solver", "nlgs", "--store", scratch_ / "F.hdf5"});
  EXPECT_EQ(solved.status, 2) << solved.out;
  EXPECT_EQ(slurp(scratch_ / "F.hdf5"), problem);
}

// A write to /dev/full fails with "No space left on device", as one to a full disk does.
TEST_F(OutputsOfCommands, AFullStdoutIsAnErrorWithASentence) {
  const std::vector<std::vector<std::string>> all{
      {"export", scratch_ / "s.db", "--csv", "-"},
      {"export", scratch_ / "s.db", "--jsonl", "-"},
      {"export", scratch_ / "s.db", "--digest"},
      {"list", "problems"},
      {"compare", scratch_ / "s.db", scratch_ / "s.db"},
      {"run", scratch_ / "plan.toml", "--store", scratch_ / "s.db"},
      {"--help"}};
  for (const auto& words : all) {
    const pid_t child = fork();
    if (child == 0) {
      print_to("/dev/full", scratch_ / "stderr");
      become_program(words);
    }
    const Finished done = finish(scratch_, child);
    EXPECT_EQ(done.status, 2) << words[0];
    EXPECT_NE(done.err.find("'stdout' cannot be written"), std::string::npos)
        << words[0] << ": " << done.err;
  }
}

}  // namespace
}  // namespace impactbench::testing
