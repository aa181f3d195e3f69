#include "tests/benchmarks/spawn.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace impactbench {

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "impactbench-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string TemporaryFolder::write(const std::string& name, const std::string& text) const {
  std::ofstream(file(name)) << text;
  return file(name);
}

std::string read_file(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

pid_t start_program(const TemporaryFolder& folder, const std::vector<std::string>& arguments,
                    const std::vector<std::string>& variables) {
  const pid_t child = fork();
  if (child != 0) return child;
  const auto redirect = [&](const char* name, int descriptor) {
    dup2(open(folder.file(name).c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644), descriptor);
  };
  redirect("out", STDOUT_FILENO);
  redirect("err", STDERR_FILENO);
  if (chdir(folder.file("").c_str()) != 0) _exit(126);
  // A batch system's own variables must not reach the program under test.
  for (const char* name :
       {"SLURM_ARRAY_TASK_COUNT", "OMPI_COMM_WORLD_SIZE", "SLURM_STEP_NUM_TASKS"})
    unsetenv(name);
  for (const std::string& variable : variables) {
    const std::size_t equals = variable.find('=');
    setenv(variable.substr(0, equals).c_str(), variable.substr(equals + 1).c_str(), 1);
  }
  std::vector<std::string> words{"impactbench"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execv(IMPACTBENCH_TEST_PROGRAM, pointers.data());
  _exit(127);
}

Outcome finish_program(const TemporaryFolder& folder, pid_t program) {
  int status = 0;
  waitpid(program, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(folder.file("out")),
          read_file(folder.file("err"))};
}

Outcome run_program(const TemporaryFolder& folder, const std::vector<std::string>& arguments,
                    const std::vector<std::string>& variables) {
  return finish_program(folder, start_program(folder, arguments, variables));
}

}  // namespace impactbench
