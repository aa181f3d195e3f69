#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace impactbench::siconos_mechanics {

/// The input of a model, in C++17: its headers do not compile with later standards.
struct ModelStart {
  std::vector<double> radius, mass, inertia;  ///< [m], [kg], [kg m2]
  std::vector<double> q, v;                   ///< x, y, angle of each disc
  struct Wall {
    double point[2], inward[2];
  };
  std::vector<Wall> walls;
  double gravity[2];
  double restitution, friction;
  double h;          ///< [s]
  double tolerance;  ///< of the solver
  int max_iterations;
  double scale;  ///< lengths of the model over ours
};

/// The discs, the scheme and its solver in the library.
class Model {
 public:
  explicit Model(const ModelStart& start);
  ~Model();
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  void run(std::int64_t steps);
  void state(double* q, double* v) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace impactbench::siconos_mechanics
