#include "problems/model/polyhedral_system.hpp"

#include "problems/base/error.hpp"
#include "problems/base/fields.hpp"
#include "problems/model/deformation_energy.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

namespace impactbench {
namespace {

void require(bool fine, const std::string& what, double value, std::string_view range) {
  if (fine) return;
  throw ConfigurationError("polyhedra: " + what + " is " + to_text(value) + "; it must be " +
                           std::string(range));
}

bool positive(double x) {
  return x > 0.0 && std::isfinite(x);
}

double factor(const History& history, double t) {
  return history ? history(t) : 1.0;
}

/// Mean of a history over [t0, t1]: Gauss's rule with five points on 16 equal parts.
double mean_factor(const History& history, double t0, double t1) {
  if (!history) return 1.0;
  constexpr std::array<double, 3> place{0.0, 0.5384693101056831, 0.9061798459386640};
  constexpr std::array<double, 3> weight{0.5688888888888889, 0.4786286704993665,
                                         0.2369268850561891};
  constexpr int parts = 16;
  double sum = 0.0;
  for (int k = 0; k < parts; ++k) {
    const double half = 0.5 * (t1 - t0) / parts, middle = t0 + (2 * k + 1) * half;
    sum += weight[0] * history(middle);
    for (int i = 1; i < 3; ++i)
      sum += weight[i] * (history(middle - place[i] * half) + history(middle + place[i] * half));
  }
  return sum / (2.0 * parts);
}

/// The coefficients for which a link bends about t like E I^s, about s like E I^t, and twists like
/// G J: alpha_n + alpha_s = E I^s / S, alpha_n + alpha_t = E I^t / S, alpha_s + alpha_t = G J / S.
/// For coupled curvatures E / (1 + nu) replaces E across the shell.
Vec3 bending_coefficients(const Elastic& material, const PolyhedralSystem::Options& options,
                          const Interface& face) {
  const double twist = options.torsion == Torsion::polar
                           ? face.second_s + face.second_t
                           : 2.0 * std::min(face.second_s, face.second_t);
  double about_t = material.young * face.second_s / face.area;
  double about_s = material.young * face.second_t / face.area;
  if (options.curvatures == Curvatures::coupled) {
    (face.second_s < face.second_t ? about_t : about_s) /= 1.0 + material.poisson;
  }
  const double about_n = material.mu() * twist / face.area;
  return {0.5 * (about_t + about_s - about_n), 0.5 * (about_t + about_n - about_s),
          0.5 * (about_s + about_n - about_t)};
}

/// Number of pieces that hang together through interfaces.
int pieces(const CellMesh& mesh) {
  std::vector<int> root(mesh.size());
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](int i) {
    while (root[i] != i)
      i = root[i] = root[root[i]];
    return i;
  };
  int count = static_cast<int>(mesh.size());
  for (const Interface& face : mesh.interfaces) {
    const int a = find(face.a), b = find(face.b);
    if (a == b) continue;
    root[a] = b;
    --count;
  }
  return count;
}

}  // namespace

PolyhedralSystem::PolyhedralSystem(CellMesh mesh, const Elastic& material, Options options)
    : mesh_(std::move(mesh)), material_(material), options_(std::move(options)) {
  require(positive(material.young), "Young's modulus", material.young, "positive and finite [Pa]");
  require(material.poisson > -1.0 && material.poisson < 0.5, "Poisson's ratio", material.poisson,
          "in (-1, 0.5)");
  require(positive(material.density), "density", material.density, "positive and finite [kg/m3]");
  refuse_wrong_mesh();
  refuse_wrong_loads();
  const int n = cells();
  mass_.resize(6 * n);
  for (int i = 0; i < n; ++i) {
    const double m = material.density * mesh_.volume[i];
    mass_.segment<3>(6 * i).setConstant(m);
    mass_.segment<3>(6 * i + 3) = m * mesh_.gyration[i];
  }
  fixed_.assign(mesh_.size(), 0);
  for (const int cell : options_.fixed)
    fixed_[cell] = 1;
  for (const PrescribedMotion& motion : options_.prescribed)
    fixed_[motion.cell] = 1;
  make_links();
  if (options_.curvatures == Curvatures::coupled) make_coupling();
  make_loads();
  make_contacts();
}

