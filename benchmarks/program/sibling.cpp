#include "benchmarks/program/sibling.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>

namespace impactbench {

int become_sibling(const char* name, char** argv) {
  const auto sibling = std::filesystem::read_symlink("/proc/self/exe").parent_path() / name;
  execv(sibling.c_str(), argv);
  fmt::print(stderr, "impactbench: the program '{}' is missing; build the target {}\n",
             sibling.string(), name);
  return 2;
}

int run_sibling(const char* name, const std::vector<std::string>& arguments) {
  std::fflush(stdout);
  std::vector<std::string> words{"impactbench"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words)
    argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child < 0) return 2;
  if (child == 0) {
    const int status = become_sibling(name, argv.data());
    std::fflush(stderr);
    _exit(status);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return 2;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}

}  // namespace impactbench
