#include "benchmarks/peers/siconos_mechanics/model.hpp"

// Its headers ask for this one before the kernel's.
#include <MechanicsFwd.hpp>

#include <SolverOptions.h>
#include <Disk.hpp>
#include <SiconosKernel.hpp>
#include <SpaceFilter.hpp>

namespace impactbench::siconos_mechanics {

struct Model::Parts {
  double scale;
  std::vector<std::shared_ptr<Disk>> discs;
  std::shared_ptr<TimeStepping> simulation;

  void add_discs(const ModelStart& start, NonSmoothDynamicalSystem& model) {
    for (std::size_t i = 0; i < start.radius.size(); ++i) {
      auto q = std::make_shared<SiconosVector>(3), v = std::make_shared<SiconosVector>(3),
           force = std::make_shared<SiconosVector>(3);
      for (unsigned k = 0; k < 3; ++k) {
        const double unit = k < 2 ? scale : 1.0;
        (*q)(k) = start.q[3 * i + k] * unit;
        (*v)(k) = start.v[3 * i + k] * unit;
        (*force)(k) = k < 2 ? scale * start.mass[i] * start.gravity[k] : 0.0;
      }
      auto disc = std::make_shared<Disk>(start.radius[i] * scale, start.mass[i], q, v);
      (*disc->mass())(2, 2) = start.inertia[i] * scale * scale;
      disc->setFExtPtr(force);
      model.insertDynamicalSystem(disc);
      discs.push_back(disc);
    }
  }

  /// One line A x + B y + C = 0 a row, its middle and its length, 0 for one without end.
  [[nodiscard]] std::shared_ptr<SiconosMatrix> lines(const ModelStart& start) const {
    auto out = std::make_shared<SimpleMatrix>(static_cast<unsigned>(start.walls.size()), 6);
    out->zero();
    unsigned row = 0;
    for (const ModelStart::Wall& wall : start.walls) {
      (*out)(row, 0) = wall.inward[0];
      (*out)(row, 1) = wall.inward[1];
      (*out)(row, 2) = -scale * (wall.inward[0] * wall.point[0] + wall.inward[1] * wall.point[1]);
      ++row;
    }
    return out;
  }
};

Model::Model(const ModelStart& start) : parts_(new Parts{start.scale, {}, nullptr}) {
  // Its model wants an end; a race has none of its own.
  constexpr double long_enough = 1e6;
  auto model = std::make_shared<NonSmoothDynamicalSystem>(0.0, long_enough);
  parts_->add_discs(start, *model);
  auto solver = std::make_shared<FrictionContact>(2, SICONOS_FRICTION_2D_NSGS);
  solver->numericsSolverOptions()->iparam[SICONOS_IPARAM_MAX_ITER] = start.max_iterations;
  solver->numericsSolverOptions()->dparam[SICONOS_DPARAM_TOL] = start.tolerance;
  solver->setMStorageType(NM_SPARSE_BLOCK);
  solver->setMaxSize(static_cast<unsigned>(12 * start.radius.size() + 100));
  solver->setNumericsVerboseMode(false);
  solver->setKeepLambdaAndYState(true);
  parts_->simulation =
      std::make_shared<TimeStepping>(model, std::make_shared<TimeDiscretisation>(0.0, start.h),
                                     std::make_shared<MoreauJeanOSI>(0.5), solver);
  parts_->simulation->setWarnOnNonConvergence(false);
  // The velocities of a step enter its contacts linearly.
  parts_->simulation->setNewtonOptions(SICONOS_TS_LINEAR);
  // A box of 2 and cells of 2 of its units: with a box of 1 it misses contacts.
  auto contacts = std::make_shared<SpaceFilter>(2, 2, parts_->lines(start));
  contacts->insertNonSmoothLaw(
      std::make_shared<NewtonImpactFrictionNSL>(start.restitution, 0.0, start.friction, 2), 0, 0);
  parts_->simulation->insertInteractionManager(contacts);
}

Model::~Model() = default;

void Model::run(std::int64_t steps) {
  for (std::int64_t k = 0; k < steps; ++k) {
    parts_->simulation->computeOneStep();
    parts_->simulation->nextStep();
  }
}

void Model::state(double* q, double* v) const {
  for (std::size_t i = 0; i < parts_->discs.size(); ++i) {
    for (unsigned k = 0; k < 3; ++k) {
      const double unit = k < 2 ? parts_->scale : 1.0;
      q[3 * i + k] = parts_->discs[i]->getQ(k) / unit;
      v[3 * i + k] = parts_->discs[i]->getVelocity(k) / unit;
    }
  }
}

}  // namespace impactbench::siconos_mechanics
