#pragma once

#include "benchmarks/python/bridge/described.hpp"
#include "schemes/api/scheme.hpp"

#include <memory>

namespace impactbench::python {

/// The method of a class derived from impactbench.Scheme. Making an instance throws
/// ConfigurationError if making the class does, and std::runtime_error if its `prepare` does;
/// claims and refusals throw std::runtime_error and ConfigurationError. `module` must outlive it.
[[nodiscard]] std::unique_ptr<const Method> make_method(const Described& module,
                                                        const ParameterSet& given);

}  // namespace impactbench::python
