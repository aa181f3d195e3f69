#include "benchmarks/cluster/submission.hpp"

#include "benchmarks/cluster/slurm.hpp"
#include "benchmarks/files/output.hpp"
#include "benchmarks/matrix/shard.hpp"
#include "benchmarks/store/fingerprint.hpp"
#include "benchmarks/store/json_error.hpp"
#include "benchmarks/store/store.hpp"
#include "benchmarks/store/text_file.hpp"
#include "problems/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

namespace impactbench {
namespace {

namespace fs = std::filesystem;

std::string record(const std::string& folder) {
  return folder + "/submission.json";
}

std::optional<Store> store_at(const std::string& path) {
  if (!fs::exists(path)) return std::nullopt;
  return Store(path, StoreMode::read);
}

std::optional<RowStatus> status_in(const std::optional<Store>& store, const std::string& key) {
  return store ? store->status(key) : std::nullopt;
}

/// Returns whether a cell has a row that says more than that the machine failed it.
bool tried(const std::optional<RowStatus>& status) {
  return status && *status != RowStatus::failed;
}

}  // namespace

std::string Submission::shard(int index) const {
  return fmt::format("{}/shard-{}.db", folder, index);
}

std::string folder_name(const std::string& given) {
  const fs::path whole = fs::absolute(given).lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();
}

bool is_submission(const std::string& folder) {
  return fs::exists(record(folder));
}

void expect_folder(const std::string& folder) {
  const auto control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  if (folder.find('%') != std::string::npos || std::any_of(folder.begin(), folder.end(), control))
    throw ConfigurationError(fmt::format(
        "the folder '{}' has a '%' or a control character in its name, which Slurm would read as "
        "something else; choose another --folder",
        folder));
}

Submission read_submission(const std::string& folder) {
  const auto text = read_text_file(record(folder));
  if (!text) throw ConfigurationError(fmt::format("'{}' holds no submission", folder));
  try {
    const auto j = nlohmann::json::parse(*text);
    if (j.at("version") != Submission::version) {
      throw ConfigurationError(fmt::format("'{}' is of version {}, wanted {}", record(folder),
                                           j.at("version").dump(), Submission::version));
    }
    if (!j.at("shards").is_number_integer())
      throw ConfigurationError(fmt::format("{}: shards must be a whole number in [1, {}]",
                                           record(folder), Submission::most_shards));
    Submission out{folder_name(folder), j.at("shards"), j.at("jobs")};
    if (out.shards < 1 || out.shards > Submission::most_shards)
      throw ConfigurationError(
          fmt::format("{}: shards must be in [1, {}]", record(folder), Submission::most_shards));
    for (const std::string& job : out.jobs) {
      if (!is_job(job))
        throw ConfigurationError(
            fmt::format("{}: '{}' is not the number of a job", record(folder), job.substr(0, 60)));
    }
    expect_folder(out.folder);
    return out;
  } catch (const nlohmann::json::exception& e) {
    throw ConfigurationError(fmt::format("'{}' cannot be read: {}", record(folder), json_error(e)));
  }
}

void write_submission(const Submission& submission, const std::string& plan_text) {
  std::error_code failed;
  fs::create_directories(submission.folder + "/logs", failed);
  if (failed) {
    throw ConfigurationError(
        fmt::format("the folder '{}' cannot be made: {}", submission.folder, failed.message()));
  }
  const auto there = read_text_file(submission.plan());
  if (there && *there != plan_text) {
    throw ConfigurationError(
        fmt::format("'{}' is another plan than the one to be submitted; choose another --folder",
                    submission.plan()));
  }
  if (!there) write_text_file(submission.plan(), plan_text);
  const nlohmann::json j{
      {"version", Submission::version}, {"shards", submission.shards}, {"jobs", submission.jobs}};
  write_text_file(record(submission.folder), j.dump() + '\n');
}

SubmissionStatus status_of(const Submission& submission, const Plan& plan) {
  SubmissionStatus out;
  const auto merged = store_at(submission.merged());
  std::map<int, std::vector<const PlannedCell*>> shards;
  for (const PlannedCell& planned : plan.cells)
    shards[shard_index(planned.cell, submission.shards)].push_back(&planned);
  // One shard is open at a time: there may be more of them than a process may have files.
  for (const auto& [index, cells] : shards) {
    const auto shard = store_at(submission.shard(index));
    for (const PlannedCell* planned : cells) {
      const std::string key = content_key(planned->cell, revision(), build_id(planned->cell));
      const auto in_merged = status_in(merged, key), in_shard = status_in(shard, key);
      const auto status = tried(in_merged) || !in_shard ? in_merged : in_shard;
      ++out.cells;
      if (in_merged && (tried(in_merged) || !tried(in_shard))) ++out.merged;
      if (status) ++out.by_status[std::string(to_text(*status))];
      if (tried(status)) {
        ++out.stored;
      } else {
        out.missing[index].push_back(planned);
      }
    }
  }
  return out;
}

}  // namespace impactbench
