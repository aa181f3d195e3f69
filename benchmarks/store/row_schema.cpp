#include "benchmarks/store/row_schema.hpp"

#include <array>

namespace impactbench {

std::span<const RowField> row_fields() {
  static constexpr std::array fields{
      RowField{"schema", "integer", "version of this table"},
      RowField{"key", "text", "hash of cell, revision and build, 32 hexadecimal digits"},
      RowField{"plan", "text", "label of the plan that requested it first"},
      RowField{"cell.problem", "text", "name in the catalogue, or contact_file"},
      RowField{"cell.scheme", "text", "name in the catalogue, or solve"},
      RowField{"cell.solver", "text", "name in the catalogue, or none"},
      RowField{"cell.problem_parameters.*", "any", "every parameter of the problem with its value"},
      RowField{"cell.scheme_parameters.*", "any", "every parameter of the scheme"},
      RowField{"cell.solver_parameters.*", "any", "every parameter of the solver"},
      RowField{"cell.dt", "number", "step as written [s]; of a solve 1"},
      RowField{"cell.dt_precision", "text", "double, or single: dt is rounded so"},
      RowField{"cell.tolerance_set", "text", "set of limits"},
      RowField{"cell.frames", "integer", "instants kept in the row; absent for none"},
      RowField{"cell.ensemble.size", "integer", "runs from perturbed starts; absent for none"},
      RowField{"cell.ensemble.seed", "integer", "of their perturbations"},
      RowField{"cell.ensemble.amplitude", "number", "largest perturbation of a velocity [m/s]"},
      RowField{"cell.files.*", "text",
               "hash of the file that a parameter (problem.start) names; absent for none"},
      RowField{"status", "text",
               "passed, unjudged, unresolved, missed, not_applicable, stopped, crashed, timed_out, "
               "out_of_memory or failed"},
      RowField{"reason", "text", "a sentence; of a row that passed empty, or warnings"},
      RowField{"unexpected_pass", "boolean", "an expected failure did not occur"},
      RowField{"quantities.*", "number", "figures by name: impactbench list quantities"},
      RowField{"checks.[].name", "text", "quantity that was judged"},
      RowField{"checks.[].value", "number", "measured value; null: none"},
      RowField{"checks.[].low", "number", "lower limit; null: open"},
      RowField{"checks.[].high", "number", "upper limit; null: open"},
      RowField{"checks.[].passed", "boolean", "whether it lies between, and that says something"},
      RowField{"checks.[].kind", "text", "truth, law or self_report"},
      RowField{"checks.[].unresolved", "boolean", "the limit reaches the scale of the problem"},
      RowField{"checks.[].formula", "text", "of the limit, with its numbers"},
      RowField{"checks.[].source", "text", "of the formula"},
      RowField{"checks.[].expected_failure", "text", "reason of an expected failure; null: none"},
      RowField{"series.*.time.[]", "number", "instants of a history [s]"},
      RowField{"series.*.value.[]", "number", "its values"},
      RowField{"frames.[].time", "number", "instant [s]"},
      RowField{"frames.[].q.[]", "number",
               "positions: x, y, angle a disc, or coordinates a sphere"},
      RowField{"frames.[].v.[]", "number", "their rates"},
      RowField{"frames.[].contacts.[].[]", "number",
               "a, b (-1: a wall), normal x and y from a to b, normal force [N], normal z if any"},
      RowField{"timing.repeats", "integer", "timed runs without instruments"},
      RowField{"timing.cpu_min", "number", "least CPU time of a run [s]"},
      RowField{"timing.cpu_median", "number", "median [s]"},
      RowField{"timing.cpu_spread", "number", "largest less least [s]"},
      RowField{"timing.phases.*", "number", "share of each phase of a step [-]"},
      RowField{"timing.threads", "integer", "threads that the cell was given"},
      RowField{"timing.wall_min", "number", "least wall clock time of a run [s]"},
      RowField{"timing.cpu_cell", "number", "CPU time of the whole cell [s]; may be absent"},
      RowField{"timing.setup", "number", "CPU time before a solve [s]; absent of a run"},
      RowField{"timing.limit", "number", "CPU time that a solve had [s]; absent of a run"},
      RowField{"timing.peak_memory", "number", "largest resident memory [MiB]; may be absent"},
      RowField{"truth.source", "text", "of the trajectory that errors are against; may be absent"},
      RowField{"truth.provenance", "text", "closed form, computed two ways, computed once"},
      RowField{"truth.uncertainty", "number", "of its positions [m]"},
      RowField{"environment.*", "text",
               "CPU, compiler, flags, libraries, BLAS, host, plugins where the cell has some"},
      RowField{"revision", "text", "of the sources"},
      RowField{"build", "text", "hash of compiler, flags, libraries and plug-ins of the cell"}};
  return fields;
}

std::span<const RowField> row_columns() {
  static constexpr std::array columns{
      RowField{"schema", "integer", "version of this table"},
      RowField{"key", "text", "as in JSON, like the others without a remark"},
      RowField{"plan", "text", ""},
      RowField{"problem", "text", ""},
      RowField{"scheme", "text", ""},
      RowField{"solver", "text", ""},
      RowField{"dt", "number", ""},
      RowField{"dt_precision", "text", ""},
      RowField{"status", "text", ""},
      RowField{"reason", "text", ""},
      RowField{"revision", "text", ""},
      RowField{"build", "text", ""},
      RowField{"cpu_median", "number", ""},
      RowField{"cpu_min", "number", ""},
      RowField{"cpu_spread", "number", ""},
      RowField{"problem.*", "any", "parameters, in alphabetical order with those of the others"},
      RowField{"quantity.*", "number", "figures"},
      RowField{"scheme.*", "any", "parameters"},
      RowField{"setup", "number", "of solves alone"},
      RowField{"solver.*", "any", "parameters"},
      RowField{"threads", "integer", ""},
      RowField{"wall_min", "number", ""}};
  return columns;
}

}  // namespace impactbench
