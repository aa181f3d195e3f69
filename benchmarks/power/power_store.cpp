#include "benchmarks/power/power_store.hpp"

#include "benchmarks/files/inputs.hpp"
#include "benchmarks/files/lock.hpp"
#include "benchmarks/store/text_file.hpp"
#include "problems/base/error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace impactbench {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* first_line = R"({"impactbench_power":2})";

template <class Make>
auto parsed(const std::string& text, const char* what, Make&& make) {
  try {
    return make(Json::parse(text));
  } catch (const Json::exception&) {
    throw ConfigurationError(
        fmt::format("this is no {} of a power store: {}", what, text.substr(0, 80)));
  }
}

EpsLimits limits_from_json(const std::string& text) {
  return parsed(text, "limit", [](const Json& j) {
    EpsLimits out{j.at("finest"), j.at("coarsest"), j.at("ratio")};
    refuse_wrong_limits(out);
    return out;
  });
}

MotionTrace motion_from_json(const Json& j) {
  return {.sums = j.at("sums"),
          .displacement = j.at("way"),
          .speed = j.at("speed"),
          .place = j.at("place"),
          .step = j.at("step"),
          .taken = j.at("taken"),
          .every = j.at("every")};
}

}  // namespace

std::string to_json(const Baseline& b) {
  Json checks = Json::array(), parameters = Json::array();
  for (const BaselineCheck& c : b.checks)
    checks.push_back({{"name", c.name}, {"counts", c.counts}, {"physics", c.physics}});
  for (const ParameterOfCell& p : b.parameters) {
    parameters.push_back({{"name", p.name},
                          {"up", p.relevance.up},
                          {"down", p.relevance.down},
                          {"why_not", p.relevance.why_not}});
  }
  const MotionTrace& m = b.motion;
  const Json motion{{"sums", m.sums},   {"way", m.displacement}, {"speed", m.speed},
                    {"place", m.place}, {"step", m.step},        {"taken", m.taken},
                    {"every", m.every}};
  return Json{{"baseline", b.cell},     {"title", b.title},   {"problem", b.problem},
              {"scheme", b.scheme},     {"solver", b.solver}, {"status", to_text(b.status)},
              {"reason", b.reason},     {"checks", checks},   {"parameters", parameters},
              {"contacts", b.contacts}, {"motion", motion},   {"cpu", b.cpu}}
      .dump();
}

Baseline baseline_from_json(const std::string& text) {
  return parsed(text, "baseline", [](const Json& j) {
    Baseline out{.cell = j.at("baseline"),
                 .title = j.at("title"),
                 .problem = j.at("problem"),
                 .scheme = j.at("scheme"),
                 .solver = j.at("solver"),
                 .status = row_status(j.at("status").get<std::string>()),
                 .reason = j.at("reason"),
                 .contacts = j.at("contacts"),
                 .motion = motion_from_json(j.at("motion")),
                 .cpu = j.at("cpu")};
    for (const Json& c : j.at("checks"))
      out.checks.push_back({c.at("name"), c.at("counts"), c.at("physics")});
    for (const Json& p : j.at("parameters"))
      out.parameters.push_back({p.at("name"), {p.at("up"), p.at("down"), p.at("why_not")}});
    return out;
  });
}

std::string to_json(const Trial& t) {
  return Json{{"trial", t.cell},    {"parameter", t.wrong.parameter},
              {"eps", t.wrong.eps}, {"status", to_text(t.status)},
              {"reason", t.reason}, {"noticed", t.noticed},
              {"moved", t.moved},   {"cpu", t.cpu}}
      .dump();
}

Trial trial_from_json(const std::string& text) {
  return parsed(text, "trial", [](const Json& j) {
    return Trial{.cell = j.at("trial"),
                 .wrong = {j.at("parameter"), j.at("eps")},
                 .status = row_status(j.at("status").get<std::string>()),
                 .reason = j.value("reason", ""),  // stores of earlier programs lack it
                 .noticed = j.at("noticed"),
                 .moved = j.at("moved"),
                 .cpu = j.at("cpu")};
  });
}