void PolyhedralSystem::refuse_wrong_mesh() const {
  const std::size_t n = mesh_.size();
  require(n > 0, "number of cells", 0.0, "at least 1");
  if (mesh_.frame.size() != n || mesh_.gyration.size() != n || mesh_.volume.size() != n) {
    throw ConfigurationError("polyhedra: centres, frames, gyrations and volumes differ in number");
  }
  for (std::size_t i = 0; i < n; ++i) {
    const std::string cell = " of cell " + std::to_string(i);
    const Vec3& g = mesh_.gyration[i];
    require(positive(mesh_.volume[i]), "volume" + cell, mesh_.volume[i],
            "positive and finite [m3]");
    require(positive(g.minCoeff()) && g.allFinite(), "smallest moment of inertia" + cell,
            g.minCoeff(), "positive and finite");
    // I1 = d2 + d3 with d > 0: no moment exceeds the sum of the two others.
    require(2.0 * g.maxCoeff() < g.sum(), "largest moment of inertia" + cell, g.maxCoeff(),
            "less than the sum of the two others");
    const double skew = (mesh_.frame[i].transpose() * mesh_.frame[i] - Mat3::Identity()).norm();
    require(skew < 1e-12 && mesh_.frame[i].determinant() > 0.0, "distance from a rotation" + cell,
            skew, "below 1e-12, and the frame right-handed");
    require(mesh_.centre[i].allFinite(), "centre" + cell, mesh_.centre[i].sum(), "finite");
  }
  for (std::size_t k = 0; k < mesh_.interfaces.size(); ++k) {
    const Interface& f = mesh_.interfaces[k];
    const std::string face = " of interface " + std::to_string(k);
    const double last = static_cast<double>(n) - 1.0;
    const std::string range = "a cell in [0, " + to_text(last) + "], not the same as the other";
    require(f.a >= 0 && f.a <= last && f.a != f.b, "first cell" + face, f.a, range);
    require(f.b >= 0 && f.b <= last, "second cell" + face, f.b, range);
    require(positive(f.area), "area" + face, f.area, "positive and finite [m2]");
    require(positive(f.second_s) && positive(f.second_t), "smaller second moment" + face,
            std::min(f.second_s, f.second_t), "positive and finite [m4]");
    const double distance = (mesh_.centre[f.b] - mesh_.centre[f.a]).norm();
    require(positive(distance), "distance of the centres" + face, distance, "positive and finite");
  }
  const int parts = pieces(mesh_);
  require(parts == 1, "number of pieces that the body falls into", parts,
          "1: interfaces must connect all cells");
}

void PolyhedralSystem::refuse_wrong_loads() const {
  const double last = static_cast<double>(mesh_.size()) - 1.0;
  const std::string range = "a cell in [0, " + to_text(last) + "]";
  for (const int cell : options_.fixed)
    require(cell >= 0 && cell <= last, "fixed cell", cell, range);
  for (const PrescribedMotion& motion : options_.prescribed)
    require(motion.cell >= 0 && motion.cell <= last, "prescribed cell", motion.cell, range);
  for (const PointLoad& load : options_.point_loads) {
    require(load.cell >= 0 && load.cell <= last, "loaded cell", load.cell, range);
    require(load.force.allFinite() && load.point.allFinite(), "point load", load.force.sum(),
            "finite");
  }
  for (const MomentLoad& load : options_.moment_loads) {
    require(load.cell >= 0 && load.cell <= last, "cell with a moment", load.cell, range);
    require(load.moment.allFinite(), "moment", load.moment.sum(), "finite");
  }
  for (const FaceLoad& load : options_.face_loads) {
    require(load.face < mesh_.free_faces.size(), "loaded face", static_cast<double>(load.face),
            "the index of a free face, below " + std::to_string(mesh_.free_faces.size()));
    require(load.traction.allFinite(), "traction", load.traction.sum(), "finite");
  }
}

