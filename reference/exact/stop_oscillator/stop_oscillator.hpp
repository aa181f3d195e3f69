#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::stop_oscillator {

/// A mass on a spring in front of a stop (problems/oscillators/stop), with the stop rigid or a
/// spring without a dashpot: pieces in closed form (motion.hpp), every instant at which the stop
/// begins and ends to act. What a small error at the start grows by is that of a neighbouring exact
/// motion. Of resonance, and of a stop with a dashpot or another power law, it says nothing.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::stop_oscillator
