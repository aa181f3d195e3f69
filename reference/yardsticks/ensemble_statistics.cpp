#include "reference/yardsticks/ensemble_statistics.hpp"

#include "reference/yardsticks/student.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

template <class Value>
void add(std::span<const BulkSample> samples, const std::string& name, Value&& value,
         std::map<std::string, double>& quantities) {
  const auto n = static_cast<double>(samples.size());
  double mean = 0.0, squares = 0.0;
  for (const BulkSample& s : samples)
    mean += value(s) / n;
  for (const BulkSample& s : samples)
    squares += (value(s) - mean) * (value(s) - mean);
  const double t = student_quantile(n - 1.0, 0.975);
  quantities[name] = mean;
  quantities[name + "_half_width"] = t * std::sqrt(squares / (n - 1.0) / n);
}

}  // namespace

void summarise(std::span<const BulkSample> samples, std::map<std::string, double>& quantities) {
  if (samples.size() < 2) return;
  quantities["ensemble_size"] = static_cast<double>(samples.size());
  add(
      samples, "ensemble_energy", [](const BulkSample& s) { return s.energy; }, quantities);
  add(
      samples, "ensemble_contacts", [](const BulkSample& s) { return s.contacts; }, quantities);
  add(
      samples, "ensemble_penetration", [](const BulkSample& s) { return s.penetration; },
      quantities);
  if (std::all_of(samples.begin(), samples.end(), [](const auto& s) { return s.height; }))
    add(
        samples, "ensemble_height", [](const BulkSample& s) { return *s.height; }, quantities);
  std::optional<double> first;
  for (const BulkSample& s : samples) {
    if (s.diverged && (!first || *s.diverged < *first)) first = s.diverged;
  }
  if (first) quantities["divergence_horizon"] = *first;
}

}  // namespace impactbench
