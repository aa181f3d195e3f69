#pragma once

namespace impactbench {

/// The value below which Student's t with this many degrees of freedom (at least one) lies with
/// `probability`.
[[nodiscard]] double student_quantile(double freedom, double probability);

}  // namespace impactbench
