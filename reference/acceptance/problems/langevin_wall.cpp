#include "reference/acceptance/add_check.hpp"
#include "reference/acceptance/problems/limits_of_problems.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace impactbench::langevin_wall {
namespace {

/// Means over an ensemble of independent particles (langevin_wall) against exact ones: off by no
/// more than 99.9 % of ensembles are, z sd / sqrt(count), and by what a step leaves, which falls as
/// sqrt(h / T). The standard deviations of one particle over its mean are exact:
///   x:    E x^2 = 9/32 s^2 T^3,  E x = s T^1.5 / sqrt(2 pi)
///   v^2:  E v^4 = (81/32 - 135/2048) s^4 T^2,  E v^2 = 27/32 s^2 T
///   held: a coin of P = 1 - sqrt(6) / 4
/// Bias: half as much again as 100 000 particles show at h = T / 64 (0.33, 0.34 and 0.11).
struct MeanLimit {
  std::string_view check, quantity;
  double deviation, bias;
  bool gluey;  ///< known of the gluey wall, else of the dry one
};
constexpr double confidence_999 = 3.2905;
constexpr std::array mean_limits{
    MeanLimit{"statistics:mean_distance", "mean_distance_error_relative", 0.87587, 0.5, false},
    MeanLimit{"statistics:kinetic_energy", "kinetic_energy_error_relative", 1.56939, 0.52, false},
    MeanLimit{"statistics:share_at_wall", "share_at_wall_error_relative", 1.25690, 0.16, true},
};

/// Whole laws of the same ensemble (excursion_meter.hpp): off by no more than 99.9 % of samples
/// are, sqrt(ln(2 / 0.001) / (2 n)) in the sup norm whatever the law and n (Dvoretzky, Kiefer,
/// Wolfowitz and Massart), and by what a step leaves: half as much again as 40 000 particles show,
/// 0.36 at most of (h / T)^(1/2) and 16 of h / T, at h = T / 64 to T / 1024.
struct LawLimit {
  std::string_view check, quantity;
  std::string_view sample;  ///< quantity that counts the sample; empty: the particles
  double bias, order;
};
constexpr double massart_999 = 1.9495;
constexpr std::array law_limits{
    LawLimit{"statistics:last_contact_law", "last_contact_distance", "", 0.54, 0.5},
    LawLimit{"statistics:arrival_law", "arrival_distance", "excursions", 24.0, 1.0},
};

}  // namespace

void judge(const JudgedRun& run, bool /*tight*/, std::vector<Check>& out) {
  const auto count = std::get<std::int64_t>(run.problem.parameters.at("count"));
  const ProblemTraits& traits = run.problem.traits;
  // One path has no mean; of walls that throw back, or are wet, none is known.
  if (count < 2 || traits.viscosity > 0.0 || traits.restitution != 0.0) return;
  for (const MeanLimit& limit : mean_limits) {
    if (limit.gluey != traits.gluey) continue;
    const double chance = confidence_999 * limit.deviation / std::sqrt(static_cast<double>(count));
    const double bias = limit.bias * std::sqrt(run.h / run.problem.horizon);
    add(out,
        {limit.check, CheckKind::truth,
         fmt::format("3.29 sd / sqrt({}) = {:.3g} and {:.3g} sqrt(h/T) = {:.3g}", count, chance,
                     limit.bias, bias),
         "McKean 1963; 99.9 % of ensembles"},
        run.measured(limit.quantity), any_low, chance + bias, 1.0);
  }
  if (traits.gluey) return;
  for (const LawLimit& limit : law_limits) {
    const auto measured = run.measured(limit.quantity);
    const double sample = limit.sample.empty() ? static_cast<double>(count)
                                               : run.measured(limit.sample).value_or(0.0);
    // An infinite limit resolves nothing.
    const double chance = sample > 0.0 ? massart_999 / std::sqrt(sample) : HUGE_VAL;
    const double bias = limit.bias * std::pow(run.h / run.problem.horizon, limit.order);
    add(out,
        {limit.check, CheckKind::truth,
         fmt::format("1.95 / sqrt(n) = {:.3g} and {:.3g} (h/T)^{:g} = {:.3g}", chance, limit.bias,
                     limit.order, bias),
         "Massart 1990; 99.9 % of samples"},
        measured, any_low, chance + bias, 1.0);
  }
}

}  // namespace impactbench::langevin_wall
