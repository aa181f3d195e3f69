#include "benchmarks/program/commands.hpp"
#include "benchmarks/store/row_schema.hpp"
#include "benchmarks/trajectories/motion_tables.hpp"
#include "benchmarks/trajectories/trajectory_file.hpp"
#include "benchmarks/trajectories/vtu.hpp"
#include "problems/files/scene.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

namespace impactbench {
namespace {

void print_rows() {
  fmt::print(
      "# What impactbench writes\n\n"
      "Made by `impactbench formats` from the lists that the writers use; a test compares both. A "
      "version rises when\na field changes its name, place or meaning, not when one is "
      "added.\n\n"
      "## Rows as JSON lines: `export STORE --jsonl FILE`, schema {}\n\n"
      "One object a line. Numbers that are not finite are the texts inf, -inf, nan. `*` is any "
      "name, `[]` an entry of a list.\n\n| field | type | meaning |\n| --- | --- | --- |\n",
      row_schema);
  for (const RowField& f : row_fields())
    fmt::print("| `{}` | {} | {} |\n", f.path, f.type, f.meaning);
  fmt::print(
      "\n## Rows as CSV: `export STORE --csv FILE`, schema {}\n\n"
      "RFC 4180, UTF-8, a header line, decimal points, 17 digits at most (what reads back as the "
      "same number); a value that is\nabsent is an empty field. The columns from `cpu_median` on "
      "are "
      "those that some row has, in alphabetical order.\n\n| column | type | meaning |\n| --- | --- "
      "| "
      "--- |\n",
      row_schema);
  for (const RowField& f : row_columns())
    fmt::print("| `{}` | {} | {} |\n", f.path, f.type, f.meaning);
  fmt::print(
      "\n`export STORE --series NAME` writes `key,problem,scheme,solver,series,time,value`, a line "
      "an instant.\n");
}

void print_trajectories() {
  fmt::print(
      "\n## Trajectories: `run --trajectory FOLDER`, schema {}\n\n"
      "HDF5 in the layout of H5MD 1.1, written so that others can read while it grows (SWMR): open "
      "`NAME.h5.part` with\n`h5py.File(name, swmr=True)`. An instant is whole once its time is in "
      "`position/time`, which is written last, so that a run that is\nkilled leaves a file that "
      "can "
      "be read. The first 1000 instants are written at once, later ones within a tenth of a "
      "second.\nWhen the run ends the file is brought to the disk and named `NAME.h5`. T instants, "
      "N bodies, d dimension, C contacts of\nall instants; `step` and `time` of the others are "
      "those of the position.\n\n| path, "
      "attributes after `@` | shape | unit | meaning |\n| --- | --- | --- | --- |\n",
      trajectory_schema);
  for (const TrajectoryItem& item : trajectory_items()) {
    std::string shape(item.shape), unit(item.unit);
    for (std::string* text : {&shape, &unit}) {
      for (std::size_t bar = text->find('|'); bar != std::string::npos; bar = text->find('|', bar))
        text->replace(bar, 1, "or");
    }
    fmt::print("| `{}` | {} | {} | {} |\n", item.path, shape, unit, item.meaning);
  }
  fmt::print(
      "\n## ParaView: `paraview FILE.h5 --out FOLDER`\n\n"
      "`NAME.pvd` with three parts an instant: 0 `NAME_bodies_K.vtu`, 1 `NAME_contacts_K.vtu`, 2 "
      "`NAME_obstacles.vtu`. VTK XML\n(UnstructuredGrid, version 1.0), numbers as raw bytes "
      "behind the text. Discs are polygons of 32 corners, spheres\nvertices (show them with Glyph, "
      "scaled by `radius`, or as Point Gaussian), elastic cells polyhedra or quadrilaterals, "
      "contacts\nand obstacles lines.\n\n| cell data of | array | components | unit | meaning |\n| "
      "--- | --- | --- | --- | --- |\n");
  for (const VtuArray& a : vtu_arrays())
    fmt::print("| {} | `{}` | {} | {} | {} |\n", a.of, a.name, a.components, a.unit, a.meaning);
}

void print_tables() {
  fmt::print(
      "\n## States and impacts: `run --trajectory FOLDER --tables --at T...`\n\n"
      "Beside each trajectory `NAME_states` and `NAME_impacts`, each as CSV and as JSON lines (an "
      "object a line of the CSV, without\nfields that are absent). Numbers read back as the same "
      "bits. An impact is a row of steps in which a contact transmits\nimpulses; velocities are "
      "those before the first and after the last of these, so what gravity does in a step is in "
      "them.\n\n"
      "| table | columns | unit | meaning |\n| --- | --- | --- | --- |\n");
  for (const TableColumn& c : motion_columns())
    fmt::print("| {} | `{}` | {} | {} |\n", c.table, c.name, c.unit, c.meaning);
}

void print_scenes() {
  fmt::print(
      "\n## Scenes: `scene write PROBLEM --out FILE.toml`, `state FILE.h5 --at T --out "
      "FILE.toml`\n\n"
      "TOML; `scene` reads it as `file`, boxes and clusters as `start`. Every number reads back as "
      "the same bits. More than 100\nbodies are in FILE.csv, which `bodies` names: a line of names "
      "in any order, then a body a line; the columns are the keys of\na body, position as `x,y,z`, "
      "velocity as `vx,vy,vz`, in space spin as `spin_x,spin_y,spin_z` and angle likewise. A "
      "`vector` is a\nlist of d numbers, d the dimension; a `rotation` is a number in the plane "
      "and "
      "a list of three in space.\n\n"
      "| table | key | type | unit | where absent | meaning |\n| --- | --- | --- | --- | --- | --- "
      "|\n");
  for (const SceneKey& key : scene_keys())
    fmt::print("| {} | `{}` | {} | {} | {} | {} |\n",
               key.table.empty() ? "" : fmt::format("`[[{}]]`", key.table), key.name, key.type,
               key.unit, key.fallback, key.meaning);
}

void print_others() {
  fmt::print(
      "\n## Contact problems: `problems PLAN --out FOLDER`\n\n"
      "FCLIB 3.1 (HDF5), local problems: `fclib_local/W` by columns (nz = -1), `vectors/q`, "
      "`vectors/mu`, `spacedim`, `info`, and the\nimpulses of the run in `solution/r` with "
      "`solution/u` = W r + q. The group `impactbench` has the factors of W (`rows`, `dofs`,\n"
      "`velocity_unit`, `body_a`, `body_b`, `jacobian_a`, `jacobian_b`, `inverse_mass`), which "
      "other "
      "readers pass over. `index.csv`:\n"
      "`file,contacts,rows,bodies,contacts_per_body,redundant,mass_ratio,t,residual,cell`.\n"
      "\n`solve` reads what others write, too: local problems without factors, with their equality "
      "constraints (`V`, `R`, `s`), and\nglobal ones (`fclib_global`: `M`, `H`, `f`, `w`, with or "
      "without `G`, `b`), matrices as triplets, columns or rows. What is not\nof the contacts is "
      "eliminated: `W = H^T M^-1 H`, `q = H^T M^-1 f + w`. A singular `M` or `R` is refused.\n"
      "`fclib_global_rolling` and `fclib_local_rolling` have five rows a contact (`spacedim` 5) "
      "and "
      "`mu_r` [m].\n"
      "\n## Tables and figures: `report STORE --out FOLDER`\n\n"
      "Each table as CSV, Markdown and LaTeX, each figure as PDF, SVG and PNG with the gnuplot "
      "script that draws it again.\nThe LaTeX fits a page of A4 with margins of 22 mm: a `tabular` "
      "for `\\input`, or where that is too wide or too long a\n`longtable` in small letters, "
      "upright or in landscape (booktabs, longtable, array, pdflscape); `tables.tex` inputs them "
      "all.\n`reproduce FIGURE` and `plot STORE` write the data of a figure as CSV beside it.\n"
      "\n## Orders: `converge ... --out FOLDER`\n\n"
      "`orders.csv`, a line a norm of every study: "
      "`problem,scheme,solver,motion,norm,unit,order,order_low,order_high,claimed,\nwindow,points,"
      "steps,coarse,at_floor,correlation,floor,plateau,exact,reference,provenance,uncertainty,"
      "verdict,reason`; order_low\nand order_high are the 95 % interval, window the coarsest and "
      "the finest step of the fit [s], exact `yes` where all errors are\nrounding and `no` "
      "elsewhere; of a study that was refused only `problem`, `scheme`, `solver`, `verdict` "
      "(undecided) and `reason`\nare not empty. `points.csv`, a line an error:\n"
      "`problem,scheme,solver,norm,unit,step,error,use`; use is `window` (in the fit), `coarse`, "
      "`floor` or `zero`. Figures\n`order_PROBLEM_NORM` of both, which `orders FOLDER` draws "
      "again.\n"
      "\n## Histories: `history STORE... --out FOLDER`\n\n"
      "`history.csv`, a line a value: `revision,cell,quantity,value,level`, revision the name of "
      "the store, level what the value is held\nfor; `changes.csv`, a line a change, the worst "
      "first: `revision,cell,quantity,what`, revision the first behind it. Figures\n"
      "`history_QUANTITY`.\n"
      "\n## Stores: `run PLAN --store FILE`\n\n"
      "SQLite, one table `rows`. While it is written, FILE-wal beside it is part of it: copy both, "
      "or a store that no program writes,\nwhich is one file. A bare copy of an open store lacks "
      "the "
      "rows of the log; who reads it is warned.\n"
      "\n## JUnit XML: `check PLAN --baseline FILE --junit FILE`\n\n"
      "One `testsuite` (`name` the plan, `tests`, `failures`, `skipped`) of one `testcase` a cell "
      "(`classname` "
      "problem.scheme, `name`\nthe title of the cell); a cell that differs has a `failure` whose "
      "`message` is its worst difference and whose text has all, the worst first. Cells that "
      "differ "
      "come first.\nOne that agrees and that nothing judged (unjudged or unresolved) has a "
      "`skipped` "
      "whose `message` is its status and the reason.\n");
}

}  // namespace

void add_formats(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("formats", "Every file it writes: fields, units, versions");
  command->footer(
      "Example:\n"
      "  impactbench formats");
  command->callback([&action] {
    action = [] {
      print_rows();
      print_trajectories();
      print_tables();
      print_scenes();
      print_others();
      return 0;
    };
  });
}

}  // namespace impactbench
