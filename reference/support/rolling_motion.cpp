#include "reference/support/rolling_motion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench {
namespace {

int sign(double x) {
  return x > 0.0 ? 1 : (x < 0.0 ? -1 : 0);
}

/// When x, which changes at this rate, is zero.
double time_to_zero(double x, double rate) {
  return x * rate < 0.0 ? -x / rate : std::numeric_limits<double>::infinity();
}

}  // namespace

const RollingMotion::Piece& RollingMotion::at(double t) const {
  const auto next = std::find_if(pieces.begin() + 1, pieces.end(),
                                 [t](const Piece& piece) { return piece.start > t; });
  return *(next - 1);
}

RollingMotion rolling_motion(double v, double u, double k, double slide, double roll) {
  RollingMotion out;
  double w = v + u;
  RollingMotion::Piece now{0.0, 0.0, v, 0.0, 0.0, u, 0.0};
  for (;;) {
    const int slips = sign(w), rolls = sign(now.u);
    double f = -slide * slips, c = -roll * rolls;
    const double holding = -k * c / (1.0 + k);  // keeps the slip as it is
    const bool holds = slips == 0 && std::abs(holding) <= slide;
    if (slips == 0) f = std::clamp(holding, -slide, slide);
    if (rolls == 0) c = std::clamp(-f, -roll, roll);
    const double dw = holds ? 0.0 : (1.0 + k) * f + k * c;
    now.f = f;
    now.du = k * (f + c);
    out.pieces.push_back(now);
    const double slip_ends =
        slips == 0 ? std::numeric_limits<double>::infinity() : time_to_zero(w, dw);
    const double spin_ends = time_to_zero(now.u, now.du);
    const double span = std::min(slip_ends, spin_ends);
    if (!std::isfinite(span)) return out;
    const double t = now.start + span;
    now = {t, now.displacement(t), now.velocity(t), 0.0, now.turned(t), now.turning(t), 0.0};
    w = slip_ends == span ? 0.0 : w + dw * span;
    if (spin_ends == span) now.u = 0.0;
    if (w == 0.0) now.v = -now.u;
  }
}

}  // namespace impactbench
