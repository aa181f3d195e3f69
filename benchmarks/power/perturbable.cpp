#include "benchmarks/power/perturbable.hpp"

#include "problems/base/error.hpp"
#include "problems/contact/round_bodies.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace impactbench {
namespace {

constexpr std::array table{
    Perturbable{"gravity", "gravity",
                "the uniform acceleration; of generalised coordinates all "
                "applied forces",
                "forces move nothing in this run"},
    Perturbable{"force", "motion", "forces that vary in time or space, beside gravity",
                "these forces do not act in this run"},
    Perturbable{"mass", "mass", "mass and moment of inertia of the first body",
                "the first body meets no other body: falls and impacts on walls do not depend on "
                "its mass"},
    Perturbable{"masses", "mass", "masses and moments of inertia of all bodies",
                "all impulses scale with the masses: rigid motion under gravity and contact does "
                "not depend on the unit of mass"},
    Perturbable{"inertia", "inertia",
                "moments of inertia of all bodies at given masses; of "
                "generalised coordinates M(q) at given forces",
                "no torque acts on a body"},
    Perturbable{"radius", "contact", "radius of the first body", "the first body touches nothing"},
    Perturbable{"restitution", "restitution", "Newton's coefficient e; 0 becomes eps",
                "no impact of this run has a rebound that follows Newton's coefficient"},
    Perturbable{"friction", "friction", "Coulomb's coefficient mu",
                "no contact of this run slides"},
    Perturbable{"stiffness", "contact",
                "stiffness of contacts, 1/R; of elastic bodies Young's "
                "modulus",
                "nothing is pressed in this run"},
    Perturbable{"viscosity", "contact", "viscosity of the liquid between bodies",
                "no liquid is squeezed in this run"},
    Perturbable{"wall", "contact",
                "place of the obstacle that is hit first: moved by eps times "
                "the largest radius (of generalised coordinates the length) into the free side",
                "no body reaches this obstacle"},
    Perturbable{"impulses", "contact", "impulses of contacts in each step, after the solve",
                "contacts transmit nothing"},
    Perturbable{"contacts", "contact",
                "each k-th contact that transmits an impulse is left out, "
                "eps = 1/k",
                "there are fewer contacts than k"},
    Perturbable{"step", "motion", "the step of the scheme", "nothing moves in this run"},
    Perturbable{"speed", "motion", "all velocities of the start",
                "the start is forgotten in this run"},
};

bool has_force_beside_gravity(const MechanicalSystem& system) {
  return (round_system(system) != nullptr || sweeping_system(system) != nullptr) &&
         !system.constant_force();
}

const GeneralisedSystem* generalised(const Problem& problem) {
  return generalised_system(*problem.system);
}

bool elastic(const Problem& problem) {
  return problem.traits.bodies == BodyKind::polyhedra ||
         problem.traits.bodies == BodyKind::plane_grid;
}

RoundBodies bodies_of(const Problem& problem) {
  return elastic(problem) ? RoundBodies{.dimension = 1, .stride = 1}
                          : round_bodies(*problem.system);
}

constexpr const char* none = "";
using Why = std::string;

/// Empty where the parameter is there.
Why absent(std::string_view name, const Cell& cell, const Problem& problem,
           const SchemeClaims& claims, const ContactCount& contacts) {
  const RoundBodies bodies = bodies_of(problem);
  const GeneralisedSystem* coordinates = generalised(problem);
  const SweepingSystem* sweeping = sweeping_system(*problem.system);
  const ProblemTraits& traits = problem.traits;
  const auto unless = [](bool there, const char* sentence) { return there ? none : sentence; };
  if (name == "gravity")
    return unless(coordinates != nullptr ? traits.gravity : bodies.gravity.norm() > 0.0,
                  "there is no gravity");
  if (name == "force")
    return unless(coordinates != nullptr ? !traits.gravity && !problem.system->constant_force()
                                         : has_force_beside_gravity(*problem.system),
                  "there is no force beside gravity");
  if (name == "mass") return unless(bodies.size() > 1, "there is one body: see masses");
  if (name == "masses") return unless(sweeping == nullptr, "a point in a set has no mass");
  if (name == "inertia")
    return unless(
        coordinates != nullptr ? traits.gravity : !bodies.inertia.empty() && traits.rotation,
        "nothing rotates");
  if (name == "radius") return unless(bodies.size() > 0, "there are no round bodies");
  if (name == "restitution")
    return unless(!elastic(problem) && !traits.gluey && sweeping == nullptr,
                  "there is no law of restitution");
  if (name == "friction") return unless(traits.friction, "there is no friction");
  if (name == "stiffness")
    return unless(elastic(problem) || (claims.contact && cell.scheme_parameters.contains("R")),
                  "contacts are rigid");
  if (name == "viscosity") return unless(traits.viscosity > 0.0, "there is no liquid");
  if (name == "wall")
    return unless(coordinates != nullptr ? coordinates->constraints() > 0
                                         : sweeping != nullptr || !bodies.obstacles.empty(),
                  "there is no obstacle");
  if (name == "speed")
    return unless(!traits.first_order && problem.initial.v.norm() > 0.0,
                  "the start has no velocities");
  if (name == "impulses" || name == "contacts") {
    if (!contacts.recorded) return "the scheme records no impulses";
    return unless(contacts.impulses > 0, "no contact acts");
  }
  return none;
}

double restitution_of(const Problem& problem) {
  const GeneralisedSystem* coordinates = generalised(problem);
  return coordinates != nullptr ? coordinates->restitution() : bodies_of(problem).law.restitution;
}

}  // namespace

std::span<const Perturbable> perturbables() {
  return table;
}

const Perturbable& find_perturbable(std::string_view name) {
  const auto it = std::find_if(table.begin(), table.end(),
                               [&](const Perturbable& p) { return p.name == name; });
  if (it != table.end()) return *it;
  std::vector<std::string> names;
  for (const Perturbable& p : table)
    names.emplace_back(p.name);
  const std::string near = nearest_name(name, names);
  throw ConfigurationError(fmt::format("there is no parameter '{}'{}; known: {}", name,
                                       near.empty() ? "" : " (did you mean '" + near + "'?)",
                                       fmt::join(names, ", ")));
}

Relevance relevance(const Perturbable& parameter, const Cell& cell, const Problem& problem,
                    const SchemeClaims& claims, const ContactCount& contacts) {
  Relevance out;
  out.why_not = absent(parameter.name, cell, problem, claims, contacts);
  if (!out.why_not.empty()) return out;
  out.up = out.down = true;
  if (parameter.name == "restitution") {
    const double e = restitution_of(problem);
    out.up = e < 1.0;
    out.down = e > 0.0;
  }
  if (parameter.name == "contacts") out.down = false;  // every k-th, no less
  return out;
}

}  // namespace impactbench
