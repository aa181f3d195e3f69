#pragma once

#include "benchmarks/store/row.hpp"
#include "benchmarks/store/row_schema.hpp"

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace impactbench {

/// The parts of a row that are written and read together.
enum class RowPart {
  identity,     ///< key and cell
  figures,      ///< what is compared beside them
  checks,       ///< compared, too
  facts,        ///< what is never compared: plan, times
  environment,  ///< nor this
  histories,    ///< nor these, which take nearly all of the room
};

/// How a member is stored where its type does not say all; a plain number that is not finite is the
/// word inf, -inf or nan.
template <class T>
struct Sparse {  ///< left out where it is empty (is_empty below)
  T& value;
};
template <class T>
struct OrNull {  ///< an optional value, null where it is absent
  T& value;
};
template <class T>
struct OpenEnd {  ///< a limit, null where it is infinite
  T& value;
};
template <class T>
struct Finite {  ///< a number for which no word stands
  T& value;
};
template <class T>
struct Later {  ///< always written; rows of earlier programs lack it
  T& value;
};
template <class T>
Sparse(T&) -> Sparse<T>;
template <class T>
OrNull(T&) -> OrNull<T>;
template <class T>
OpenEnd(T&) -> OpenEnd<T>;
template <class T>
Finite(T&) -> Finite<T>;
template <class T>
Later(T&) -> Later<T>;

[[nodiscard]] inline bool is_empty(std::int64_t n) {
  return n == 0;
}
[[nodiscard]] inline bool is_empty(bool b) {
  return !b;
}
[[nodiscard]] inline bool is_empty(const Ensemble& e) {
  return e.size == 0;
}
template <class T>
[[nodiscard]] bool is_empty(const std::optional<T>& x) {
  return !x.has_value();
}
template <class T>
requires requires(const T& x) {
  x.empty();
}
[[nodiscard]] bool is_empty(const T& x) {
  return x.empty();
}

template <class T, class Of>
concept Is = std::same_as<std::remove_const_t<T>, Of>;

/// each_field(object, f) calls f(name, meaning, member) for each field of an object of a stored
/// row, in the order of the names, and of the row itself f(name, meaning, member, part). Writing,
/// reading and the description of rows follow these lists. An empty meaning: its own fields say it.
void each_field(Is<Ensemble> auto& e, auto&& f) {
  f("amplitude", "largest perturbation of a velocity [m/s]", Finite{e.amplitude});
  f("seed", "of their perturbations", e.seed);
  f("size", "runs from perturbed starts; absent for none", e.size);
}

void each_field(Is<Cell> auto& c, auto&& f) {
  f("dt", "step as written [s]; of a solve 1", Finite{c.dt});
  f("dt_precision", "double, or single: dt is rounded so", c.dt_precision);
  f("ensemble", "", Sparse{c.ensemble});
  f("files", "hash of the file that a parameter (problem.start) names; absent for none",
    Sparse{c.files});
  f("frames", "instants kept in the row; absent for none", Sparse{c.frames});
  f("problem", "name in the catalogue, or contact_file", c.problem);
  f("problem_parameters", "every parameter of the problem with its value", c.problem_parameters);
  f("scheme", "name in the catalogue, or solve", c.scheme);
  f("scheme_parameters", "every parameter of the scheme", c.scheme_parameters);
  f("solver", "name in the catalogue, or none", c.solver);
  f("solver_parameters", "every parameter of the solver", c.solver_parameters);
  f("tolerance_set", "set of limits", c.tolerance_set);
}

void each_field(Is<Check> auto& c, auto&& f) {
  f("expected_failure", "reason of an expected failure; null: none", OrNull{c.expected_failure});
  f("formula", "of the limit, with its numbers", c.formula);
  f("high", "upper limit; null: open", OpenEnd{c.high});
  f("kind", "truth, law or self_report", c.kind);
  f("low", "lower limit; null: open", OpenEnd{c.low});
  f("name", "quantity that was judged", c.name);
  f("passed", "whether it lies between, and that says something", c.passed);
  f("source", "of the formula", c.source);
  f("unresolved", "the limit reaches the scale of the problem", c.unresolved);
  f("value", "measured value; null: none", OrNull{c.value});
}

void each_field(Is<Series> auto& s, auto&& f) {
  f("time", "instants of a history [s]", s.time);
  f("value", "its values", s.value);
}

void each_field(Is<Frame> auto& r, auto&& f) {
  f("contacts", "a, b (-1: a wall), normal x and y from a to b, normal force [N], normal z if any",
    r.contacts);
  f("q", "positions: x, y, angle a disc, or coordinates a sphere", r.q);
  f("time", "instant [s]", Finite{r.time});
  f("v", "their rates", r.v);
}

void each_field(Is<TruthNote> auto& t, auto&& f) {
  f("provenance", "closed form, computed two ways, computed once", t.provenance);
  f("source", "of the trajectory that errors are against; may be absent", t.source);
  f("uncertainty", "of its positions [m]", t.uncertainty);
}

void each_field(Is<Springs> auto& s, auto&& f) {
  f("coefficient",
    "c of the energy c D^exponent of an overlap D that the scheme puts in place of "
    "rigid contact [J/m^exponent]; absent: rigid",
    s.coefficient);
  f("exponent", "its exponent [-]", s.exponent);
}

/// Absent where no reference solution is known.
void each_field(Is<OrderBasis> auto& o, auto&& f) {
  f("displacement", "largest of a coordinate in the reference solution [m]", o.size.displacement);
  f("exact", "the scheme claims no error but rounding; absent: no", Sparse{o.exact});
  f("graphs", "order that it claims of filled-in graphs of velocities; absent: no claim",
    Sparse{o.claimed.graphs});
  f("horizon", "end of the run [s]", o.horizon);
  f("mean_speed", "of the reference solution, sum of all coordinates [m/s]", o.size.mean_speed);
  f("motion", "smooth, persistent contact, one impact, several impacts or accumulation of impacts",
    o.motion);
  f("positions", "order that it claims of positions; absent: no claim",
    Sparse{o.claimed.positions});
  f("rebounds", "bodies rebound from impacts; absent: no", Sparse{o.rebounds});
  f("resolved", "half of the shortest time between two impacts, or the horizon [s]", o.resolved);
  f("speed", "largest of a coordinate in the reference solution [m/s]", o.size.speed);
  f("swept", "a moving set pushes a point; absent: no", Sparse{o.swept});
  f("velocities", "order that it claims of velocities and of impacts; absent: no claim",
    Sparse{o.claimed.velocities});
}

void each_field(Is<JudgedBy> auto& j, auto&& f) {
  f("contact", "", Sparse{j.contact});
  f("orders", "", Sparse{j.orders});
  f("penetration", "largest of the reference solution, in diameters; absent: not known",
    Sparse{j.penetration});
  f("radius", "the smallest [m]; absent: bodies are not round", Sparse{j.radius});
  f("reversible", "the scheme claims to be; absent: no", Sparse{j.reversible});
}

void each_field(Is<Timing> auto& t, auto&& f) {
  f("cpu_cell", "CPU time of the whole cell [s]; may be absent", Sparse{t.cpu_cell});
  f("cpu_median", "median [s]", Finite{t.cpu_median});
  f("cpu_min", "least CPU time of a run [s]", Finite{t.cpu_min});
  f("cpu_spread", "largest less least [s]", Finite{t.cpu_spread});
  f("limit", "CPU time allowed to a solve, or to a run that was stopped [s]; else absent",
    Sparse{t.limit});
  f("peak_memory", "largest resident memory [MiB]; may be absent", Sparse{t.peak_memory});
  f("phases", "share of each phase of a step [-]", t.phases);
  f("repeats", "timed runs without instruments", t.repeats);
  f("setup", "CPU time before a solve [s]; absent of a run", Sparse{t.setup});
  f("threads", "threads that the cell was given", Later{t.threads});
  f("wall_min", "least wall clock time of a run [s]", Later{t.wall_min});
}

void each_field(Is<Row> auto& r, auto&& f) {
  static constexpr int schema = row_schema;
  f("build", "hash of compiler, flags, libraries and plug-ins of the cell", r.build,
    RowPart::figures);
  f("cell", "", r.cell, RowPart::identity);
  f("checks", "", r.checks, RowPart::checks);
  f("environment", "CPU, compiler, flags, libraries, BLAS, host, plugins where the cell has some",
    r.environment, RowPart::environment);
  f("frames", "", Sparse{r.frames}, RowPart::histories);
  f("judged_by", "", Sparse{r.judged_by}, RowPart::facts);
  f("key", "hash of cell, revision and build, 32 hexadecimal digits", r.key, RowPart::identity);
  f("plan", "label of the plan that requested it first", r.plan, RowPart::facts);
  f("quantities", "figures by name: impactbench list quantities", r.quantities, RowPart::figures);
  f("reason", "a sentence; of a row that passed empty, or warnings", r.reason, RowPart::figures);
  f("revision", "of the sources", r.revision, RowPart::figures);
  f("schema", "version of this table", Later{schema}, RowPart::facts);
  f("series", "", Later{r.series}, RowPart::histories);
  f("status",
    "passed, unjudged, unresolved, missed, not_applicable, stopped, crashed, timed_out, "
    "out_of_memory or failed",
    r.status, RowPart::figures);
  f("timing", "", Sparse{r.timing}, RowPart::facts);
  f("truth", "", Sparse{r.truth}, RowPart::figures);
  f("unexpected_pass", "an expected failure did not occur", r.unexpected_pass, RowPart::figures);
}

/// Objects with such a list.
template <class T>
concept HasFields = requires(T& object) {
  each_field(object, [](auto&&...) {});
};

}  // namespace impactbench
