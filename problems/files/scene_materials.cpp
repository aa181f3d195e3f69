#include "problems/files/scene_materials.hpp"

#include "problems/base/error.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

constexpr std::size_t most_materials = 100;

std::string listed(const std::vector<std::string>& names) {
  if (names.empty()) return "the scene has no 'materials'";
  std::string out = "known: ";
  for (std::size_t k = 0; k < names.size(); ++k)
    out += (k == 0 ? "" : ", ") + names[k];
  return out;
}

int place_of_name(const std::string& name, std::string_view key, const SceneTable& table,
                  const Scene& scene) {
  const auto found = std::find(scene.materials.begin(), scene.materials.end(), name);
  if (found == scene.materials.end())
    table.refuse(key, "there is no material '" + name + "'; " + listed(scene.materials));
  return static_cast<int>(found - scene.materials.begin());
}

}  // namespace

std::vector<std::string> materials_of(const SceneTable& top) {
  std::vector<std::string> out = top.texts("materials");
  if (out.empty() && top.has("materials"))
    top.refuse("materials", "'materials' must name one at least");
  if (out.size() > most_materials)
    top.refuse("materials", "'materials' names " + std::to_string(out.size()) +
                                " of them; at most 100 are allowed");
  for (std::size_t k = 0; k < out.size(); ++k) {
    if (std::count(out.begin(), out.end(), out[k]) > 1)
      top.refuse("materials", "'materials' names '" + out[k] + "' twice");
  }
  return out;
}

int material_of(const SceneTable& table, const Scene& scene) {
  return place_of_name(table.text("material"), "material", table, scene);
}

int numbered_material(double number, const Scene& scene, const std::string& place) {
  const auto count = static_cast<double>(scene.materials.size());
  if (number == std::floor(number) && number >= 1.0 && number <= count)
    return static_cast<int>(number) - 1;
  throw ConfigurationError(
      place + ": material = " + to_text(number) +
      " is not allowed; it must be the number of one of 'materials', from 1" +
      (scene.materials.empty() ? "; the scene has none" : " to " + to_text(count)));
}

ContactLaw law_of(const SceneTable& table, const ContactLaw& common, const BodySpace& space) {
  const ContactLaw out{table.number("restitution", common.restitution),
                       table.number("tangential_restitution", common.tangential_restitution),
                       table.number("friction", common.friction),
                       table.number("rolling_friction", common.rolling_friction),
                       table.number("twisting_friction", common.twisting_friction)};
  if (out.friction > 0.0 && !space.rotates)
    table.refuse("friction", "friction needs bodies that rotate");
  if (out.rolling_friction > 0.0 && !(out.friction > 0.0))
    table.refuse("rolling_friction", "'rolling_friction' needs friction > 0");
  if (out.twisting_friction > 0.0 && (!(out.friction > 0.0) || space.dimension < 3))
    table.refuse("twisting_friction", "'twisting_friction' needs friction > 0 and dimension 3");
  return out;
}

void set_law(const SceneTable& table, Scene& scene) {
  const std::vector<std::string> names = table.texts("between");
  if (names.size() != 2) table.refuse("'between' must name two of 'materials'");
  const int a = place_of_name(names[0], "between", table, scene),
            b = place_of_name(names[1], "between", table, scene);
  scene.laws.set(a, b, law_of(table, scene.laws.between(a, b), scene.space));
}

}  // namespace impactbench
