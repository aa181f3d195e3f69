#pragma once

#include "schemes/api/scheme.hpp"

namespace impactbench::hostile {

/// Does harm where it is only asked to describe itself.
struct Params {
  std::string where{"refuses"}, how{"aborts"};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"where", "-", "which question does harm"}, self.where,
      OneOf{"make", "claims", "refuses", "instance"});
    f(Field{"how", "-", "which harm"}, self.how,
      OneOf{"loops", "aborts", "segfaults", "leaves", "throws", "throws_a_number", "eats_memory",
            "overflows_the_stack", "kills_its_parent"});
  }
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::hostile
