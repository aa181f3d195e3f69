#include "benchmarks/peers/race/contestant.hpp"

#include "benchmarks/matrix/machine.hpp"
#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/store/fingerprint.hpp"
#include "problems/model/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace impactbench {
namespace {

/// A scheme of ours as an engine.
class Ours final : public Engine {
 public:
  Ours(const Cell& cell, const Problem& problem, double h)
      : machine_(cell, problem, h), state_(problem.initial) {}

  void run(std::int64_t steps) override {
    const StepReport report = machine_.scheme->advance(state_, steps);
    if (report.status == StepStatus::breakdown) throw EngineError(std::string(report.reason));
  }
  void state(Eigen::VectorXd& q, Eigen::VectorXd& v) override {
    q = state_.q;
    v = state_.v;
  }

 private:
  Machine machine_;
  State state_;
};

const PeerEntry* find_peer(const std::string& name) {
  for (const PeerEntry& entry : peer_catalogue()) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

/// A scheme of ours; whatever its lookup says of an unknown name, peers are named too.
void set_ours(Contestant& out, const Problem& problem) {
  const std::size_t slash = out.engine.find('/');
  CellRequest request;
  request.problem = problem.name;
  request.scheme = out.engine.substr(0, slash);
  if (slash != std::string::npos) request.solver = out.engine.substr(slash + 1);
  request.settings = out.given;
  request.settings["run.dt"] = out.dt;
  for (const auto& [key, value] : problem.parameters)
    request.settings["problem." + key] = value;
  try {
    PlannedCell planned = plan_cell(request, "default");
    out.cell = std::move(planned.cell);
    out.refusal = std::move(planned.refusal);
  } catch (const ConfigurationError& error) {
    std::vector<std::string_view> peers;
    for (const PeerEntry& entry : peer_catalogue())
      peers.push_back(entry.name);
    throw ConfigurationError(fmt::format("engine '{}': {}; or a peer: {}", out.engine, error.what(),
                                         fmt::join(peers, ", ")));
  }
}

}  // namespace

Contestant contestant(const std::string& text, double dt, const Problem& problem) {
  Contestant out;
  out.dt = dt;
  std::istringstream words(text);
  words >> out.engine;
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0)
      throw ConfigurationError(
          fmt::format("engine '{}': '{}' is no setting; write key=value", text, word));
    const std::string key = word.substr(0, equals);
    const Value value = value_of_text(word.substr(equals + 1));
    if (key == "dt") {
      const double* given = std::get_if<double>(&value);
      if (given == nullptr || !Range::positive().contains(*given))
        throw ConfigurationError(
            fmt::format("engine '{}': dt must be in {} s", text, Range::positive().text()));
      out.dt = *given;
      continue;
    }
    out.given[key] = value;
    out.settings += (out.settings.empty() ? "" : " ") + word;
  }
  out.peer = find_peer(out.engine);
  if (out.peer == nullptr) {
    set_ours(out, problem);
    return out;
  }
  (void)out.peer->parameters.resolve(out.given, "engine " + out.engine);
  out.refusal = out.peer->absence();
  if (!out.refusal) out.refusal = out.peer->refuses({&problem, out.dt}, out.given);
  return out;
}

std::vector<std::string> usual_contestants() {
  std::vector<std::string> out;
  for (const PeerEntry& peer : peer_catalogue()) {
    for (const ParameterSet& effort : peer.efforts()) {
      std::string text(peer.name);
      for (const auto& [key, value] : effort)
        text += fmt::format(" {}={}", key, to_text(value));
      out.push_back(std::move(text));
    }
  }
  for (const char* ours :
       {"nscd/nlgs warm_start=true max_sweeps=10", "nscd/nlgs warm_start=true max_sweeps=60",
        "nscd/nlgs warm_start=true max_sweeps=300",
        "nscd/hybrid warm_start=true tolerance=1e-6 max_iterations=2000", "md R=1e-5", "md R=1e-6",
        "dem R=1e-6"})
    out.emplace_back(ours);
  return out;
}

ContactModel contact_of(const Contestant& who) {
  if (who.peer != nullptr) return who.peer->contact(who.given);
  return find_scheme(who.cell.scheme).make(who.cell.scheme_parameters)->claims().contact;
}

std::string deviations_of(const Contestant& who, const Problem& problem) {
  std::vector<std::string> phrases;
  if (who.peer != nullptr) {
    phrases = who.peer->deviations({&problem, who.dt}, who.given);
  } else if (contact_of(who)) {
    phrases = {"contacts are springs"};
  }
  return fmt::format("{}", fmt::join(phrases, "; "));
}

std::string version_of(const Contestant& who) {
  return who.peer != nullptr ? who.peer->version() : std::string(revision());
}

std::unique_ptr<Engine> make_engine(const Contestant& who, const Problem& problem) {
  if (who.peer != nullptr) return who.peer->make({&problem, who.dt}, who.given);
  return std::make_unique<Ours>(who.cell, problem, who.dt);
}

}  // namespace impactbench
