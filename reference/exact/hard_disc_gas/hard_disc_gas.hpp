#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::exact::hard_disc_gas {

/// Means of a gas of equal discs (`disc_gas` without gravity and friction), as scalars by the names
/// of reference/yardsticks/gas_meter.hpp; the theory is in reference/support/hard_disc_gas.hpp.
/// Elastic: pressure on the walls, collision rates, mean impulse, moments of the speeds. Cooling, 0
/// < e < 1: the constant of Haff's law and the loss per impact, where the gas stays homogeneous.
/// Compliant contact, elastic only, has additional room by its softness.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::exact::hard_disc_gas
