#include "reference/exact/hard_disc_gas/hard_disc_gas.hpp"

#include "reference/support/gas_of_problem.hpp"

#include <cmath>

namespace impactbench::exact::hard_disc_gas {
namespace {

namespace theory = impactbench::hard_disc_gas;

std::optional<Truth> truth_of_column(const theory::Column& column) {
  const theory::Barometric p = theory::predict_column(column);
  Truth out;
  out.source = "exact/hard_disc_gas";
  out.provenance = Provenance::closed_form;
  out.scalars["gas_kinetic"] = p.kinetic;
  out.scalars["gas_height_square"] = p.height_square;
  out.scalars["gas_floor_rate"] = p.floor_rate;
  out.scalars["gas_floor_impulse"] = p.floor_impulse;
  out.scalars["gas_collision_rate"] = p.collision_rate;
  out.scalars["gas_impulse"] = p.pair_impulse;
  out.scalars["gas_speed_mean"] = theory::speed_moment(column.count, 0.5);
  out.scalars["gas_speed_fourth"] = theory::speed_moment(column.count, 2.0);
  return out;
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (const auto column = theory::column_of(problem); column && !contact)
    return truth_of_column(*column);
  const std::optional<theory::Gas> found = theory::gas_of(problem);
  if (!found) return std::nullopt;
  Truth out;
  out.source = "exact/hard_disc_gas";
  out.provenance = Provenance::closed_form;
  theory::Gas gas = *found;
  const theory::Prediction p = theory::predict_with(gas, contact);
  if (gas.restitution < 1.0) {
    if (contact || theory::inhomogeneity(gas) > theory::most_inhomogeneous) return std::nullopt;
    const double share = (1.0 - gas.restitution * gas.restitution) / (gas.count + 0.5);
    out.scalars["gas_cooling"] = p.cooling;
    out.scalars["gas_loss_per_impact"] = share + share * share;
    return out;
  }
  out.scalars["gas_compressibility"] = p.compressibility;
  out.scalars["gas_collision_rate"] = p.collision_rate;
  out.scalars["gas_wall_rate"] = p.wall_rate;
  out.scalars["gas_impulse"] = p.pair_impulse;
  out.scalars["gas_speed_mean"] = theory::speed_moment(gas.count, 0.5);
  out.scalars["gas_speed_fourth"] = theory::speed_moment(gas.count, 2.0);
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {
      .name = "hard_disc_gas",
      .summary =
          "pressure, collisions, speeds, cooling and heights of a gas of equal discs in a box",
      .source = "Henderson 1975; Enskog; Haff 1983; finite number, walls and energy by this suite",
      .provenance = Provenance::closed_form,
      .truth = truth};
}

}  // namespace impactbench::exact::hard_disc_gas
