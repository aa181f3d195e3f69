#include "benchmarks/cluster/slurm.hpp"

#include "problems/model/error.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
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
  int status;
  std::string text;  ///< both outputs
};

Answer ask(const std::string& command) {
  Answer out{-1, {}};
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) throw ConfigurationError(fmt::format("cannot start '{}'", command));
  std::array<char, 4096> buffer{};
  while (const std::size_t n = fread(buffer.data(), 1, buffer.size(), pipe))
    out.text.append(buffer.data(), n);
  out.status = pclose(pipe);
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
             quoted(s.folder + "/shard-") + "\"$SLURM_ARRAY_TASK_ID\".db", job.publish, r.cpus);
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
  const std::string command =
      fmt::format("sbatch --parsable {}{}",
                  after.empty() ? "" : "--dependency=afterany:" + after + ' ', quoted(script));
  const Answer answer = ask(command);
  if (answer.status != 0) {
    throw ConfigurationError(
        fmt::format("'{}' failed: {}", command,
                    WEXITSTATUS(answer.status) == 127 ? "there is no Slurm here" : answer.text));
  }
  return answer.text.substr(0, answer.text.find(';'));  // a name of the cluster may follow
}

std::map<std::string, int> queued(const std::vector<std::string>& jobs) {
  std::map<std::string, int> out;
  if (jobs.empty()) return out;
  const Answer answer =
      ask(fmt::format("squeue --noheader --array --format=%T --jobs={}", fmt::join(jobs, ",")));
  if (answer.text.find("Invalid job id") != std::string::npos) return out;
  if (answer.status != 0) {
    throw ConfigurationError(
        fmt::format("squeue cannot be asked: {}",
                    WEXITSTATUS(answer.status) == 127 ? "there is no Slurm here" : answer.text));
  }
  std::istringstream lines(answer.text);
  for (std::string state; std::getline(lines, state);)
    ++out[state];
  return out;
}

}  // namespace impactbench
