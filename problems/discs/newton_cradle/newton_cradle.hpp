#pragma once

#include "problems/model/disc_setup.hpp"

namespace impactbench::newton_cradle {

/// Four equal discs on a line without gravity: the first hits three at rest, of which only the last
/// two touch. For rigid elastic discs with simultaneous impacts resolved one after another only the
/// last one leaves; compliant contacts and Moreau's law share the momentum otherwise. The reference
/// solution is `elastic_discs` until impacts that share a disc coincide; then the laws of contact,
/// the energy and the momenta judge a run. The problem shows which outcome a scheme selects and
/// whether it conserves energy and momentum. Source: nguyen2024, section 4.3.2.3 (Test 3) and
/// listing `newton`.
struct Params {
  DiscCommon common{};
  double mass{2.0};
  double radius{0.2};
  double speed{1.0};
  double horizon{1.5};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    DiscCommon::each_field(self.common, f);
    f(Field{"mass", "kg", "mass of each disc"}, self.mass, Range::positive());
    f(Field{"radius", "m", "radius of each disc"}, self.radius, Range::positive());
    f(Field{"speed", "m/s", "initial speed of the first disc"}, self.speed, Range::any());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] Problem make(const Params& p = {});
[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::newton_cradle
