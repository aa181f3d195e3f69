#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::stop_oscillator {

/// A mass on a spring in front of a stop (problems/oscillators/stop), with the stop rigid or a
/// spring without a dashpot: pieces in closed form (motion.hpp), with every instant at which the
/// stop begins or ceases to act. The growth of an error is that of a neighbouring exact motion; on
/// a rigid stop that rebounds it is what an impact moves those after it by that comes early by a
/// small time, over 1 + 1 / e times that time, the largest in the mean over the impacts. Where the
/// spring alone brings the mass to the stop without speed, as after an impact without rebound, an
/// error of any size decides whether it touches: no events are stated then. It does not cover
/// resonance, nor a stop with a dashpot or another power law.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::stop_oscillator
