#pragma once

#include "benchmarks/python/bridge/described.hpp"
#include "schemes/api/scheme.hpp"

#include <memory>

namespace impactbench::python {

/// The method that a class derived from impactbench.Scheme is. Making an instance throws
/// ConfigurationError where making the class does, and std::runtime_error where its `prepare` does;
/// claims and refusals throw std::runtime_error and ConfigurationError. `module` must outlive it.
[[nodiscard]] std::unique_ptr<const Method> make_method(const Described& module,
                                                        const ParameterSet& given);

}  // namespace impactbench::python
