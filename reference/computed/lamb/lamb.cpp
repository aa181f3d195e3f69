#include "reference/computed/lamb/lamb.hpp"

#include "reference/computed/lamb/shifted_path.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <variant>

namespace impactbench::computed::lamb {
namespace {

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (problem.name != "lamb" || contact) return std::nullopt;
  const auto number = [&](const char* name) {
    return std::get<double>(problem.parameters.at(name));
  };
  const double poisson = number("poisson"), distance = number("distance");
  if (poisson < 0.0) return std::nullopt;
  const HalfSpace ground(number("density"), number("young"), poisson);
  const Ricker force(number("frequency"), number("delay"));
  const double amplitude = number("amplitude"), end = problem.horizon * (1.0 + 1e-6);
  const std::array<Receiver, 2> places{Receiver{distance, 0.0},
                                       Receiver{0.5 * distance, 0.5 * std::sqrt(3.0) * distance}};
  Truth out;
  out.source = "computed/lamb";
  out.provenance = Provenance::computed_two_ways;
  const std::array<std::string, 2> names{"surface", "below"};
  for (std::size_t k = 0; k < 2; ++k) {
    const auto path = std::make_shared<const ShiftedPath>(ground, force, places[k], end);
    const auto history = [=](double Displacement::*part) {
      return [=](double t) {
        return t <= end ? amplitude * (path->at(t).*part)
                        : std::numeric_limits<double>::quiet_NaN();
      };
    };
    out.histories[names[k] + "_x"] = history(&Displacement::x);
    out.histories[names[k] + "_z"] = history(&Displacement::z);
    // The three methods agree to 1e-10 of the peak, which a hundred instants see well enough.
    for (int i = 1; i <= 100; ++i) {
      const Displacement u = path->at(problem.horizon * i / 100.0);
      out.uncertainty =
          std::max(out.uncertainty, 1e-10 * std::abs(amplitude) * std::hypot(u.x, u.z));
    }
  }
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "lamb",
          .summary = "a line force on the surface of an elastic half-space, plane strain",
          .source = "Lamb 1904; Cagniard-de Hoop on a shifted path, checked by two other methods",
          .provenance = Provenance::computed_two_ways,
          .truth = truth};
}

}  // namespace impactbench::computed::lamb
