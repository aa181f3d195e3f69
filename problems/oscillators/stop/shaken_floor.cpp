#include "problems/oscillators/stop/stop.hpp"

namespace impactbench::shaken_floor {
namespace {

/// A sweeping process of second order whose set moves: a body above a floor that goes up and down,
/// C(t) = [u(t), inf), u'' = (F/m) sin(2 pi f t), under gravity; in the frame of the floor, in
/// which the set is at rest and its acceleration is a force. dq' = p dt + dLambda, -dLambda in the
/// normal cone of the tangent cone at the averaged velocity (v^+ + e v^-) / (1 + e). Without
/// restitution the body lands, is carried, and is let go where the floor falls faster than it
/// would: sin(2 pi f t) = -m g / F. The reference solution is `stop_oscillator`, impact by impact.
/// The problem shows a moving constraint: landing, a contact that lasts, and release. Source:
/// nguyen2024, section 3.2.3, problems 2 and 3 (the process; floors at rest); numbers of this
/// suite.
struct Params : stop::Setup {
  Params() {
    restitution = 0.0;
    gravity = 10.0;
    force = 15.0;
    frequency = 5.0;
    gap = 0.01;
    horizon = 1.0;
  }
};

}  // namespace

ProblemEntry entry() {
  return {.name = "shaken_floor",
          .summary = "a body lands on a floor that shakes, is carried, and is thrown off again",
          .reference = "Moreau 1988; nguyen2024, section 3.2.3; numbers of this suite",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return stop::make("shaken_floor", parse<Params>(given, "problem shaken_floor"));
          }};
}

}  // namespace impactbench::shaken_floor
