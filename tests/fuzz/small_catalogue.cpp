// A catalogue of one problem and one scheme, for targets that look up names and settings.

#include "benchmarks/extension/plugin/load.hpp"
#include "problems/model/problem.hpp"
#include "reference/api/reference.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/solvers/api/solver_entry.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

// No plug-ins here.
const LoadedPlugin* plugin_of(std::string_view, std::string_view) {
  return nullptr;
}

namespace {

struct Ball {
  double radius{0.1};
  std::int64_t seed{1};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"radius", "m", "of the ball"}, self.radius, Range::positive());
    f(Field{"seed", "-", "of the start"}, self.seed, Range::at_least(0.0));
  }
};

struct Law {
  double radius{1.0};  // as the problem has one: a key that must be prefixed
  bool warm{false};
  std::string variant{"one"};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"radius", "m", "of the law"}, self.radius, Range::between(0.0, 2.0));
    f(Field{"warm", "-", "start"}, self.warm);
    f(Field{"variant", "-", "which"}, self.variant, OneOf{"one", "two"});
  }
};

Problem make(const ParameterSet& given) {
  (void)parse<Ball>(given, "problem ball");
  Problem out;
  out.horizon = 1.0;
  return out;
}

class Lawful final : public Method {
 public:
  [[nodiscard]] SchemeClaims claims() const override { return {}; }
  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits&, double h) const override {
    return h < 1e-6 ? std::optional<std::string>("too short") : std::nullopt;
  }
  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem&, const State&, double,
                                                 Solvers) const override {
    return nullptr;
  }
};

}  // namespace

std::span<const ProblemEntry> problem_catalogue() {
  static const std::vector<ProblemEntry> table{{.name = "ball",
                                                .summary = "",
                                                .reference = "",
                                                .parameters = parameters_of<Ball>(),
                                                .make = make}};
  return table;
}
std::span<const SchemeEntry> scheme_catalogue() {
  static const std::vector<SchemeEntry> table{
      {.name = "law",
       .summary = "",
       .reference = "",
       .parameters = parameters_of<Law>(),
       .make = [](const ParameterSet&) -> std::unique_ptr<const Method> {
         return std::make_unique<Lawful>();
       }}};
  return table;
}
std::span<const SolverEntry> solver_catalogue() {
  return {};
}
std::span<const ReferenceEntry> reference_catalogue() {
  return {};
}

}  // namespace impactbench
