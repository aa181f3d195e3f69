#include "problems/sweeping/hysteresis/hysteresis.hpp"

#include <cstdint>

namespace impactbench::elastoplastic_chain {
namespace {

/// n springs with sliders side by side, alike but for their yield stresses y i / n, under one
/// strain: the model of Prandtl and Ishlinskii. The total stress is the sum of n stop operators,
/// and remembers the extremes of the strain. The reference solution is `hysteresis_loops`, in
/// closed form between the extremes of the input. The problem shows many constraints that become
/// active one after another, minor loops, and the dissipated energy.
///
/// Source: Moreau 1977; numbers the choice of this suite.
struct Params {
  hysteresis::Drive drive{};
  std::int64_t n{5};
  double stiffness{1.0};
  double yield{1.0};
  double horizon{2.7};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    hysteresis::Drive::each_field(self.drive, f, "-");
    f(Field{"n", "-", "elements"}, self.n, Range::between(1.0, 100.0));
    f(Field{"stiffness", "Pa", "of all springs together"}, self.stiffness, Range::positive());
    f(Field{"yield", "Pa", "of the strongest slider, times n"}, self.yield, Range::positive());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

Problem make(const Params& p) {
  const auto n = static_cast<std::size_t>(p.n);
  std::vector<double> stiffness(n, p.stiffness / static_cast<double>(n)), yield(n);
  for (std::size_t i = 0; i < n; ++i)
    yield[i] = p.yield * static_cast<double>(i + 1) / static_cast<double>(n * n);
  return hysteresis::make_chain("elastoplastic_chain", to_set(p), p.drive, stiffness, yield,
                                p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "elastoplastic_chain",
          .summary = "springs with sliders side by side: loops of Prandtl and Ishlinskii",
          .reference = "Moreau 1977; nguyen2024, section 1.2",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem elastoplastic_chain"));
          }};
}

}  // namespace impactbench::elastoplastic_chain
