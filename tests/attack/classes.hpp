#pragma once

#include "tests/attack/attack.hpp"

namespace impactbench::attack {

// Command lines and outputs.
Verdict output_on_input(Arena& arena, Random& random);
Verdict output_nowhere(Arena& arena, Random& random);
Verdict full_stdout(Arena& arena, Random& random);
Verdict odd_options(Arena& arena, Random& random);
Verdict odd_settings(Arena& arena, Random& random);
Verdict odd_shards(Arena& arena, Random& random);
Verdict odd_environment(Arena& arena, Random& random);
Verdict odd_paths(Arena& arena, Random& random);
Verdict odd_grids(Arena& arena, Random& random);
Verdict odd_launcher(Arena& arena, Random& random);

// Files of strangers.
Verdict damaged_plan(Arena& arena, Random& random);
Verdict edited_trajectory(Arena& arena, Random& random);
Verdict damaged_hdf5(Arena& arena, Random& random);
Verdict damaged_start(Arena& arena, Random& random);
Verdict odd_submission(Arena& arena, Random& random);
Verdict odd_names(Arena& arena, Random& random);
Verdict mixed_solves(Arena& arena, Random& random);

// Plug-ins, reports, shells.
Verdict odd_plugins(Arena& arena, Random& random);
Verdict hostile_plugin(Arena& arena, Random& random);
Verdict unknown_rows(Arena& arena, Random& random);
Verdict damaged_points(Arena& arena, Random& random);
Verdict odd_completion(Arena& arena, Random& random);

// Trouble of the machine while a run is under way.
Verdict changing_start(Arena& arena, Random& random);
Verdict unwritable_trajectory(Arena& arena, Random& random);
Verdict lost_store(Arena& arena, Random& random);
Verdict lost_scratch(Arena& arena, Random& random);

// Stores and rows of strangers.
Verdict damaged_rows(Arena& arena, Random& random);
Verdict damaged_store(Arena& arena, Random& random);
Verdict foreign_schema(Arena& arena, Random& random);
Verdict hot_journal(Arena& arena, Random& random);

// Processes.
Verdict misbehaving_cells(Arena& arena, Random& random);
Verdict signalled_runner(Arena& arena, Random& random);
Verdict killed_runner(Arena& arena, Random& random);

}  // namespace impactbench::attack
