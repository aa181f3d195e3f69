#include "problems/discs/disc_box/disc_box.hpp"

#include "problems/base/portable_random.hpp"
#include "problems/support/disc_columns.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::disc_box {
namespace {

double radius_of(const Params& p, double u) {
  const double rest = 1.0 - (1.0 - p.radius_ratio) * u;
  if (p.radius_law == "uniform") return p.radius * rest;
  if (p.radius_law == "by_area") return p.radius * p.radius_ratio / rest;
  return p.radius;
}

DiscSetup set_up(const Params& p, Bodies bodies) {
  DiscSetup setup(p.common, bodies);
  const int n = static_cast<int>(p.n);
  const double wanted = std::round(std::sqrt(static_cast<double>(n) * p.aspect));
  const int at_most = static_cast<int>(std::clamp(wanted, 1.0, static_cast<double>(n)));
  const int rows = (n + at_most - 1) / at_most;
  const int columns = (n + rows - 1) / rows;  // the last one may be short
  const double pitch = 2.0 * p.radius * p.spacing;
  const double width = pitch * columns;
  const double height = pitch * rows;
  setup.reserve(static_cast<std::size_t>(n));
  setup.box(0.0, width, 0.0, height * p.headroom);
  setup.gravity({0.0, -p.gravity});
  PortableRandom random(p.seed);
  const auto symmetric = [&] { return 2.0 * random.uniform() - 1.0; };
  const double reach = p.jitter * (0.5 * pitch - p.radius);
  for_each_place({n, rows, width - 0.5 * pitch, height - 0.5 * pitch, pitch},
                 [&](double x_0, double y_0) {
                   const double r = radius_of(p, random.uniform());
                   const double x = x_0 + reach * symmetric();
                   const double y = y_0 + reach * symmetric();
                   const double v_x = p.speed * symmetric();
                   const double v_y = p.speed * symmetric();
                   const double share = r / p.radius;
                   setup.disc(p.mass * share * share, r, {x, y}, {v_x, v_y});
                 });
  if (p.start != "places") begin_at_scene(setup, p.start);
  return setup;
}

}  // namespace

ProblemEntry entry() {
  return {.name = "disc_box",
          .summary = "any number of discs of random radii and positions fall in a box",
          .reference = "cost and packing studies of this suite",
          .parameters = parameters_of<Params>(),
          .make =
              [](const ParameterSet& given) {
                const auto p = parse<Params>(given, "problem disc_box");
                return set_up(p, Bodies::kept).make("disc_box", to_set(p), p.horizon);
              },
          .sketch =
              [](const ParameterSet& given) {
                const auto p = parse<Params>(given, "problem disc_box");
                return set_up(p, Bodies::counted).outline(p.horizon);
              }};
}

}  // namespace impactbench::disc_box
