#include "problems/support/sphere_file.hpp"

#include "problems/base/error.hpp"
#include "problems/base/number_table.hpp"

namespace impactbench {

SphereFile read_sphere_file(const std::string& path) {
  const auto known = [](const std::vector<std::string>& names) -> std::string {
    const std::size_t columns = names.size();
    if (columns >= 3 && columns <= 7 && columns != 6) return "";
    return "names " + std::to_string(columns) +
           " columns; there must be 2 or 3 coordinates and the radius, then a velocity of as many "
           "components or none";
  };
  const NumberTable table = read_number_table(path, "spheres", known);
  const std::size_t columns = table.names.size();
  const bool moving = columns > 4;
  const std::size_t places = moving ? (columns - 1) / 2 : columns - 1;
  SphereFile out;
  out.dimension = static_cast<int>(places);
  for (const std::vector<double>& row : table.rows) {
    Vec3 x = Vec3::Zero(), u = Vec3::Zero();
    for (std::size_t k = 0; k < places; ++k) {
      x[static_cast<Eigen::Index>(k)] = row[k];
      if (moving) u[static_cast<Eigen::Index>(k)] = row[places + 1 + k];
    }
    out.position.push_back(x);
    out.radius.push_back(row[places]);
    if (moving) out.velocity.push_back(u);
  }
  if (out.radius.empty()) throw ConfigurationError("spheres: " + path + " has no sphere in it");
  return out;
}

}  // namespace impactbench
