#include "problems/generalised/bars/bars.hpp"

#include <cmath>

namespace impactbench::two_bars {
namespace {

/// A bar of length L hits a longer one of the same kind, at rest, end on. With c = sqrt(EA / m) the
/// contact presses for 2 L / c; the short bar is then at rest as a whole, and its momentum runs up
/// and down the longer one as a wave: the ratio of relative speeds of the centres of mass is L /
/// L_2 without any loss. Nothing pulls them apart before 2 L_2 / c. The reference solution is
/// `two_bars`, in closed form. The problem shows whether a scheme transmits the impulse of a wave
/// without loss, and lets bodies lie side by side without pressure. Source: Saint-Venant 1867;
/// numbers of this suite.
struct Params {
  std::int64_t n{21};
  double length{1.0};
  double ratio{2.0};
  double stiffness{1.0};
  double density{1.0};
  double gap{0.05};
  double speed{0.1};
  std::string mass{"lumped"};
  double restitution{0.0};
  double horizon{6.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"n", "-", "number of nodes of the short bar"}, self.n, Range::between(2.0, 500.0));
    f(Field{"length", "m", "of the short bar"}, self.length, Range::positive());
    f(Field{"ratio", "-", "length of the long bar over that"}, self.ratio,
      Range::between(1.0, 100.0));
    f(Field{"stiffness", "N", "EA: Young's modulus times area"}, self.stiffness, Range::positive());
    f(Field{"density", "kg/m", "mass per length"}, self.density, Range::positive());
    f(Field{"gap", "m", "initial distance"}, self.gap, Range::at_least(0.0));
    f(Field{"speed", "m/s", "initial, of the short bar"}, self.speed, Range::positive());
    f(Field{"mass", "-", "mass matrix of the elements"}, self.mass, OneOf{"lumped", "consistent"});
    f(Field{"restitution", "-", "of the nodes that meet"}, self.restitution,
      Range::between(0.0, 1.0));
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

Problem make(const Params& p) {
  const Eigen::Index n = p.n, more = std::llround(p.ratio * static_cast<double>(n - 1)) + 1;
  bars::Layout layout{.bars = {{0, n, p.length, p.stiffness, p.density},
                               {n, more, p.ratio * p.length, p.stiffness, p.density}},
                      .consistent = p.mass == "consistent",
                      .gravity = 0.0,
                      .ahead = n,
                      .behind = n - 1,
                      .gap = p.gap,
                      .restitution = p.restitution,
                      .top_speed = 2.0 * p.speed};
  State start{Eigen::VectorXd::Zero(n + more), Eigen::VectorXd::Zero(n + more)};
  start.v.head(n).setConstant(p.speed);
  Problem out = bars::make("two_bars", to_set(p), std::move(layout), std::move(start), p.horizon);
  out.observables.push_back({"far_end", "m", "displacement of the far end of the long bar",
                             [](const Eigen::VectorXd& q) { return q[q.size() - 1]; }});
  return out;
}

}  // namespace

ProblemEntry entry() {
  return {
      .name = "two_bars",
      .summary = "an elastic bar hits a longer one end on: waves take its energy, nothing is lost",
      .reference = "Saint-Venant 1867; numbers of this suite",
      .parameters = parameters_of<Params>(),
      .make = [](const ParameterSet& given) {
        return make(parse<Params>(given, "problem two_bars"));
      }};
}

}  // namespace impactbench::two_bars
