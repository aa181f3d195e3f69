#pragma once

#include "problems/files/scene_table.hpp"

namespace impactbench {

/// The list of names at the top of a scene; empty where it has none.
[[nodiscard]] std::vector<std::string> materials_of(const SceneTable& top);

/// The number of the material that a table names, or that a CSV gives, where they count from 1.
[[nodiscard]] int material_of(const SceneTable& table, const Scene& scene);
[[nodiscard]] int numbered_material(double number, const Scene& scene, const std::string& place);

/// The contact law of a table; `common` supplies missing values.
[[nodiscard]] ContactLaw law_of(const SceneTable& table, const ContactLaw& common,
                                const BodySpace& space);

/// Applies one [[law]].
void set_law(const SceneTable& table, Scene& scene);

}  // namespace impactbench
