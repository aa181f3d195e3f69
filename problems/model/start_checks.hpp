#pragma once

#include <Eigen/Core>

#include <string>

namespace impactbench {

/// The first coordinates of a configuration, for a message.
[[nodiscard]] std::string text_of(const Eigen::VectorXd& q);

/// Throws ConfigurationError if a start is outside of a set: `which` names the place and the
/// constraint, `f` is its value, `set` the name of the set.
void refuse_violated(const std::string& which, double f, double allowed, const char* set);

/// Throws if a gradient is zero or not finite.
void refuse_flat(const std::string& which, const Eigen::VectorXd& gradient);

/// Throws if a horizon is not positive and finite.
void refuse_horizon(double horizon);

}  // namespace impactbench
