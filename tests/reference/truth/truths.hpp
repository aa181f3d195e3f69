#pragma once

#include "reference/api/reference.hpp"

#include <stdexcept>
#include <string>
#include <string_view>

namespace impactbench::testing {

inline const ReferenceEntry& reference(std::string_view name) {
  for (const ReferenceEntry& entry : reference_catalogue()) {
    if (entry.name == name) return entry;
  }
  throw std::logic_error("no reference " + std::string(name));
}

/// Position and velocity of one truth at one time; throws if it does not cover that time.
struct Sample {
  Eigen::VectorXd q, v;
  Sample(const Truth& truth, double t, Eigen::Index dofs) : q(dofs), v(dofs) {
    if (!truth.at(t, q, v)) throw std::out_of_range("no truth at t = " + std::to_string(t));
  }
};

}  // namespace impactbench::testing
