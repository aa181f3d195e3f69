#include "reference/yardsticks/why_no_truth.hpp"

#include "problems/base/fields.hpp"
#include "problems/model/round_system.hpp"
#include "reference/support/elastic_bounce.hpp"
#include "reference/support/line_motion.hpp"

#include <cmath>

namespace impactbench {
namespace {

using Reasons = std::vector<std::string>;

double number(const Problem& problem, const char* name) {
  return std::get<double>(problem.parameters.at(name));
}

/// A disc that starts in the floor under its weight m g: the spring of energy c D^alpha holds it at
/// the depth where c alpha D^(alpha - 1) = m g and throws it off where c D^alpha > m g D.
void add_pressed(const PressedStart& start, const ContactModel& contact, Reasons& out) {
  const double weight = start.mass * start.gravity, power = contact->exponent;
  const double c = contact->of_contact(start.radius, true).coefficient;
  const double lifts = std::pow(weight / c, 1.0 / (power - 1.0));
  if (start.depth > lifts * (1.0 - 1e-12)) {
    out.emplace_back("the ball leaves the floor: it starts " + to_text(start.depth) +
                     " m deep, and from " + to_text(lifts) + " m on the spring makes it bounce");
  }
}

void add_single_disc(const std::vector<Axis>& axes, const Problem& problem,
                     const ContactModel& contact, Reasons& out) {
  const Axis &x = axes[0], &y = axes[1];
  if (x.gravity != 0.0 || y.gravity > 0.0) out.emplace_back("gravity does not point down");
  if (y.gravity >= 0.0) return;
  if (contact && x.speed != 0.0) out.emplace_back("the ball moves sideways while it bounces");
  const double far = x.position + x.speed * problem.horizon;
  if (far < x.low || far > x.high) out.emplace_back("the ball reaches a side wall");
  if (y.position + 0.5 * y.speed * y.speed / -y.gravity > y.high)
    out.emplace_back("the ball reaches the ceiling");
  if (!contact && problem.traits.initial_penetration)
    out.emplace_back("the ball starts inside the floor, which a rigid one does not allow");
}

void add_many_discs(const Problem& problem, const ContactModel& contact, Reasons& out) {
  const auto bodies = problem.traits.body_count;
  if (contact) {
    out.push_back(std::to_string(bodies) +
                  " bodies with springs: the motion of more than two on a line is not known");
    return;
  }
  if (problem.traits.friction) out.emplace_back("discs with friction are not covered");
  if (problem.traits.restitution != 1.0)
    out.emplace_back("many discs are covered only if they are elastic");
  if (bodies > 81) out.push_back(std::to_string(bodies) + " discs: at most 81 are covered");
}

}  // namespace

std::vector<std::string> why_no_truth(const Problem& problem, const ContactModel& contact) {
  Reasons out;
  if (contact && problem.traits.initial_penetration) {
    if (const auto start = pressed_start(problem)) add_pressed(*start, contact, out);
  } else if (const auto axes = axes_of_single_disc(problem)) {
    add_single_disc(*axes, problem, contact, out);
  } else if (disc_system(*problem.system) != nullptr && problem.traits.body_count > 1) {
    add_many_discs(problem, contact, out);
  } else if (problem.name == "bouncing_point") {
    if (number(problem, "gravity") < 0.0) out.emplace_back("gravity points away from the wall");
    if (number(problem, "position") == 0.0 && number(problem, "velocity") <= 0.0)
      out.emplace_back("the point starts on the wall and does not leave it");
  } else if (problem.name == "crowd_row") {
    out.emplace_back(
        "the exact motion is known only for rows at a closed door (desired_velocities=door) and "
        "for rows without one");
  }
  return out;
}

}  // namespace impactbench
