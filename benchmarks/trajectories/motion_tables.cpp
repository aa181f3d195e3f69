#include "benchmarks/trajectories/motion_tables.hpp"

#include "benchmarks/files/output.hpp"
#include "problems/base/error.hpp"
#include "problems/base/fields.hpp"
#include "problems/contact/round_bodies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <utility>

namespace impactbench {
namespace {

/// Rows of numbers below names; an absent one is an empty field of CSV, no field of JSON.
struct Table {
  std::vector<std::string> names;
  std::vector<std::vector<std::optional<double>>> rows;
};

void write_table(const std::string& path, const Table& table) {
  write_to(path + ".csv", [&](std::ostream& out) {
    for (std::size_t k = 0; k < table.names.size(); ++k)
      out << (k == 0 ? "" : ",") << table.names[k];
    out << '\n';
    for (const auto& row : table.rows) {
      for (std::size_t k = 0; k < row.size(); ++k)
        out << (k == 0 ? "" : ",") << (row[k] ? to_text(*row[k]) : "");
      out << '\n';
    }
  });
  write_to(path + ".jsonl", [&](std::ostream& out) {
    for (const auto& row : table.rows) {
      const char* before = "{";
      for (std::size_t k = 0; k < row.size(); ++k) {
        if (!row[k]) continue;
        out << before << '"' << table.names[k] << "\":" << to_text(*row[k]);
        before = ",";
      }
      out << "}\n";
    }
  });
}

constexpr std::array axes{"x", "y", "z"};

/// Names and values side by side, so that a name cannot lose its number.
class TableRow {
 public:
  void add(const std::string& name, std::optional<double> value) {
    names_.push_back(name);
    values_.push_back(value);
  }
  /// One per axis of the space.
  void add(const std::string& name, const Vec3& value, int dimension) {
    for (int k = 0; k < dimension; ++k)
      add(name + axes[static_cast<std::size_t>(k)], value[k]);
  }
  /// One in the plane, three in space.
  void add_rotation(const std::string& name, const Vec3& value, const RoundBodies& bodies) {
    if (bodies.inertia.empty()) return;
    if (bodies.dimension == 3) return add(name + "_", value, 3);
    add(name, value.z());
  }
  void end(Table& table) {
    table.names = std::exchange(names_, {});
    table.rows.push_back(std::exchange(values_, {}));
  }

 private:
  std::vector<std::string> names_;
  std::vector<std::optional<double>> values_;
};

Vec3 along(const RoundBodies& bodies, const Eigen::VectorXd& of, std::size_t i) {
  Vec3 out = Vec3::Zero();
  out.head(bodies.dimension) =
      of.segment(static_cast<Eigen::Index>(i) * bodies.stride, bodies.dimension);
  return out;
}

Vec3 about(const RoundBodies& bodies, const Eigen::VectorXd& of, std::size_t i) {
  Vec3 out = Vec3::Zero();
  const int turns = bodies.stride - bodies.dimension;
  out.tail(turns) =
      of.segment(static_cast<Eigen::Index>(i) * bodies.stride + bodies.dimension, turns);
  return out;
}

void add_bodies(const RoundBodies& bodies, const StateKeeper::Kept& kept, Table& table) {
  TableRow row;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    row.add("at", kept.at);
    row.add("t", kept.time);
    row.add("body", static_cast<double>(i + 1));
    row.add("", along(bodies, kept.state.q, i), bodies.dimension);
    row.add("v", along(bodies, kept.state.v, i), bodies.dimension);
    row.add_rotation("spin", about(bodies, kept.state.v, i), bodies);
    row.add_rotation("angle", about(bodies, kept.state.q, i), bodies);
    row.end(table);
  }
}

void add_coordinates(const StateKeeper::Kept& kept, Table& table) {
  TableRow row;
  for (Eigen::Index k = 0; k < kept.state.q.size(); ++k) {
    row.add("at", kept.at);
    row.add("t", kept.time);
    row.add("coordinate", static_cast<double>(k + 1));
    row.add("q", kept.state.q[k]);
    row.add("v", k < kept.state.v.size() ? std::optional(kept.state.v[k]) : std::nullopt);
    row.end(table);
  }
}

void add_impact(const RoundBodies& bodies, const Impact& i, Table& table) {
  TableRow row;
  const int d = bodies.dimension;
  const bool wall = i.key.second < 0;
  row.add("begin", i.begin);
  row.add("end", i.over ? std::optional(i.end) : std::nullopt);
  row.add("a", i.key.first + 1.0);
  row.add("b", wall ? std::nullopt : std::optional(i.key.second + 1.0));
  row.add("obstacle", wall ? std::optional(-static_cast<double>(i.key.second)) : std::nullopt);
  row.add("normal_", i.normal, d);
  for (const auto& [name, motion] :
       {std::pair{"a_before", &i.a_before}, std::pair{"a_after", &i.a_after},
        std::pair{"b_before", &i.b_before}, std::pair{"b_after", &i.b_after}}) {
    row.add(std::string(name) + "_v", motion->velocity, d);
    row.add_rotation(std::string(name) + "_spin", motion->spin, bodies);
  }
  row.add("impulse_", i.impulse, d);
  row.add("pressure", i.pressure);
  row.add("u_before", i.approach);
  row.add("u_after", i.separation);
  row.add("restitution", i.restitution());
  row.add("slip_before", i.slip_before);
  row.add("slip_after", i.slip_after);
  row.end(table);
}

}  // namespace

