#pragma once

#include "benchmarks/convergence/study.hpp"

#include <iosfwd>
#include <span>

namespace impactbench {

/// The ladder with its errors, and the orders with their verdicts, as text for a terminal.
void print_study(const Study& study, std::ostream& out);

/// One line per norm of every study; one with an empty norm and its reason if nothing could be
/// measured. Columns: problem, scheme, solver, motion, norm, unit, order, order_low, order_high,
/// claimed, window (coarsest..finest step in it [s]), points, steps, coarse (left out), at_floor
/// (left out), correlation, floor, plateau, reference, provenance, uncertainty, verdict, reason.
/// Absent is empty.
void write_orders_csv(std::span<const Study> studies, std::ostream& out);

/// Why an error is in the fit of its order, or not: "window", "coarse" (not on the asymptote yet),
/// "floor" (rounding, or the uncertainty of the reference) or "zero" (it has no logarithm).
[[nodiscard]] std::string_view use_of(const NormOrder& order, double dt, double error);

/// Writes every measured error, one line each, with its use.
void write_points_csv(std::span<const Study> studies, std::ostream& out);

}  // namespace impactbench
