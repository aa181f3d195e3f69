#include "problems/model/start_checks.hpp"

#include "problems/base/error.hpp"
#include "problems/base/fields.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {

std::string text_of(const Eigen::VectorXd& q) {
  std::string out = "(";
  for (Eigen::Index k = 0; k < std::min<Eigen::Index>(q.size(), 6); ++k)
    out += (k == 0 ? "" : ", ") + to_text(q[k]);
  return out + (q.size() > 6 ? ", ...)" : ")");
}

void refuse_violated(const std::string& which, double f, double allowed, const char* set) {
  if (f >= -allowed) return;
  throw ConfigurationError(which + " is violated, f = " + to_text(f) + "; at least " +
                           to_text(-allowed) + " is allowed: the start must lie in " + set);
}

void refuse_flat(const std::string& which, const Eigen::VectorXd& gradient) {
  if (gradient.norm() > 0.0 && gradient.allFinite()) return;
  throw ConfigurationError(which + " has a gradient of length " + to_text(gradient.norm()) +
                           "; it must be in (0, inf)");
}

void refuse_horizon(double horizon) {
  if (horizon > 0.0 && std::isfinite(horizon)) return;
  throw ConfigurationError("start: horizon = " + to_text(horizon) +
                           " is not allowed; it must be in (0, inf) s");
}

}  // namespace impactbench
