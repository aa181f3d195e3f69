#include "benchmarks/peers/lammps/lammps.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <lammps/library.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <numbers>

namespace impactbench::lammps {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

constexpr std::array<const char*, 3> axes{"x", "y", "z"};

/// The walls as [low, high] of x, y and z; not a number where there is none.
struct Box {
  using Side = std::array<double, 2>;
  std::array<Side, 3> sides{Side{none, none}, Side{none, none}, Side{none, none}};

  explicit Box(const RoundSystem& system) {
    for (const Obstacle& wall : system.obstacles()) {
      Eigen::Index axis = 0;
      wall.b.cwiseAbs().maxCoeff(&axis);
      sides[static_cast<std::size_t>(axis)][wall.b[axis] > 0.0 ? 0 : 1] = wall.a[axis];
    }
  }
};

/// Damping ratio of a linear spring and dashpot whose rebound is e times the impact speed.
double damping_ratio(double e) {
  if (e <= 0.0) return 1.0;
  const double l = -std::log(e);
  return l / std::hypot(std::numbers::pi, l);
}

/// The functions of the library that are used. It is opened with its own MPI before that of others:
/// Siconos, which a solver of the program links, brings MUMPS, whose stand-ins for MPI_Init and the
/// like would be found first.
class Library {
 public:
  static const Library& get() {
    static const Library library;
    return library;
  }

 private:
  void* file_{dlopen(IMPACTBENCH_LAMMPS, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND)};
  template <class F>
  [[nodiscard]] F* function(const char* name) const {
    if (file_ == nullptr) throw EngineError(fmt::format("lammps cannot be loaded: {}", dlerror()));
    // NOLINTNEXTLINE: dlsym has no other way to give a function
    auto* const out = reinterpret_cast<F*>(dlsym(file_, name));
    if (out == nullptr) throw EngineError(fmt::format("lammps has no function {}", name));
    return out;
  }

 public:
  decltype(lammps_open_no_mpi)* open_no_mpi{
      function<decltype(lammps_open_no_mpi)>("lammps_open_no_mpi")};
  decltype(lammps_close)* close{function<decltype(lammps_close)>("lammps_close")};
  decltype(lammps_command)* command{function<decltype(lammps_command)>("lammps_command")};
  decltype(lammps_has_error)* has_error{function<decltype(lammps_has_error)>("lammps_has_error")};
  decltype(lammps_get_last_error_message)* get_last_error_message{
      function<decltype(lammps_get_last_error_message)>("lammps_get_last_error_message")};
  decltype(lammps_gather_atoms)* gather_atoms{
      function<decltype(lammps_gather_atoms)>("lammps_gather_atoms")};
};

void* opened() {
  // Alone: its MPI is to wait for no daemon.
  setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);
  std::array<std::string, 5> words{"impactbench", "-log", "none", "-screen", "none"};
  std::array<char*, 5> arguments{};
  for (std::size_t k = 0; k < words.size(); ++k)
    arguments[k] = words[k].data();
  void* out = Library::get().open_no_mpi(5, arguments.data(), nullptr);
  if (out == nullptr) throw EngineError("lammps: no instance could be made");
  return out;
}

/// The library frees nothing of MPI itself; the process ends soon.
class World final : public Engine {
 public:
  World(const PeerScene& scene, const Params& p)
      : n_(scene.system.bodies().size()),
        dimension_(scene.system.dimension()),
        stride_(scene.system.space().stride()),
        lammps_(opened()) {
    set_up(scene, p);
    buffer_.resize(3 * n_);
  }
  ~World() override { library_.close(lammps_); }

  void run(std::int64_t steps) override { execute(fmt::format("run {} pre no post no", steps)); }

  void state(Eigen::VectorXd& q, Eigen::VectorXd& v) override {
    gather("x", q, 0);
    gather("v", v, 0);
    gather("omega", v, dimension_);
  }

 private:
  void execute(const std::string& command) {
    library_.command(lammps_, command.c_str());
    if (library_.has_error(lammps_) == 0) return;
    std::array<char, 512> text{};
    library_.get_last_error_message(lammps_, text.data(), static_cast<int>(text.size()));
    throw EngineError(fmt::format("lammps, at '{}': {}", command, text.data()));
  }

  void set_up(const PeerScene& scene, const Params& p) {
    const RoundSystem& system = scene.system;
    const Box box(system);
    // m: follows the bodies but keeps the size of the start, as a box around one body has none.
    const auto style = [&](std::size_t axis) {
      const Box::Side& side = box.sides[axis];
      if (static_cast<int>(axis) >= dimension_) return "p";
      return std::isnan(side[0]) || std::isnan(side[1]) ? "m" : "f";
    };
    execute("units si");
    execute(fmt::format("dimension {}", dimension_));
    execute("atom_style sphere");
    execute("atom_modify map array");
    execute(fmt::format("boundary {} {} {}", style(0), style(1), style(2)));
    execute("comm_modify vel yes");
    read_bodies(scene, box);
    set_contacts(system, box, p);
    execute(fmt::format("neighbor {} bin", p.skin));
    execute("neigh_modify every 1 delay 0 check yes");
    execute(dimension_ == 2 ? "fix move all nve/sphere disc" : "fix move all nve/sphere");
    if (dimension_ == 2) execute("fix plane all enforce2d");
    const double g = system.gravity().norm();
    if (g > 0.0) {
      const Vec3 down = system.gravity() / g;
      execute(fmt::format("fix weight all gravity {} vector {} {} {}", g, down.x(), down.y(),
                          down.z()));
    }
    execute(fmt::format("timestep {}", scene.h));
    execute("thermo 0");
    execute("run 0 post no");
  }

