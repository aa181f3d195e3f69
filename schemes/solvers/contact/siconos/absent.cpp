#include "problems/base/error.hpp"
#include "schemes/solvers/contact/siconos/siconos.hpp"

namespace impactbench::siconos {

std::optional<std::string> absence() {
  return "impactbench was built without Siconos: install libsiconos-numerics-dev and build again";
}

std::unique_ptr<ContactSolver> make(const Params&) {
  throw ConfigurationError(*absence());
}

}  // namespace impactbench::siconos
