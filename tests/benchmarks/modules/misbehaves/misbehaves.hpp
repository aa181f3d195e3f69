#pragma once

#include "schemes/api/scheme.hpp"

namespace impactbench::misbehaves {

/// Bodies fly through each other and through walls, and at step 10 the scheme does what no scheme
/// should.
struct Params {
  std::string how{"throws"};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"how", "-", "what goes wrong at step 10"}, self.how,
      OneOf{"throws",
            "throws_in_a_thread",
            "breaks_down",
            "segfaults",
            "aborts",
            "leaves",
            "hangs",
            "hangs_without_answer",
            "sleeps",
            "eats_memory",
            "eats_memory_in_a_thread",
            "starts_threads",
            "floods_output",
            "floods_all_descriptors",
            "gives_nan",
            "starts_processes",
            "keeps_processes",
            "burns_in_children",
            "hoards_in_children",
            "fills_a_file",
            "kills_its_guard",
            "stops_its_guard"});
  }
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::misbehaves