  /// Springs as in README.md; the tangential dashpot is that of bodies of the mean
  /// mass, W_t m_red = 3 of discs and 7/2 of balls.
  void set_contacts(const RoundSystem& system, const Box& box, const Params& p) {
    const ContactLaw& law = system.law();
    double mass = 0.0;
    for (const double m : system.bodies().mass)
      mass += m / static_cast<double>(n_);
    const bool friction = law.friction > 0.0;
    const double k_t = friction ? p.tangential * p.stiffness : 0.0;
    const double zeta = damping_ratio(law.restitution), share = dimension_ == 2 ? 3.0 : 3.5;
    const auto springs = [&](double reduced) {
      const double normal = 2.0 * zeta * std::sqrt(p.stiffness / reduced);
      const double tangential =
          friction ? 2.0 * p.tangential_damping * std::sqrt(k_t / (share * reduced)) : 0.0;
      return fmt::format("{} {} {} {} {} {}", p.stiffness, k_t, normal, tangential, law.friction,
                         friction ? 1 : 0);
    };
    const char* kind = friction ? "hooke/history" : "hooke";
    execute(fmt::format("pair_style gran/{} {}", kind, springs(0.5 * mass)));
    execute("pair_coeff * *");
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
      const Box::Side& side = box.sides[axis];
      if (std::isnan(side[0]) && std::isnan(side[1])) continue;
      const auto at = [](double x) { return std::isnan(x) ? "NULL" : fmt::format("{}", x); };
      execute(fmt::format("fix {0} all wall/gran {1} {2} {0}plane {3} {4}", axes[axis], kind,
                          springs(mass), at(side[0]), at(side[1])));
    }
  }

  /// Its own format of a start; the density that gives a ball of that radius the disc's mass.
  void read_bodies(const PeerScene& scene, const Box& box) {
    const BodyTable& bodies = scene.system.bodies();
    const State& start = scene.start;
    const auto entry = [&](const Eigen::VectorXd& of, std::size_t i, int k) {
      return of[stride_ * static_cast<Eigen::Index>(i) + k];
    };
    std::string text = fmt::format("start of a race\n\n{} atoms\n1 atom types\n", n_);
    for (int k = 0; k < 3; ++k) {
      const auto axis = static_cast<std::size_t>(k);
      double low = box.sides[axis][0], high = box.sides[axis][1];
      if (k >= dimension_) low = -0.4, high = 0.4;
      for (std::size_t i = 0; i < n_ && k < dimension_; ++i) {
        const double at = entry(start.q, i, k);
        if (std::isnan(box.sides[axis][0])) low = std::fmin(low, at - 1.0);
        if (std::isnan(box.sides[axis][1])) high = std::fmax(high, at + 1.0);
      }
      // An atom is lost beyond its box; a body that presses a wall is not.
      text += fmt::format("{0} {1} {2}lo {2}hi\n", low - 0.1, high + 0.1, axes[axis]);
    }
    const auto vector = [&](const Eigen::VectorXd& of, std::size_t i) {
      return fmt::format("{} {} {}", entry(of, i, 0), entry(of, i, 1),
                         dimension_ == 3 ? entry(of, i, 2) : 0.0);
    };
    text += "\nAtoms # sphere\n\n";
    for (std::size_t i = 0; i < n_; ++i) {
      const double r = bodies.radius[i];
      text += fmt::format("{} 1 {} {} {}\n", i + 1, 2.0 * r,
                          bodies.mass[i] / (4.0 / 3.0 * std::numbers::pi * r * r * r),
                          vector(start.q, i));
    }
    text += "\nVelocities\n\n";
    for (std::size_t i = 0; i < n_; ++i) {
      const std::string spin = dimension_ == 2
                                   ? fmt::format("0 0 {}", entry(start.v, i, 2))
                                   : fmt::format("{} {} {}", entry(start.v, i, 3),
                                                 entry(start.v, i, 4), entry(start.v, i, 5));
      text += fmt::format("{} {} {}\n", i + 1, vector(start.v, i), spin);
    }
    std::array<char, 32> name{"/tmp/impactbench_XXXXXX"};
    const int file = mkstemp(name.data());
    const bool written =
        file >= 0 && write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    if (file >= 0) close(file);
    if (!written) throw EngineError("lammps: no file could be written in /tmp");
    execute(fmt::format("read_data {}", name.data()));
    std::remove(name.data());
  }

  /// Into entries `first` on of each body: the plane's two components of a vector, or its third of
  /// a rotation; in space all three.
  void gather(const char* what, Eigen::VectorXd& to, int first) {
    std::string name(what);
    library_.gather_atoms(lammps_, name.data(), 1, 3, buffer_.data());
    const bool turn = first > 0;
    for (std::size_t i = 0; i < n_; ++i) {
      const auto at = stride_ * static_cast<Eigen::Index>(i) + first;
      const double* from = buffer_.data() + 3 * i;
      if (dimension_ == 3) {
        to.segment<3>(at) << from[0], from[1], from[2];
      } else if (turn) {
        to[at] = from[2];
      } else {
        to.segment<2>(at) << from[0], from[1];
      }
    }
  }

  std::size_t n_;
  int dimension_;
  Eigen::Index stride_;
  const Library& library_{Library::get()};
  void* lammps_;
  std::vector<double> buffer_;
};

}  // namespace

std::optional<std::string> absence() {
  return std::nullopt;
}

std::unique_ptr<Engine> make(const PeerScene& scene, const Params& params) {
  return std::make_unique<World>(scene, params);
}

}  // namespace impactbench::lammps