void PolyhedralSystem::make_links() {
  links_.reserve(mesh_.interfaces.size());
  for (const Interface& face : mesh_.interfaces) {
    const Vec3 apart = mesh_.centre[face.b] - mesh_.centre[face.a];
    const Mat3 &frame_a = mesh_.frame[face.a], &frame_b = mesh_.frame[face.b];
    Mat3 axes;  // s is made orthogonal to the line of centres, along which n is
    axes.col(0) = apart.normalized();
    axes.col(1) = (face.s - face.s.dot(axes.col(0)) * axes.col(0)).normalized();
    axes.col(2) = axes.col(0).cross(axes.col(1));
    links_.push_back({face.a, face.b, face.area, apart.norm(),
                      frame_a.transpose() * (face.centroid - mesh_.centre[face.a]),
                      frame_b.transpose() * (face.centroid - mesh_.centre[face.b]),
                      frame_a.transpose() * axes, frame_b.transpose() * axes,
                      bending_coefficients(material_, options_, face)});
  }
  const double nu = material_.poisson, share = 3.0 * nu / (1.0 - 2.0 * nu);
  dilated_ = mesh_.volume;
  for (const FreeFace& face : mesh_.free_faces)
    dilated_[face.cell] += share * face.area * face.depth / 3.0;
}

void PolyhedralSystem::make_coupling() {
  // The axis across the shell has the largest moment of inertia; of a layer of thickness e the
  // other two exceed it together by e^2/6 (per mass).
  std::vector<Vec3> across(mesh_.size());
  const double nu = material_.poisson, stiffness = material_.young * nu / (1.0 - nu * nu);
  for (std::size_t i = 0; i < mesh_.size(); ++i) {
    Eigen::Index axis = 0;
    const double largest = mesh_.gyration[i].maxCoeff(&axis);
    across[i] = mesh_.frame[i].col(axis);
    coupling_.stiffness.push_back(0.5 * stiffness * (mesh_.gyration[i].sum() - 2.0 * largest));
  }
  coupling_.volume = mesh_.volume;
  std::vector<int> sides(mesh_.size(), 0);
  for (const FreeFace& face : mesh_.free_faces) {
    if (std::abs(face.outward.dot(across[face.cell])) > 0.5) {
      ++sides[face.cell];
    } else {
      coupling_.volume[face.cell] += nu / (1.0 - nu) * face.area * face.depth;
    }
  }
  for (std::size_t i = 0; i < mesh_.size(); ++i) {
    require(sides[i] == 2, "number of free sides of cell " + std::to_string(i), sides[i],
            "2 where curvatures are coupled: a shell of one layer");
  }
  for (std::size_t k = 0; k < links_.size(); ++k) {
    const CellLink& link = links_[k];
    const Interface& face = mesh_.interfaces[k];
    const int thin = face.second_s < face.second_t ? 1 : 2;
    const auto sign = [&](const Mat3& axes, int cell) {
      return (mesh_.frame[cell] * axes.col(thin)).dot(across[cell]) > 0.0 ? 1.0 : -1.0;
    };
    const Vec3 n_a = link.axes_a.col(0), n_b = link.axes_b.col(0);
    const Vec3 tau_a = link.axes_a.col(thin), tau_b = link.axes_b.col(thin);
    coupling_.links.push_back({n_a * tau_b.transpose() - tau_a * n_b.transpose(),
                               sign(link.axes_a, link.a), sign(link.axes_b, link.b)});
  }
}

void PolyhedralSystem::make_loads() {
  const auto add = [&](int cell, const Vec3& force, const Vec3& point, const History& history) {
    const Vec3 arm = mesh_.frame[cell].transpose() * (point - mesh_.centre[cell]);
    pulls_.push_back({cell, force, arm, point, history});
  };
  for (const FaceLoad& load : options_.face_loads) {
    const FreeFace& face = mesh_.free_faces[load.face];
    add(face.cell, face.area * load.traction, face.centroid, load.history);
  }
  for (const PointLoad& load : options_.point_loads)
    add(load.cell, load.force, load.point, load.history);
}

void PolyhedralSystem::make_contacts() {
  for (std::size_t p = 0; p < options_.planes.size(); ++p) {
    RigidPlane& plane = options_.planes[p];
    const double length = plane.normal.norm();
    require(length > 0.0 && plane.normal.allFinite() && plane.point.allFinite(),
            "length of the normal of a plane", length, "positive, and all finite");
    plane.normal /= length;
    const std::size_t before = contacts_.size();
    for (const FreeFace& face : mesh_.free_faces) {
      if (!(face.outward.dot(plane.normal) < -1e-12)) continue;
      contacts_.push_back(
          {face.cell, p,
           mesh_.frame[face.cell].transpose() * (face.centroid - mesh_.centre[face.cell]),
           material_.young * face.area / face.depth});
    }
    require(contacts_.size() > before, "faces opposite a plane", 0.0, "at least 1");
  }
}

