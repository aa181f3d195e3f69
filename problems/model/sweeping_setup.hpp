#pragma once

#include "problems/model/problem.hpp"
#include "problems/model/sweeping_system.hpp"

#include <memory>
#include <string_view>
#include <vector>

namespace impactbench {

/// Makes the Problem of a sweeping process that starts at `start`; every such start is checked
/// here. Throws ConfigurationError, naming the configuration, if a coordinate is not finite, the
/// horizon not positive, the start outside of C(0, start) by more than 1e-12 of the system's
/// length, or a gradient zero where its constraint is zero.
[[nodiscard]] Problem make_sweeping(std::string_view name, const ParameterSet& complete,
                                    std::unique_ptr<const SweepingSystem> system,
                                    Eigen::VectorXd start, double horizon,
                                    std::vector<Observable> observables = {});

}  // namespace impactbench