PowerStore::PowerStore(const std::string& path, PowerStoreMode mode) : path_(path) {
  const bool there = std::filesystem::exists(path);
  if (mode == PowerStoreMode::read && !there)
    throw ConfigurationError(fmt::format("there is no power store '{}'", path));
  if (there && !std::filesystem::is_regular_file(path))
    throw ConfigurationError(fmt::format("power store '{}' is not a file", path));
  if (mode == PowerStoreMode::write) {
    file_ = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (file_ < 0)
      throw ConfigurationError(fmt::format("'{}' cannot be written: {}", path, strerror(errno)));
    if (!lock_file(file_)) {
      close(file_);
      throw ConfigurationError(fmt::format("another process is writing '{}'", path));
    }
  }
  remember_input(path);
  try {
    const std::optional<std::string> text = read_text_file(path);
    if (!text) throw ConfigurationError(fmt::format("'{}' cannot be read", path));
    // A kill may have torn the first line too.
    const bool begun = text->size() > std::string_view(first_line).size();
    if (begun || !std::string_view(first_line).starts_with(*text)) {
      read(*text);
    } else if (file_ >= 0 && ftruncate(file_, 0) == 0) {
      append(first_line);
    }
  } catch (...) {
    if (file_ >= 0) close(file_);
    throw;
  }
}

PowerStore::~PowerStore() {
  if (file_ >= 0) close(file_);
}

void PowerStore::read(const std::string& text) {
  if (!text.starts_with(first_line)) {
    throw ConfigurationError(
        fmt::format("'{}' is not a power store; its first line would be {}", path_, first_line));
  }
  std::size_t at = 0;
  int number = 1;
  for (std::size_t end; (end = text.find('\n', at)) != std::string::npos; at = end + 1, ++number) {
    try {
      read_line(text.substr(at, end - at));
    } catch (const ConfigurationError& e) {
      throw ConfigurationError(fmt::format("{}:{}: {}", path_, number, e.what()));
    }
  }
  // The bytes after the last end of line are half a line, left by a killed process.
  if (at < text.size() && file_ >= 0 && ftruncate(file_, static_cast<off_t>(at)) != 0)
    throw ConfigurationError(fmt::format("'{}' cannot be written: {}", path_, strerror(errno)));
}

void PowerStore::read_line(const std::string& line) {
  if (line == first_line) return;
  if (line.starts_with("{\"baseline\"")) {
    Baseline b = baseline_from_json(line);
    baselines_[b.cell] = std::move(b);
  } else if (line.starts_with("{\"finest\"")) {
    limits_ = limits_from_json(line);
  } else {
    Trial t = trial_from_json(line);
    const auto key = std::pair(t.wrong.parameter, t.wrong.eps);
    trials_[t.cell][key] = std::move(t);
  }
}

void PowerStore::append(const std::string& line) {
  const std::string text = line + '\n';
  // One write of one line: a kill leaves all of it, or a part without an end.
  if (write(file_, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
    throw ConfigurationError(fmt::format("'{}' cannot be written: {}", path_, strerror(errno)));
}

void PowerStore::put(const Baseline& baseline) {
  append(to_json(baseline));
  baselines_[baseline.cell] = baseline;
}

void PowerStore::put(const EpsLimits& limits) {
  append(Json{{"finest", limits.finest}, {"coarsest", limits.coarsest}, {"ratio", limits.ratio}}
             .dump());
  limits_ = limits;
}

void PowerStore::put(const Trial& trial) {
  append(to_json(trial));
  trials_[trial.cell][{trial.wrong.parameter, trial.wrong.eps}] = trial;
}

const Baseline* PowerStore::baseline(const std::string& cell) const {
  const auto it = baselines_.find(cell);
  return it == baselines_.end() ? nullptr : &it->second;
}

const Trial* PowerStore::trial(const std::string& cell, const Perturbation& wrong) const {
  const auto of_cell = trials_.find(cell);
  if (of_cell == trials_.end()) return nullptr;
  const auto it = of_cell->second.find({wrong.parameter, wrong.eps});
  return it == of_cell->second.end() ? nullptr : &it->second;
}

std::vector<const Trial*> PowerStore::trials(const std::string& cell) const {
  std::vector<const Trial*> out;
  const auto of_cell = trials_.find(cell);
  if (of_cell == trials_.end()) return out;
  for (const auto& [key, trial] : of_cell->second)
    out.push_back(&trial);
  return out;
}

}  // namespace impactbench
