#include "reference/yardsticks/excursion_meter.hpp"

#include "problems/contact/gap.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

/// sup over x >= `from` of |F_n - F|, F_n the empirical distribution function of `values`.
double distance(std::vector<double> values, const std::function<double(double)>& law, double from) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  const auto first = std::lower_bound(values.begin(), values.end(), from);
  double worst = std::abs(static_cast<double>(first - values.begin()) / n - law(from));
  for (auto x = first; x != values.end(); ++x) {
    const double exact = law(*x), below = static_cast<double>(x - values.begin()) / n;
    worst = std::max({worst, std::abs(below - exact), std::abs(below + 1.0 / n - exact)});
  }
  return worst;
}

}  // namespace

ExcursionMeter::ExcursionMeter(const RoundBodies& bodies, const Truth& truth, double h,
                               std::int64_t steps)
    : bodies_(bodies), truth_(truth), h_(h), steps_(steps), last_(bodies.size(), 0) {}

void ExcursionMeter::after_step(const State& before, const State& after) {
  with_dimension(bodies_.dimension, [&](auto dimension) { look<dimension()>(before, after); });
}

template <int Dim>
void ExcursionMeter::look(const State& before, const State& after) {
  for (std::size_t i = 0; i < last_.size(); ++i) {
    const auto body = static_cast<int>(i);
    const double r = bodies_.radius[i];
    const auto gap =
        obstacle_gap<Dim>(centre<Dim>(bodies_, after.q, body), r, bodies_.obstacles.front());
    if (!(gap.distance < 1e-9 * r)) continue;
    const std::int64_t lasted = after.step - last_[i];
    last_[i] = after.step;
    if (16 * lasted < steps_ || lasted < 2) continue;
    const double a = gap.normal.dot(centre<Dim>(bodies_, before.v, body));
    arrivals_.push_back(2.0 * a * a / (static_cast<double>(lasted) * h_));
  }
}

void ExcursionMeter::finish(std::map<std::string, double>& quantities) const {
  std::vector<double> last;
  for (const std::int64_t step : last_)
    last.push_back(static_cast<double>(step) / static_cast<double>(steps_));
  quantities["last_contact_distance"] =
      distance(std::move(last), truth_.laws.at("last_contact"), 0.1);
  quantities["excursions"] = static_cast<double>(arrivals_.size());
  if (arrivals_.empty()) return;
  quantities["arrival_distance"] = distance(arrivals_, truth_.laws.at("arrival"), 0.0);
}

}  // namespace impactbench
