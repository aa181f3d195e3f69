#include "reference/acceptance/statistics.hpp"

#include "reference/acceptance/add_check.hpp"
#include "reference/support/gas_of_problem.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace impactbench {
namespace {

namespace theory = hard_disc_gas;

/// Exact value, relative error of the theory, and relative effect of the step.
struct Expected {
  double value, theory, step;
};

/// A deviation of a fifth is not a small error of a scheme: an interval as wide shows nothing.
constexpr double coarsest = 0.2;

void judge_mean(const JudgedRun& run, std::string_view check, const std::string& quantity,
                const Expected& e, std::vector<Check>& out) {
  const std::optional<double> mean = run.measured(quantity);
  const std::optional<double> half = run.measured(quantity + "_half_width");
  // A mean without a half width is not measured.
  std::optional<double> off;
  if (mean && half) off = *mean / e.value - 1.0;
  const double chance = half.value_or(0.0) / e.value;
  const double limit = chance + e.theory + e.step;
  add(out,
      {check, CheckKind::truth,
       fmt::format("{} / {:.6g} - 1: 99.9 % interval {:.2g} + theory {:.2g} + step {:.2g}",
                   quantity, e.value, chance, e.theory, e.step),
       "reference/support/hard_disc_gas.hpp"},
      off, -limit, limit, coarsest);
}

/// For springs: the softness of discs, in diameters, and the share of the energy stored, which is
/// half the share of time that discs are in contact.
std::pair<double, double> springs(const JudgedRun& run, const theory::Gas& gas) {
  if (!run.contact) return {0.0, 0.0};
  const auto soft = theory::softness_of_springs(
      gas, run.contact->exponent, run.contact->of_contact(0.5 * gas.radius, false).coefficient);
  return {soft.pair / (2.0 * gas.radius), theory::stored_share(gas, soft, run.contact->exponent)};
}

void judge_elastic(const JudgedRun& run, const theory::Gas& gas, std::vector<Check>& out) {
  const theory::Prediction exact = theory::predict_with(gas, run.contact);
  const theory::Prediction coarse =
      theory::predict_with(gas, run.contact, theory::softness_of_steps(gas, run.h));
  const double eta = gas.count * std::numbers::pi * gas.radius * gas.radius / gas.side / gas.side;
  const double share = 1e-3 + 0.1 * eta * eta * eta;
  const auto [soft, held] = springs(run, gas);
  const double z = exact.compressibility;
  const auto expect = [&](double theory::Prediction::*rate, double allowed) {
    return Expected{exact.*rate, allowed, std::abs(coarse.*rate / exact.*rate - 1.0)};
  };
  using P = theory::Prediction;
  judge_mean(run, "statistics:pressure", "gas_compressibility",
             expect(&P::compressibility, share + 0.2 * held), out);
  judge_mean(run, "statistics:collision_rate", "gas_collision_rate",
             expect(&P::collision_rate, share * z / (z - 1.0) + soft + 2.0 * held), out);
  judge_mean(run, "statistics:wall_rate", "gas_wall_rate",
             expect(&P::wall_rate, share + 2.0 * held), out);
  judge_mean(run, "statistics:impulse", "gas_impulse",
             expect(&P::pair_impulse, share + soft + 2.0 * held), out);
  const auto moment = [&](double k) {
    return Expected{theory::speed_moment(gas.count, k), 0.0, 0.0};
  };
  judge_mean(run, "statistics:speed_mean", "gas_speed_mean", moment(0.5), out);
  judge_mean(run, "statistics:speed_fourth", "gas_speed_fourth", moment(2.0), out);
}

/// The error of first order in eta is of the order of eta^2, and of eta / N. Steps shift the
/// floor by its coarseness, and with it heights and energies; a pair that is noticed up to h w
/// past its contact has turned its normal by then: its impulse is less by the coarseness of pairs
/// ((h / 2 s) E w^2 E sin^2 / (E w E cos) of Maxwell's impacts is that exactly), its rate off by
/// as much.
void judge_column(const JudgedRun& run, const theory::Column& column, std::vector<Check>& out) {
  const theory::Barometric exact = theory::predict_column(column);
  const double eta = theory::crowding(column);
  const double share = 2.0 * eta * (eta + 1.0 / column.count);
  const auto [floor, pair] = theory::coarseness(column, run.h);
  const double sunk = floor + eta * pair;
  judge_mean(run, "statistics:kinetic", "gas_kinetic", {exact.kinetic, share, sunk}, out);
  judge_mean(run, "statistics:height_square", "gas_height_square",
             {exact.height_square, 2.0 * share, 2.0 * sunk}, out);
  judge_mean(run, "statistics:floor_rate", "gas_floor_rate", {exact.floor_rate, share, sunk}, out);
  judge_mean(run, "statistics:floor_impulse", "gas_floor_impulse",
             {exact.floor_impulse, share, sunk}, out);
  judge_mean(run, "statistics:collision_rate", "gas_collision_rate",
             {exact.collision_rate, 2.0 * share, sunk + pair}, out);
  judge_mean(run, "statistics:impulse", "gas_impulse", {exact.pair_impulse, share, sunk + pair},
             out);
  judge_mean(run, "statistics:speed_mean", "gas_speed_mean",
             {theory::speed_moment(column.count, 0.5), 0.0, 0.0}, out);
  judge_mean(run, "statistics:speed_fourth", "gas_speed_fourth",
             {theory::speed_moment(column.count, 2.0), 0.0, 0.0}, out);
}

void judge_cooling(const JudgedRun& run, const theory::Gas& gas, std::vector<Check>& out) {
  const double lost = 1.0 - gas.restitution * gas.restitution;
  const double share = lost / (gas.count + 0.5), off = 1e-3 * theory::inhomogeneity(gas);
  const double exact = theory::predict(gas).cooling;
  const double coarse = theory::predict(gas, theory::softness_of_steps(gas, run.h)).cooling;
  judge_mean(run, "statistics:haff", "gas_cooling", {exact, off, std::abs(coarse / exact - 1.0)},
             out);
  const double loss = share + share * share;
  judge_mean(run, "statistics:loss_per_impact", "gas_loss_per_impact", {loss, off, 0.0}, out);
}

/// X of hard_disc_gas.hpp, the moments of b and the half across are exact. A share of the impacts
/// is together with others in its step, and these may be anything; a pair that is noticed up to h w
/// past its contact has an impulse that is less by h w / (pi s) (judge_column).
void judge_maxwell(const JudgedRun& run, std::vector<Check>& out) {
  const auto n = static_cast<double>(run.problem.traits.body_count);
  const double x =
      0.5 * std::sqrt(std::numbers::pi) / n * std::exp(std::lgamma(n + 0.5) - std::lgamma(n));
  const double turned = run.measured("maxwell_phase").value_or(0.0) / std::numbers::pi;
  const double together = run.measured("maxwell_together").value_or(0.0);
  const auto judge = [&](const char* check, const char* quantity, double exact, double step) {
    judge_mean(run, std::string("statistics:") + check, std::string("maxwell_") + quantity,
               {exact, 0.0, step}, out);
  };
  judge("maxwell_speed_mean", "speed_mean", theory::speed_moment(n, 0.5), together);
  judge("maxwell_speed_fourth", "speed_fourth", theory::speed_moment(n, 2.0), together);
  judge("equipartition", "across", 0.5, together);
  judge("pair_impulse", "pair_impulse", x, together + turned);
  judge("wall_impulse", "wall_impulse", x, together);
}

/// Whether a gas has left its start behind: ten impacts of a disc with others in the first fifth of
/// the run, which no mean has, by the rate of the theory.
bool mixed(const JudgedRun& run, double collision_rate, double count) {
  return 2.0 * collision_rate * 0.2 * run.problem.horizon >= 10.0 * count;
}

}  // namespace

void judge_statistics(const JudgedRun& run, std::vector<Check>& out) {
  const std::optional<theory::Column> column = theory::column_of(run.problem);
  if (run.measured("maxwell_phase")) judge_maxwell(run, out);
  if (column && !run.contact && run.measured("gas_impacts") &&
      mixed(run, theory::predict_column(*column).collision_rate, column->count))
    judge_column(run, *column, out);
  const std::optional<theory::Gas> gas = theory::gas_of(run.problem);
  if (!gas || !run.measured("gas_impacts")) return;
  if (!mixed(run, theory::predict(*gas).collision_rate, gas->count)) return;
  if (gas->restitution == 1.0) {
    judge_elastic(run, *gas, out);
  } else if (!run.contact) {
    judge_cooling(run, *gas, out);
  }
}

}  // namespace impactbench
