#pragma once

#include "schemes/solvers/api/contact_problem.hpp"

#include <cmath>

namespace impactbench::testing {

inline constexpr double degree = 3.14159265358979 / 180.0;

/// A disc of radius 1 m and unit mass and inertia in a groove whose walls' normals lean by `angle`
/// from the vertical to either side, at rest: u_n = +-sin(angle) v_x + cos(angle) v_y, u_t =
/// cos(angle) v_x -+ sin(angle) v_y + om.
inline ContactProblem in_a_groove(double angle, double mu) {
  ContactProblem p;
  p.rows = 2;
  p.resize(2);
  p.body_a = {0, 0};
  p.body_b = {ContactProblem::fixed, ContactProblem::fixed};
  const double s = std::sin(angle), c = std::cos(angle);
  p.jacobian_a = {s, c, 0.0, c, -s, 1.0, -s, c, 0.0, c, s, 1.0};
  p.jacobian_b.assign(12, 0.0);
  p.inverse_mass = {1.0, 1.0, 1.0};
  p.b = {0.0, 0.0, 0.0, 0.0};
  p.friction = {mu, mu};
  return p;
}

/// A mass of 1 on a floor, without rotation, whose free velocity is u = (n, x, y), n along the
/// normal.
inline ContactProblem on_a_floor(double n, double x, double y, double mu) {
  ContactProblem p;
  p.rows = 3;
  p.resize(1);
  p.body_a = {0};
  p.body_b = {ContactProblem::fixed};
  p.jacobian_a = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
  p.inverse_mass = {1.0, 1.0, 1.0};
  p.b = {n, x, y};
  p.friction = {mu};
  return p;
}

/// A ball of mass and radius 1 on the floor z = 0, I = 2/5, with free angular velocity (x, y) along
/// the floor, at which it rolls without slip, and u_n = -1.
inline ContactProblem rolling_ball(double x, double y, double mu, double mu_r) {
  ContactProblem p;
  p.rows = 5;
  p.dofs = 6;
  p.resize(1);
  p.body_a = {0};
  p.body_b = {ContactProblem::fixed};
  p.jacobian_a.assign(30, 0.0);
  p.jacobian_a[2] = 1.0;                           // v_z
  p.jacobian_a[6] = 1.0, p.jacobian_a[10] = -1.0;  // v_x - w_y
  p.jacobian_a[13] = 1.0, p.jacobian_a[15] = 1.0;  // v_y + w_x
  p.jacobian_a[21] = 1.0;                          // w_x
  p.jacobian_a[28] = 1.0;                          // w_y
  p.inverse_mass = {1.0, 1.0, 1.0, 2.5, 2.5, 2.5};
  p.b = {-1.0, 0.0, 0.0, x, y};
  p.friction = {mu};
  p.rolling = {mu_r};
  return p;
}

}  // namespace impactbench::testing
