#include "benchmarks/convergence/tables.hpp"

#include "benchmarks/matrix/title.hpp"
#include "benchmarks/store/csv_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>

namespace impactbench {
namespace {

std::string window_of(const NormOrder& o) {
  return o.fit.exists() ? fmt::format("{:.3g}..{:.3g}", o.fit.coarsest, o.fit.finest) : "";
}

/// Errors above the floor that the window leaves out because they are not on the asymptote.
int coarse_left_out(const NormOrder& o) {
  return o.fit.exists() ? static_cast<int>(o.fit.first) : 0;
}

std::string left_out(const NormOrder& o) {
  std::string out;
  if (coarse_left_out(o) > 0) out += fmt::format("{} coarse", coarse_left_out(o));
  if (o.fit.at_floor > 0) {
    out += fmt::format("{}{} at the floor {:.1e}", out.empty() ? "" : ", ", o.fit.at_floor,
                       std::max(o.fit.plateau, o.floor));
  }
  const int others = o.fit.exists() ? static_cast<int>(o.fit.points + o.fit.at_floor) : o.measured;
  if (const int zeros = o.measured - others - coarse_left_out(o); zeros > 0)
    out += fmt::format("{}{} zero", out.empty() ? "" : ", ", zeros);
  return out.empty() ? "-" : out;
}

std::string reason_of(const NormOrder& o) {
  switch (o.verdict) {
    case NormVerdict::exact:
      return o.claims_exact ? "no error but rounding at any step, as claimed"
                            : "no error but rounding at any step: this problem shows no order";
    case NormVerdict::too_low:
    case NormVerdict::undecided:
      break;
    default:
      return o.fit.exists() ? "" : o.fit.reason;
  }
  if (o.fit.stalls) {
    return fmt::format("the error stays at {:.2g}, far above the floor of {:.1e}", o.fit.plateau,
                       o.floor);
  }
  if (!o.fit.exists()) return o.fit.reason;
  if (o.verdict != NormVerdict::undecided) return "";
  if (o.fit.points < 5)
    return fmt::format("only {} errors in the window, 5 are needed", o.fit.points);
  if (!o.fit.straight) return "the order still changes at the finest steps";
  const double off = std::abs(o.fit.slope - *o.claimed);
  if (o.fit.finer && off <= 0.25 && std::abs(o.fit.finer->value - *o.claimed) > off) {
    return fmt::format("the finer half of the window shows {:.3f} +- {:.3f}", o.fit.finer->value,
                       o.fit.finer->half_width);
  }
  return "the interval is too wide";
}

/// The index of a norm among the errors of each rung.
std::size_t place_of(const Study& study, const NormOrder& o) {
  return static_cast<std::size_t>(
      std::find_if(study.norms.begin(), study.norms.end(),
                   [&](const Norm& norm) { return norm.quantity == o.norm.quantity; }) -
      study.norms.begin());
}

void print_rungs(const Study& study, std::ostream& out) {
  out << fmt::format("  {:>10} {:>9} {:>7}", "step [s]", "status", "CPU s");
  for (const NormOrder& o : study.orders)
    out << fmt::format("  {:>{}}", o.norm.quantity,
                       std::max<std::size_t>(10, o.norm.quantity.size()));
  out << '\n';
  for (const Rung& rung : study.rungs) {
    out << fmt::format("  {:>10.4g} {:>9} {:>7.2f}", rung.dt, to_text(rung.status), rung.cpu);
    for (const NormOrder& o : study.orders) {
      const std::size_t n = place_of(study, o);
      const bool there = rung.completed && std::isfinite(rung.errors[n]);
      out << fmt::format("  {:>{}}", there ? fmt::format("{:.3e}", rung.errors[n]) : "-",
                         std::max<std::size_t>(10, o.norm.quantity.size()));
    }
    out << '\n';
  }
}

std::string csv(double x) {
  return std::isfinite(x) ? fmt::format("{:.6g}", x) : "";
}

}  // namespace

std::string_view use_of(const NormOrder& o, double dt, double error) {
  if (!(error > 0.0)) return "zero";
  constexpr double rounding = 1.0 + 1e-9;
  if (o.fit.exact || error * rounding < o.fit.least) return "floor";
  if (!o.fit.exists() || dt > o.fit.coarsest * rounding) return "coarse";
  return dt * rounding < o.fit.finest ? "floor" : "window";
}

void write_points_csv(std::span<const Study> studies, std::ostream& out) {
  out << "problem,scheme,solver,norm,unit,step,error,use\n";
  for (const Study& s : studies) {
    for (const NormOrder& o : s.orders) {
      const std::size_t n = place_of(s, o);
      for (const Rung& rung : s.rungs) {
        if (!rung.completed || !std::isfinite(rung.errors[n])) continue;
        out << fmt::format("{},{},{},{},{},{:.12g},{:.9g},{}\n", s.cell.problem, s.cell.scheme,
                           s.cell.solver, o.norm.quantity, o.norm.unit, rung.dt, rung.errors[n],
                           use_of(o, rung.dt, rung.errors[n]));
      }
    }
  }
}

void print_study(const Study& study, std::ostream& out) {
  std::string name = title(study.cell);
  const std::size_t dt = name.find(" dt=");
  if (dt != std::string::npos) name.erase(dt, name.find(' ', dt + 1) - dt);
  if (study.refusal) {
    out << fmt::format("{}: not measured: {}\n\n", name, *study.refusal);
    return;
  }
  out << fmt::format("{}: {}; truth: {} ({}, within {:.0e} m)\n", name, to_text(study.motion),
                     study.source, to_text(study.provenance), study.uncertainty);
  print_rungs(study, out);
  if (!study.ended.empty()) out << fmt::format("  ended early: {}\n", study.ended);
  out << fmt::format("  {:<26} {:>7} {:>17}  {:>17} {:>6} {:>11} {:>7}  {:<10}  {}\n", "norm",
                     "order", "95 % interval", "window [s]", "points", "correlation", "claimed",
                     "verdict", "left out");
  for (const NormOrder& o : study.orders) {
    const bool known = o.fit.exists();
    out << fmt::format("  {:<26} {:>7} {:>17}  {:>17} {:>6} {:>11} {:>7}  {:<10}  {}\n",
                       o.norm.quantity, known ? fmt::format("{:.3f}", o.fit.slope) : "-",
                       known ? fmt::format("{:.3f} .. {:.3f}", o.fit.slope - o.fit.half_width,
                                           o.fit.slope + o.fit.half_width)
                             : "-",
                       known ? window_of(o) : "-", known ? std::to_string(o.fit.points) : "-",
                       known ? fmt::format("{:.6f}", o.fit.correlation) : "-",
                       o.claimed ? fmt::format("{:.2g}", *o.claimed) : "-", to_text(o.verdict),
                       left_out(o));
    if (const std::string reason = reason_of(o); !reason.empty())
      out << fmt::format("  {:<26} {}\n", "", reason);
  }
  out << '\n';
}

void write_orders_csv(std::span<const Study> studies, std::ostream& out) {
  out << "problem,scheme,solver,motion,norm,unit,order,order_low,order_high,claimed,window,points,"
         "steps,coarse,at_floor,correlation,floor,plateau,exact,reference,provenance,uncertainty,"
         "verdict,reason\n";
  for (const Study& s : studies) {
    const std::string cell = fmt::format("{},{},{}", s.cell.problem, s.cell.scheme, s.cell.solver);
    if (s.refusal) {
      out << fmt::format("{},,,,,,,,,,,,,,,,,,,,undecided,{}\n", cell, csv_text(*s.refusal));
      continue;
    }
    for (const NormOrder& o : s.orders) {
      const OrderFit& f = o.fit;
      const bool known = f.exists();
      out << fmt::format(
          "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", cell,
          to_text(s.motion), o.norm.quantity, o.norm.unit, known ? csv(f.slope) : "",
          known ? csv(f.slope - f.half_width) : "", known ? csv(f.slope + f.half_width) : "",
          o.claimed ? csv(*o.claimed) : "", window_of(o), known ? std::to_string(f.points) : "",
          o.measured, coarse_left_out(o), f.at_floor, known ? csv(f.correlation) : "", csv(o.floor),
          f.plateau > 0.0 ? csv(f.plateau) : "", f.exact ? "yes" : "no", csv_text(s.source),
          to_text(s.provenance), csv(s.uncertainty), to_text(o.verdict), csv_text(reason_of(o)));
    }
  }
}

}  // namespace impactbench
