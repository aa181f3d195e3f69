#pragma once

#include "benchmarks/python/bridge/described.hpp"
#include "schemes/api/scheme.hpp"

#include <memory>
#include <optional>

namespace impactbench::python {

/// The scheme that a class derived from impactbench.Scheme is: what the functions of its catalogue
/// entry answer. Making one throws ConfigurationError where the class does, the other two
/// std::runtime_error: they do not hang on settings.
[[nodiscard]] std::unique_ptr<Scheme> make_scheme(const Described& module,
                                                  const ParameterSet& given);
[[nodiscard]] SchemeClaims scheme_claims(const Described& module, const ParameterSet& given);
[[nodiscard]] std::optional<std::string> scheme_refuses(const Described& module,
                                                        const ParameterSet& given,
                                                        const ProblemTraits& traits, double h);

}  // namespace impactbench::python