void PolyhedralSystem::traction_terms(double t, Eigen::VectorXd& terms) const {
  terms.setZero();
  const double compliance = (1.0 + material_.poisson) / material_.young;
  for (const FaceLoad& load : options_.face_loads) {
    if (!load.in_strain) continue;
    const FreeFace& face = mesh_.free_faces[load.face];
    terms(face.cell) += compliance * face.area * face.depth * load.traction.dot(face.outward) *
                        factor(load.history, t);
  }
}

State PolyhedralSystem::at_rest() const {
  State out;
  out.q.resize(7 * cells());
  out.v = Eigen::VectorXd::Zero(6 * cells());
  for (int i = 0; i < cells(); ++i) {
    const Eigen::Quaterniond turn(mesh_.frame[i]);
    out.q.segment<3>(7 * i) = mesh_.centre[i];
    out.q.segment<4>(7 * i + 3) << turn.w(), turn.x(), turn.y(), turn.z();
  }
  return out;
}

template <class Factor>
void PolyhedralSystem::add_loads(const Eigen::VectorXd& q, Factor&& factor_of,
                                 Eigen::VectorXd& force) const {
  for (const Pull& pull : pulls_) {
    const Vec3 f = factor_of(pull.history) * pull.force;
    force.segment<3>(6 * pull.cell) += f;
    force.segment<3>(6 * pull.cell + 3) += pull.arm.cross(rotation(q, pull.cell).conjugate() * f);
  }
  for (const MomentLoad& load : options_.moment_loads) {
    force.segment<3>(6 * load.cell + 3) +=
        factor_of(load.history) * (rotation(q, load.cell).conjugate() * load.moment);
  }
}

void PolyhedralSystem::external_force(double t, const Eigen::VectorXd& q, const Eigen::VectorXd&,
                                      Eigen::VectorXd& force) const {
  force.setZero();
  add_loads(
      q, [t](const History& history) { return factor(history, t); }, force);
}

void PolyhedralSystem::mean_force(double t0, double t1, const Eigen::VectorXd& q,
                                  const Eigen::VectorXd&, Eigen::VectorXd& force) const {
  force.setZero();
  add_loads(
      q, [&](const History& history) { return mean_factor(history, t0, t1); }, force);
}

void PolyhedralSystem::prescribe(double t, Eigen::VectorXd& q) const {
  for (const PrescribedMotion& motion : options_.prescribed) {
    const Vec3 shift = motion.displacement ? motion.displacement(t) : Vec3(0, 0, 0);
    const Vec3 angle = motion.rotation ? motion.rotation(t) : Vec3(0, 0, 0);
    const double size = angle.norm();
    Eigen::Quaterniond turn(mesh_.frame[motion.cell]);
    if (size > 0.0) turn = Eigen::AngleAxisd(size, Vec3(angle / size)) * turn;
    q.segment<3>(7 * motion.cell) = mesh_.centre[motion.cell] + shift;
    q.segment<4>(7 * motion.cell + 3) << turn.w(), turn.x(), turn.y(), turn.z();
  }
}

bool PolyhedralSystem::driven() const {
  if (!options_.moment_loads.empty() || !options_.prescribed.empty()) return true;
  return std::any_of(pulls_.begin(), pulls_.end(),
                     [](const Pull& pull) { return static_cast<bool>(pull.history); });
}

double PolyhedralSystem::internal_energy(double t, const Eigen::VectorXd& q) const {
  return deformation_energy(*this, t, q).total();
}

double PolyhedralSystem::external_potential(double t, const Eigen::VectorXd& q) const {
  double sum = 0.0;
  for (const Pull& pull : pulls_) {
    const Vec3 point = position(q, pull.cell) + rotation(q, pull.cell) * pull.arm;
    sum -= factor(pull.history, t) * pull.force.dot(point - pull.rest);
  }
  return sum;
}

const PolyhedralSystem* polyhedral_system(const MechanicalSystem& system) {
  return dynamic_cast<const PolyhedralSystem*>(&system);
}

}  // namespace impactbench
