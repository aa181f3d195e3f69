#include "schemes/adaptive/error_norm.hpp"

#include "problems/model/coordinate_arms.hpp"
#include "problems/model/generalised_system.hpp"
#include "problems/model/round_system.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::adaptive {

ErrorNorm::ErrorNorm(const MechanicalSystem& system, const State& start)
    : length_(1.0), speed_(0.0), weight_(Eigen::VectorXd::Ones(system.dofs())) {
  Eigen::VectorXd rate = Eigen::VectorXd::Zero(system.dofs());
  system.external_force(0.0, start.q, start.v, rate);
  rate.array() /= system.mass().array();
  if (const GeneralisedSystem* coordinates = generalised_system(system)) {
    length_ = coordinates->length();
    speed_ = coordinates->top_speed();
    weight_ = arms_of(system);
  } else if (const RoundSystem* bodies = round_system(system)) {
    const auto& radius = bodies->bodies().radius;
    length_ = *std::min_element(radius.begin(), radius.end());
    const auto stride = static_cast<Eigen::Index>(bodies->space().stride());
    const Eigen::Index turns = stride - bodies->dimension();
    for (Eigen::Index i = 0; turns > 0 && i < system.dofs() / stride; ++i)
      weight_.segment(stride * i + bodies->dimension(), turns)
          .setConstant(radius[static_cast<std::size_t>(i)]);
  }
  speed_ = std::max(speed_, std::sqrt(length_ * rate.cwiseProduct(weight_).cwiseAbs().maxCoeff()));
  see(start);
  if (!(speed_ > 0.0)) speed_ = length_;  // at rest without a force: a length in a second
}

void ErrorNorm::see(const State& state) {
  const double fastest = state.v.cwiseProduct(weight_).cwiseAbs().maxCoeff();
  if (fastest > speed_) speed_ = fastest;
}

double ErrorNorm::between(const State& a, const State& b) const {
  double place = 0.0, velocity = 0.0;
  for (Eigen::Index k = 0; k < weight_.size(); ++k) {
    const double x = weight_[k] * std::abs(a.q[k] - b.q[k]);
    const double u = weight_[k] * std::abs(a.v[k] - b.v[k]);
    if (!(x <= place)) place = x;  // NaN too
    if (!(u <= velocity)) velocity = u;
  }
  return std::max(place / length_, velocity / speed_);
}

}  // namespace impactbench::adaptive
