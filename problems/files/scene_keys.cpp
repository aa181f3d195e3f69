#include "problems/files/scene.hpp"

#include <vector>

namespace impactbench {

std::span<const SceneKey> scene_keys() {
  constexpr Range any = Range::any(), positive = Range::positive(), some = Range::at_least(0.0);
  static const std::vector<SceneKey> keys{
      {"", "dimension", "integer", "-", "needed", "of the space", Range::between(1.0, 3.0)},
      {"", "rotates", "boolean", "-", "true, on a line false", "bodies have spins and angles"},
      {"", "horizon", "number", "s", "needed", "end time", positive},
      {"", "gravity", "vector", "m/s2", "zero", "acceleration", any},
      {"", "shake", "vector", "m", "zero",
       "amplitude of the shaking frame of the scene: its position is shake sin(2 pi "
       "shake_frequency "
       "t + shake_phase)",
       any},
      {"", "shake_frequency", "number", "Hz", "needed with shake", "of it", positive},
      {"", "shake_phase", "number", "rad", "0", "of it at the start", any},
      {"", "restitution", "number", "-", "1", "Newton's normal restitution coefficient",
       Range::between(0.0, 1.0)},
      {"", "tangential_restitution", "number", "-", "1",
       "Newton's law along the tangents, where friction acts", Range::between(-1.0, 1.0)},
      {"", "friction", "number", "-", "0", "Coulomb's coefficient mu", some},
      {"", "rolling_friction", "number", "-", "0",
       "torque against rolling over reduced radius times normal force; needs friction", some},
      {"", "twisting_friction", "number", "-", "0", "the same against twisting, in space", some},
      {"", "gluey", "boolean", "-", "false",
       "contacts open once pulling has cancelled the pressing impulses"},
      {"", "viscosity", "number", "N s", "0", "of gluey contacts; 0: the limit", some},
      {"", "first_order", "boolean", "-", "false", "no inertia: velocities follow from forces"},
      {"", "penetration_allowed", "number", "m", "0",
       "bodies are pressed into each other on purpose, this deep at most", some},
      {"", "overlap_allowed", "number", "m", "0",
       "bodies may overlap by this much without a force, as rigid schemes leave them", some},
      {"", "materials", "texts", "-", "none",
       "names of the materials of bodies and obstacles; the first is the default"},
      {"", "bodies", "text", "-", "none", "name of a CSV beside the file, in place of [[body]]"},
      {"body", "mass", "number", "kg", "needed, or density", "mass", positive},
      {"body", "density", "number", "kg/m^d", "needed, or mass",
       "mass over 2 r, pi r^2, 4/3 pi r^3", positive},
      {"body", "radius", "number", "m", "needed", "radius", positive},
      {"body", "inertia", "number", "kg m2", "solid",
       "about every axis; \"solid\": m r^2 / 2 in the plane, 2/5 m r^2 in space", positive},
      {"body", "position", "vector", "m", "needed", "centre", any},
      {"body", "velocity", "vector", "m/s", "zero", "of the centre", any},
      {"body", "spin", "rotation", "rad/s", "zero", "angular velocity", any},
      {"body", "angle", "rotation", "rad", "zero", "integral of the spin up to the start", any},
      {"body", "material", "text", "-", "the first",
       "one of 'materials'; in a CSV its number, from 1"},
      {"body", "hold", "boolean", "-", "false",
       "its centre never moves: it is an obstacle of the shape ball, which keeps its spin"},
      {"obstacle", "shape", "text", "-", "needed",
       "half_space, segment (in the plane), box or ball"},
      {"obstacle", "point", "vector", "m", "of a half-space", "on its face", any},
      {"obstacle", "normal", "vector", "-", "of a half-space", "into the free side, any length",
       any},
      {"obstacle", "from", "vector", "m", "of a segment", "one end", any},
      {"obstacle", "to", "vector", "m", "of a segment", "the other end", any},
      {"obstacle", "low", "vector", "m", "of a box", "lower corner", any},
      {"obstacle", "high", "vector", "m", "of a box", "upper corner", any},
      {"obstacle", "centre", "vector", "m", "of a ball", "centre", any},
      {"obstacle", "radius", "number", "m", "of a ball", "radius", positive},
      {"obstacle", "surface_velocity", "vector", "m/s", "zero",
       "of all but balls: its surface moves along itself, as a belt does", any},
      {"obstacle", "spin", "rotation", "rad/s", "zero", "of a ball, as a roller has", any},
      {"obstacle", "material", "text", "-", "the first", "one of 'materials'"},
      {"law", "between", "texts", "-", "needed", "two of 'materials', which may be the same"},
      {"law", "restitution", "number", "-", "that of the scene", "Newton's, normal",
       Range::between(0.0, 1.0)},
      {"law", "tangential_restitution", "number", "-", "that of the scene",
       "along the tangents, where friction acts", Range::between(-1.0, 1.0)},
      {"law", "friction", "number", "-", "that of the scene", "Coulomb's coefficient mu", some},
      {"law", "rolling_friction", "number", "-", "that of the scene", "against rolling", some},
      {"law", "twisting_friction", "number", "-", "that of the scene", "against twisting", some}};
  return keys;
}

}  // namespace impactbench
