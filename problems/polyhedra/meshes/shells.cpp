#include "problems/polyhedra/meshes/shells.hpp"

#include "problems/base/error.hpp"
#include "problems/base/fields.hpp"
#include "problems/polyhedra/meshes/box_grid.hpp"

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>
#include <string>
#include <utility>

namespace impactbench {
namespace {

void require(bool fine, const std::string& what, double value, const std::string& range) {
  if (fine) return;
  throw ConfigurationError("shell mesh: " + what + " is " + to_text(value) + "; it must be " +
                           range);
}

void check(double radius, double thickness, int around, int along) {
  require(thickness > 0.0 && std::isfinite(thickness), "thickness", thickness,
          "positive and finite [m]");
  require(radius > thickness && std::isfinite(radius), "radius", radius,
          "finite and above the thickness [m]");
  require(around >= 3, "number of cells around", around, "at least 3");
  require(along >= 1, "number of cells along", along, "at least 1");
}

/// Collects cells of a shell of one layer; columns of a frame: circumference, meridian, normal.
class Shell {
 public:
  explicit Shell(double thickness) : thickness_(thickness) {}

  void cell(const Vec3& centre, const Mat3& frame, double around, double along, double volume) {
    const int index = static_cast<int>(mesh_.size());
    mesh_.centre.push_back(centre);
    mesh_.frame.push_back(frame);
    mesh_.gyration.push_back(box_gyration({around, along, thickness_}));
    mesh_.volume.push_back(volume);
    for (const double side : {-1.0, 1.0}) {
      const Vec3 outward = side * frame.col(2);
      mesh_.free_faces.push_back({index, volume / thickness_, 0.5 * thickness_,
                                  centre + 0.5 * thickness_ * outward, outward});
    }
  }
  /// A strip across the shell: `width` along the middle surface in the direction `s`.
  void interface(int a, int b, const Vec3& centroid, const Vec3& s, double width) {
    const double area = width * thickness_;
    mesh_.interfaces.push_back({a, b, area, centroid, s, area * width * width / 12.0,
                                area * thickness_ * thickness_ / 12.0});
  }
  void rim(int cell, const Vec3& centroid, const Vec3& outward, double width) {
    const double depth = outward.dot(centroid - mesh_.centre[cell]);
    mesh_.free_faces.push_back({cell, width * thickness_, depth, centroid, outward});
  }
  [[nodiscard]] CellMesh mesh() && { return std::move(mesh_); }

 private:
  double thickness_;
  CellMesh mesh_;
};

Mat3 columns(const Vec3& a, const Vec3& b, const Vec3& c) {
  Mat3 out;
  out << a, b, c;
  return out;
}

}  // namespace

CellMesh cylinder_mesh(const CylinderShell& shell) {
  check(shell.radius, shell.thickness, shell.around, shell.along);
  require(shell.height > 0.0 && std::isfinite(shell.height), "height", shell.height,
          "positive and finite [m]");
  const double turn = 2.0 * std::numbers::pi / shell.around;
  const double arc = shell.radius * turn, rise = shell.height / shell.along;
  const Vec3 up = Vec3::UnitZ();
  const auto normal = [](double angle) { return Vec3(std::cos(angle), std::sin(angle), 0.0); };
  const auto point = [&](double angle, double z) -> Vec3 {
    return shell.radius * normal(angle) + z * up;
  };
  Shell out(shell.thickness);
  for (int j = 0; j < shell.along; ++j) {
    for (int i = 0; i < shell.around; ++i) {
      const Vec3 outward = normal(i * turn);
      out.cell(point(i * turn, (j + 0.5) * rise), columns(up.cross(outward), up, outward), arc,
               rise, arc * rise * shell.thickness);
    }
  }
  for (int j = 0; j < shell.along; ++j) {
    for (int i = 0; i < shell.around; ++i) {
      const double angle = i * turn;
      const int here = shell.cell(i, j);
      out.interface(here, shell.cell((i + 1) % shell.around, j),
                    point(angle + 0.5 * turn, (j + 0.5) * rise), up, rise);
      if (j + 1 < shell.along) {
        out.interface(here, shell.cell(i, j + 1), point(angle, (j + 1) * rise),
                      up.cross(normal(angle)), arc);
      }
      if (j == 0) out.rim(here, point(angle, 0.0), -up, arc);
      if (j + 1 == shell.along) out.rim(here, point(angle, shell.height), up, arc);
    }
  }
  return std::move(out).mesh();
}

CellMesh hemisphere_mesh(const HemisphereShell& shell) {
  check(shell.radius, shell.thickness, shell.around, shell.along);
  require(shell.hole > 0.0 && shell.hole < 0.5 * std::numbers::pi, "half opening of the hole",
          shell.hole, "in (0, pi/2) [rad]");
  const double r = shell.radius, turn = 2.0 * std::numbers::pi / shell.around;
  const double lift = (0.5 * std::numbers::pi - shell.hole) / shell.along;
  const auto normal = [](double longitude, double latitude) -> Vec3 {
    return {std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude),
            std::sin(latitude)};
  };
  const auto east = [](double longitude) -> Vec3 {
    return {-std::sin(longitude), std::cos(longitude), 0.0};
  };
  const auto north = [&](double longitude, double latitude) -> Vec3 {
    return normal(longitude, latitude).cross(east(longitude));
  };
  Shell out(shell.thickness);
  for (int j = 0; j < shell.along; ++j) {
    const double middle = (j + 0.5) * lift;
    const double area = r * r * turn * (std::sin((j + 1) * lift) - std::sin(j * lift));
    for (int i = 0; i < shell.around; ++i) {
      const Vec3 n = normal(i * turn, middle);
      out.cell(r * n, columns(east(i * turn), north(i * turn, middle), n),
               r * turn * std::cos(middle), r * lift, area * shell.thickness);
    }
  }
  for (int j = 0; j < shell.along; ++j) {
    const double middle = (j + 0.5) * lift, above = (j + 1) * lift;
    for (int i = 0; i < shell.around; ++i) {
      const double longitude = i * turn, side = (i + 0.5) * turn;
      const int here = shell.cell(i, j);
      out.interface(here, shell.cell((i + 1) % shell.around, j), r * normal(side, middle),
                    north(side, middle), r * lift);
      const double width = r * turn * std::cos(above);
      if (j + 1 < shell.along) {
        out.interface(here, shell.cell(i, j + 1), r * normal(longitude, above), east(longitude),
                      width);
      } else {
        out.rim(here, r * normal(longitude, above), north(longitude, above), width);
      }
      if (j == 0) out.rim(here, r * normal(longitude, 0.0), -Vec3::UnitZ(), r * turn);
    }
  }
  return std::move(out).mesh();
}

}  // namespace impactbench
