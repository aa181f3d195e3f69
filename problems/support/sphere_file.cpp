#include "problems/support/sphere_file.hpp"

#include "problems/model/error.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <string_view>

namespace impactbench {
namespace {

std::vector<std::string_view> words_of(std::string_view line) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  std::vector<std::string_view> out;
  while (true) {
    const std::size_t comma = line.find(',');
    out.push_back(line.substr(0, comma));
    if (comma == std::string_view::npos) return out;
    line.remove_prefix(comma + 1);
  }
}

}  // namespace

SphereFile read_sphere_file(const std::string& path) {
  std::ifstream in(path);
  std::string line;
  if (!in || !std::getline(in, line)) {
    throw ConfigurationError("spheres: " + path + " cannot be read, or is empty");
  }
  const std::size_t columns = words_of(line).size();
  if (columns < 3 || columns > 7 || columns == 6) {
    throw ConfigurationError("spheres: " + path + ":1 names " + std::to_string(columns) +
                             " columns; there must be 2 or 3 coordinates and the radius, then a "
                             "velocity of as many components or none");
  }
  const bool moving = columns > 4;
  const std::size_t places = moving ? (columns - 1) / 2 : columns - 1;
  SphereFile out;
  out.dimension = static_cast<int>(places);
  for (int number = 2; std::getline(in, line); ++number) {
    const auto refuse = [&](const std::string& what) {
      throw ConfigurationError("spheres: " + path + ":" + std::to_string(number) + " " + what);
    };
    const auto words = words_of(line);
    if (words.size() != columns) {
      refuse("has " + std::to_string(words.size()) + " columns; the first line names " +
             std::to_string(columns));
    }
    Vec3 x = Vec3::Zero(), u = Vec3::Zero();
    double radius = 0.0;
    for (std::size_t k = 0; k < columns; ++k) {
      double& target = k == places  ? radius
                       : k < places ? x[static_cast<Eigen::Index>(k)]
                                    : u[static_cast<Eigen::Index>(k - places - 1)];
      const char* end = words[k].data() + words[k].size();
      const auto read = std::from_chars(words[k].data(), end, target);
      if (read.ec != std::errc{} || read.ptr != end) {
        refuse("has '" + std::string(words[k]) + "', which is no number");
      }
    }
    out.position.push_back(x);
    out.radius.push_back(radius);
    if (moving) out.velocity.push_back(u);
  }
  if (out.radius.empty()) throw ConfigurationError("spheres: " + path + " has no sphere in it");
  return out;
}

}  // namespace impactbench
