#include "benchmarks/cluster/slurm.hpp"

#include "problems/base/error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <sstream>

namespace impactbench {
namespace {

/// For a shell: nothing in it is special.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text)
    out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

struct Answer {
  int status;        ///< exit status; -1: it died
  std::string text;  ///< both outputs
};
constexpr int not_there = 127;

/// Runs a program and returns its answer. The words are its arguments; no shell reads them.
Answer ask(const std::vector<std::string>& words) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw ConfigurationError("cannot make a pipe");
  const pid_t child = fork();
  if (child < 0) throw ConfigurationError(fmt::format("cannot start '{}'", words.front()));
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    std::vector<char*> arguments;
    for (const std::string& word : words)
      arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    execvp(arguments.front(), arguments.data());
    _exit(not_there);
  }
  close(ends[1]);
  Answer out{-1, {}};
  std::array<char, 4096> buffer{};
  for (ssize_t n; (n = read(ends[0], buffer.data(), buffer.size())) != 0;) {
    if (n > 0) out.text.append(buffer.data(), static_cast<std::size_t>(n));
    if (n < 0 && errno != EINTR) break;
  }
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  out.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  while (!out.text.empty() && out.text.back() == '\n')
    out.text.pop_back();
  return out;
}

std::string header(const SlurmJob& job, const std::string& what) {
  std::string out = fmt::format("#!/bin/sh\n#SBATCH --job-name={}\n", quoted(job.name + what));
  for (const std::string& option : job.options)
    out += fmt::format("#SBATCH {}\n", option);
  return out;
}

}  // namespace

bool is_job(std::string_view text) {
  return !text.empty() && text.size() <= 20 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string ranges(const std::vector<int>& indices) {
  std::string out;
  for (std::size_t k = 0; k < indices.size();) {
    std::size_t last = k;
    while (last + 1 < indices.size() && indices[last + 1] == indices[last] + 1)
      ++last;
    out += fmt::format("{}{}", out.empty() ? "" : ",", indices[k]);
    if (last > k) out += fmt::format("-{}", indices[last]);
    k = last + 1;
  }
  return out;
}

std::string array_script(const SlurmJob& job, const Submission& s) {
  const Resources& r = job.resources;
  return header(job, "") +
         fmt::format(
             "#SBATCH --array={}\n"
             "#SBATCH --cpus-per-task={}\n"
             "#SBATCH --mem={}M\n"
             "#SBATCH --time={}\n"
             "#SBATCH --output={}\n"
             "#SBATCH --open-mode=append\n"
             "#SBATCH --requeue\n"
             "#SBATCH --signal=B:USR1@{}\n"
             "# The store in work lies on the node; complete copies of it go to the folder.\n"
             "exec {} run {} --shard \"$SLURM_ARRAY_TASK_ID/{}\" \\\n"
             "  --store {} --scratch \"${{SLURM_TMPDIR:-${{TMPDIR:-/tmp}}}}\" --publish {} \\\n"
             "  --jobs {} --stop-ladders --quiet\n",
             ranges(job.indices), r.cpus, r.memory, r.minutes, quoted(s.folder + "/logs/%a.log"),
             r.warning, quoted(job.program), quoted(s.plan()), s.shards,
             quoted(s.folder + "/shard-") + "\"$SLURM_ARRAY_TASK_ID\".db", quoted(job.publish),
             r.jobs);
}

std::string merge_script(const SlurmJob& job, const Submission& s) {
  return header(job, "-merge") + fmt::format(
                                     "#SBATCH --cpus-per-task=1\n"
                                     "#SBATCH --mem=2048M\n"
                                     "#SBATCH --time=60\n"
                                     "#SBATCH --output={}\n"
                                     "#SBATCH --open-mode=append\n"
                                     "exec {} merge {} {}\n",
                                     quoted(s.folder + "/logs/merge.log"), quoted(job.program),
                                     quoted(s.merged()), quoted(s.folder + "/shard-") + "*.db");
}

std::string sbatch(const std::string& script, const std::string& after) {
  std::vector<std::string> words{"sbatch", "--parsable"};
  if (!after.empty()) words.push_back("--dependency=afterany:" + after);
  words.push_back(script);
  const Answer answer = ask(words);
  if (answer.status != 0) {
    throw ConfigurationError(
        fmt::format("'{}' failed: {}", fmt::join(words, " "),
                    answer.status == not_there ? "there is no Slurm here" : answer.text));
  }
  const std::string job = answer.text.substr(0, answer.text.find(';'));  // a cluster may follow
  if (!is_job(job))
    throw ConfigurationError(
        fmt::format("sbatch answers '{}': not the number of a job", answer.text));
  return job;
}

std::map<std::string, int> queued(const std::vector<std::string>& jobs) {
  std::map<std::string, int> out;
  if (jobs.empty()) return out;
  for (const std::string& job : jobs) {
    if (!is_job(job)) throw ConfigurationError(fmt::format("'{}' is not the number of a job", job));
  }
  const Answer answer = ask({"squeue", "--noheader", "--array", "--format=%T",
                             fmt::format("--jobs={}", fmt::join(jobs, ","))});
  if (answer.text.find("Invalid job id") != std::string::npos) return out;
  if (answer.status != 0) {
    throw ConfigurationError(
        fmt::format("squeue cannot be asked: {}",
                    answer.status == not_there ? "there is no Slurm here" : answer.text));
  }
  std::istringstream lines(answer.text);
  for (std::string state; std::getline(lines, state);)
    ++out[state];
  return out;
}

}  // namespace impactbench
