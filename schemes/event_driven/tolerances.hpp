#pragma once

namespace impactbench::event_driven {

inline constexpr double still = 1e-11;  ///< speeds below this share of V are 0
inline constexpr double shortest =
    1e-10;  ///< share of h that a step of the integrator has at least
/// Friction above this share of its bound is at it: the solver cuts it there up to rounding.
inline constexpr double at_its_bound = 1.0 - 1e-9;
/// Slip begins above this share, so that it begins where the bound was found to be reached.
inline constexpr double begins_to_slip = 1.0 - 2e-9;

}  // namespace impactbench::event_driven
