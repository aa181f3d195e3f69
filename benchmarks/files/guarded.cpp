#include "benchmarks/files/guarded.hpp"

#include "problems/base/error.hpp"

#include <fmt/format.h>
#include <signal.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <new>
#include <optional>

namespace impactbench {
namespace {

/// The error of stdout if it did not take all of the output.
std::optional<int> lost_output() {
  const bool failed_before = std::ferror(stdout) != 0 || !std::cout;
  errno = 0;
  std::cout.flush();
  const bool flushed = std::fflush(stdout) == 0 && std::cout.good();
  if (flushed && !failed_before) return std::nullopt;
  return errno;
}

}  // namespace

int guarded(const char* program, const std::function<int()>& body) {
  // A write beyond a limit on the size of files is then an error with a sentence, like one on a
  // full disk, and no death without a word.
  signal(SIGXFSZ, SIG_IGN);
  int status = 2;
  bool said = false;
  const auto say = [&](const std::string& sentence) {
    // If stderr fails too, the sentence is lost: the exit status remains.
    std::fputs(fmt::format("{}: {}\n", program, sentence).c_str(), stderr);
    said = true;
  };
  try {
    status = body();
  } catch (const ConfigurationError& e) {
    say(e.what());
  } catch (const std::filesystem::filesystem_error& e) {
    // A name that is too long, a link to itself, a file where a folder should be.
    say(fmt::format("'{}': {}", e.path1().string(), e.code().message()));
  } catch (const std::bad_alloc&) {
    say("this machine does not have enough memory for it");
  } catch (const std::exception& e) {
    // fmt::print throws if stdout takes no more; the report is below.
    if (std::ferror(stdout) == 0) say(fmt::format("unexpected: {}", e.what()));
  }
  const std::optional<int> lost = lost_output();
  if (!lost) return status;
  if (!said)
    say(fmt::format("'stdout' cannot be written: {}",
                    *lost != 0 ? std::strerror(*lost) : "it took no more"));
  return 2;
}

}  // namespace impactbench
