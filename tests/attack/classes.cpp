#include "tests/attack/classes.hpp"

#include <array>

namespace impactbench::attack {

std::span<const AttackClass> classes() {
  static constexpr std::array all{
      AttackClass{"output_on_input", "exit 2 with a sentence, every file as it was", 16,
                  output_on_input},
      AttackClass{"output_nowhere", "exit 2 with a sentence, nothing partial left", 12,
                  output_nowhere},
      AttackClass{"full_stdout", "exit 2 with the sentence that stdout takes no more", 8,
                  full_stdout},
      AttackClass{"odd_options", "exit 2 naming the option", 16, odd_options},
      AttackClass{"odd_settings", "exit 0, or 2 naming the setting; nothing dies", 20,
                  odd_settings},
      AttackClass{"odd_shards", "exit 2 naming --shard, or the part that was asked for", 6,
                  odd_shards},
      AttackClass{"odd_environment", "the same output as usual, or exit 2 with a sentence", 8,
                  odd_environment},
      AttackClass{"odd_paths", "exit 0 or 1, or 2 with a sentence; what was there is as it was", 20,
                  odd_paths},
      AttackClass{"odd_grids", "as many cells as combinations, or exit 2 where they are too many",
                  4, odd_grids},
      AttackClass{"odd_launcher", "the part that the variables say, or exit 2", 6, odd_launcher},
      AttackClass{"damaged_plan", "exit 0, or 2 naming file and line; nothing dies", 20,
                  damaged_plan},
      AttackClass{"damaged_rows", "exit 0 or 1, or 2 naming file and line", 14, damaged_rows},
      AttackClass{"damaged_store", "exit 0 or 1, or 2 naming the store; the file as it was", 16,
                  damaged_store},
      AttackClass{"foreign_schema", "exit 2: no store of ours; nothing of it is run", 8,
                  foreign_schema},
      AttackClass{"hot_journal", "the rows before the transaction that was never finished", 6,
                  hot_journal},
      AttackClass{"edited_trajectory", "exit 0, or 2 naming the file; no memory is written out", 16,
                  edited_trajectory},
      AttackClass{"damaged_hdf5", "exit 0 or 1, or 2 naming the file", 8, damaged_hdf5},
      AttackClass{"damaged_start", "a row, or exit 2 with a sentence", 10, damaged_start},
      AttackClass{"odd_submission", "exit 2 with a sentence; nothing of it is run", 8,
                  odd_submission},
      AttackClass{"odd_names", "CSV of as many cells in each line, of UTF-8, without formulas", 8,
                  odd_names},
      AttackClass{"mixed_solves", "every file that is in order is solved", 4, mixed_solves},
      AttackClass{"odd_plugins", "loaded where it is one of ours, else exit 2", 6, odd_plugins},
      AttackClass{"hostile_plugin", "exit 2 naming the plug-in; the runner lives", 4,
                  hostile_plugin},
      AttackClass{"unknown_rows", "shown, the plug-in named; no later report takes pages away", 2,
                  unknown_rows},
      AttackClass{"damaged_points", "exit 0, or 2 naming the file", 3, damaged_points},
      AttackClass{"odd_completion", "plain names are offered, and nothing is run", 4,
                  odd_completion},
      AttackClass{"changing_start", "failed, and the rows of a quiet run once it is mended", 3,
                  changing_start},
      AttackClass{"unwritable_trajectory", "failed, and the rows of a quiet run once it is mended",
                  2, unwritable_trajectory},
      AttackClass{"lost_store", "its rows are kept and named, and taken up again", 3, lost_store},
      AttackClass{"lost_scratch", "its rows are kept and taken up, other folders left alone", 3,
                  lost_scratch},
      AttackClass{"misbehaving_cells", "each cell its status, the one beside it passed", 2,
                  misbehaving_cells},
      AttackClass{"signalled_runner", "its word, no process left, and the same digest once resumed",
                  3, signalled_runner},
      AttackClass{"killed_runner", "no process left, and the same digest once resumed", 3,
                  killed_runner}};
  return all;
}

}  // namespace impactbench::attack
