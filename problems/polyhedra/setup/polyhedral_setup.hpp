#pragma once

#include "problems/model/polyhedral_system.hpp"
#include "problems/model/problem.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace impactbench {

/// Settings that every problem of polyhedral cells has in addition to its own.
struct PolyhedralCommon {
  std::string torsion{"thin"};
  std::string bending{"sine"};
  std::string curvatures{"separate"};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"torsion", "-",
            "torsional stiffness of links: polar moment of the interface, as printed, or that of a "
            "thin plate"},
      self.torsion, OneOf{"polar", "thin"});
    f(Field{"bending", "-", "moment of links: of the sine of the angle, as printed, or the angle"},
      self.bending, OneOf{"sine", "logarithm"});
    f(Field{"curvatures", "-",
            "bending along and across a shell of one layer: separate, as printed, or coupled by "
            "Poisson's ratio as in a thin plate"},
      self.curvatures, OneOf{"separate", "coupled"});
  }
  friend bool operator==(const PolyhedralCommon&, const PolyhedralCommon&) = default;

  [[nodiscard]] PolyhedralSystem::Options options() const;
};

/// E, nu and rho of a material as fields of a parameter struct.
template <class Self, class F>
void each_elastic_field(Self& self, F&& f) {
  f(Field{"young", "Pa", "Young's modulus"}, self.young, Range::positive());
  f(Field{"poisson", "-", "Poisson's ratio"}, self.poisson, Range{-1.0, 0.5, true, true});
  f(Field{"density", "kg/m3", "mass per volume"}, self.density, Range::positive());
}

/// Positions in static equilibrium under the system's loads; from rest in `load_steps` steps, or in
/// two, four or eight times as many if these fail. Throws ConfigurationError, naming the problem,
/// if none is found.
[[nodiscard]] Eigen::VectorXd static_equilibrium(const PolyhedralSystem& system, int load_steps,
                                                 std::string_view problem);

/// The traits of a problem of this body, whatever its start.
[[nodiscard]] ProblemOutline polyhedral_outline(const PolyhedralSystem& system, double horizon);

/// The problem of a body that starts at `initial`, with its traits.
[[nodiscard]] Problem polyhedral_problem(std::string_view name, const ParameterSet& complete,
                                         std::unique_ptr<const PolyhedralSystem> system,
                                         State initial, double horizon);

}  // namespace impactbench