std::span<const TableColumn> motion_columns() {
  static constexpr std::array columns{
      TableColumn{"states", "at, t", "s", "time asked for, and of the state: the nearest step"},
      TableColumn{"states", "body", "-", "from 1"},
      TableColumn{"states", "x, y, z", "m", "centre"},
      TableColumn{"states", "vx, vy, vz", "m/s", "velocity"},
      TableColumn{"states", "spin, angle", "rad/s, rad",
                  "in the plane; spin_x and so on in space; none where bodies do not rotate"},
      TableColumn{"states", "coordinate, q, v", "its own",
                  "in place of bodies: coordinate from 1, its value and rate"},
      TableColumn{"impacts", "begin, end", "s",
                  "of the first and the last step in a row with an impulse; no end: it lasts on"},
      TableColumn{"impacts", "a, b", "-", "bodies from 1; no b: an obstacle"},
      TableColumn{"impacts", "obstacle", "-", "from 1, in the order of the problem"},
      TableColumn{"impacts", "normal_x", "-", "from a to b, in the first step; likewise y, z"},
      TableColumn{"impacts", "a_before_vx, a_before_spin", "m/s, rad/s",
                  "of a before the first step; likewise a_after (after the last one), b_before, "
                  "b_after; zeros of an obstacle"},
      TableColumn{"impacts", "impulse_x", "N s", "on b, of all steps, friction included"},
      TableColumn{"impacts", "pressure", "N s", "normal impulse of all steps"},
      TableColumn{"impacts", "u_before, u_after", "m/s", "speed of separation of the surfaces"},
      TableColumn{"impacts", "restitution", "-",
                  "-u_after / u_before; absent where nothing was approached"},
      TableColumn{"impacts", "slip_before, slip_after", "m/s",
                  "tangential speed of the surfaces against each other"}};
  return columns;
}

StateKeeper::StateKeeper(const std::vector<double>& at, double h, std::int64_t steps) : h_(h) {
  for (const double t : at) {
    if (!(t >= 0.0) || !std::isfinite(t))
      throw ConfigurationError(fmt::format("--at {}: must be in [0, inf) s", t));
    const double step = std::min(std::round(t / h), static_cast<double>(steps));
    wanted_.push_back({static_cast<std::int64_t>(step), t});
  }
  std::stable_sort(wanted_.begin(), wanted_.end(),
                   [](const Wanted& x, const Wanted& y) { return x.step < y.step; });
}

void StateKeeper::after_step(const State& state) {
  for (; next_ < wanted_.size() && wanted_[next_].step == state.step; ++next_)
    kept_.push_back({wanted_[next_].at, static_cast<double>(state.step) * h_, state});
}

void write_states(const std::string& path, const Problem& problem,
                  std::span<const StateKeeper::Kept> states) {
  Table table;
  const bool bodies = round_system(*problem.system) != nullptr;
  for (const StateKeeper::Kept& kept : states) {
    if (bodies) {
      add_bodies(round_bodies(*problem.system), kept, table);
    } else {
      add_coordinates(kept, table);
    }
  }
  write_table(path + "_states", table);
}

void write_impacts(const std::string& path, const Problem& problem,
                   std::span<const Impact> impacts) {
  const RoundBodies bodies = round_bodies(*problem.system);
  Table table;
  add_impact(bodies, {}, table);  // for the names, also where there is none
  table.rows.clear();
  for (const Impact& impact : impacts)
    add_impact(bodies, impact, table);
  write_table(path + "_impacts", table);
}

}  // namespace impactbench
