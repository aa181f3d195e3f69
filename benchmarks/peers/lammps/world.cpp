#include "benchmarks/peers/lammps/lammps.hpp"

#include <fmt/format.h>
#include <lammps/library.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <numbers>

namespace impactbench::peers::lammps {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// The walls as [low, high] of x and y; not a number where there is none.
struct Box {
  std::array<double, 2> x{none, none}, y{none, none};

  explicit Box(const RoundSystem& system) {
    for (const Wall& wall : system.walls()) {
      const bool of_x = std::abs(wall.inward.x()) > 0.5;
      auto& side = of_x ? x : y;
      const double to = of_x ? wall.inward.x() : wall.inward.y();
      side[to > 0.0 ? 0 : 1] = of_x ? wall.point.x() : wall.point.y();
    }
  }
};

/// Of a linear spring and dashpot that a hit leaves with e times its speed.
double damping_ratio(double e) {
  if (e <= 0.0) return 1.0;
  const double l = -std::log(e);
  return l / std::hypot(std::numbers::pi, l);
}

void* opened() {
  // Alone: its MPI is to wait for no daemon.
  setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);
  std::array<std::string, 5> words{"impactbench", "-log", "none", "-screen", "none"};
  std::array<char*, 5> arguments{};
  for (std::size_t k = 0; k < words.size(); ++k)
    arguments[k] = words[k].data();
  void* out = lammps_open_no_mpi(5, arguments.data(), nullptr);
  if (out == nullptr) throw EngineError("lammps: no instance could be made");
  return out;
}

/// The library frees nothing of MPI itself; the process ends soon.
class World final : public Engine {
 public:
  World(const Scene& scene, const Params& p)
      : n_(scene.system().bodies().size()), lammps_(opened()) {
    set_up(scene, p);
    buffer_.resize(3 * n_);
  }
  ~World() override { lammps_close(lammps_); }

  void run(std::int64_t steps) override { tell(fmt::format("run {} pre no post no", steps)); }

  void state(Eigen::VectorXd& q, Eigen::VectorXd& v) override {
    gather("x", q);
    gather("v", v);
    gather_spin(v);
  }

 private:
  void tell(const std::string& command) {
    lammps_command(lammps_, command.c_str());
    if (lammps_has_error(lammps_) == 0) return;
    std::array<char, 512> text{};
    lammps_get_last_error_message(lammps_, text.data(), static_cast<int>(text.size()));
    throw EngineError(fmt::format("lammps, at '{}': {}", command, text.data()));
  }

  void set_up(const Scene& scene, const Params& p) {
    const RoundSystem& system = scene.system();
    const Box box(system);
    const auto style = [](const std::array<double, 2>& side) {
      return std::isnan(side[0]) || std::isnan(side[1]) ? "s" : "f";
    };
    tell("units si");
    tell("dimension 2");
    tell("atom_style sphere");
    tell("atom_modify map array");
    tell(fmt::format("boundary {} {} p", style(box.x), style(box.y)));
    tell("comm_modify vel yes");
    read_discs(scene, box);
    set_contacts(system, box, p);
    tell(fmt::format("neighbor {} bin", p.skin));
    tell("neigh_modify every 1 delay 0 check yes");
    tell("fix move all nve/sphere disc");
    tell("fix plane all enforce2d");
    const double g = system.gravity().norm();
    if (g > 0.0) {
      tell(fmt::format("fix weight all gravity {} vector {} {} 0", g, system.gravity().x() / g,
                       system.gravity().y() / g));
    }
    tell(fmt::format("timestep {}", scene.h));
    tell("thermo 0");
    tell("run 0 post no");
  }

  /// Springs as in README.md; the tangential dashpot is that of discs of the mean mass.
  void set_contacts(const RoundSystem& system, const Box& box, const Params& p) {
    const ContactLaw& law = system.law();
    double mass = 0.0;
    for (const double m : system.bodies().mass)
      mass += m / static_cast<double>(n_);
    const bool friction = law.friction > 0.0;
    const double k_t = friction ? p.tangential * p.stiffness : 0.0;
    const double zeta = damping_ratio(law.restitution);
    const auto springs = [&](double reduced) {
      const double normal = 2.0 * zeta * std::sqrt(p.stiffness / reduced);
      const double tangential =
          friction ? 2.0 * p.tangential_damping * std::sqrt(k_t / (3.0 * reduced)) : 0.0;
      return fmt::format("{} {} {} {} {} {}", p.stiffness, k_t, normal, tangential, law.friction,
                         friction ? 1 : 0);
    };
    const char* kind = friction ? "hooke/history" : "hooke";
    tell(fmt::format("pair_style gran/{} {}", kind, springs(0.5 * mass)));
    tell("pair_coeff * *");
    const auto wall = [&](const char* name, const std::array<double, 2>& side) {
      if (std::isnan(side[0]) && std::isnan(side[1])) return;
      const auto at = [](double x) { return std::isnan(x) ? "NULL" : fmt::format("{}", x); };
      tell(fmt::format("fix {0} all wall/gran {1} {2} {0}plane {3} {4}", name, kind, springs(mass),
                       at(side[0]), at(side[1])));
    };
    wall("x", box.x);
    wall("y", box.y);
  }

  /// Its own format of a start; the density that gives a ball of that radius the disc's mass.
  void read_discs(const Scene& scene, const Box& box) {
    const RoundSystem& system = scene.system();
    const BodyTable& discs = system.bodies();
    const State& start = scene.start();
    std::string text = fmt::format("start of a race\n\n{} atoms\n1 atom types\n", n_);
    for (const auto& [name, k, side] : {std::tuple{"x", 0, box.x}, std::tuple{"y", 1, box.y}}) {
      double low = side[0], high = side[1];
      for (std::size_t i = 0; i < n_; ++i) {
        const double at = start.q[3 * static_cast<Eigen::Index>(i) + k];
        if (std::isnan(side[0])) low = std::fmin(low, at - 1.0);
        if (std::isnan(side[1])) high = std::fmax(high, at + 1.0);
      }
      // An atom is lost beyond its box; a disc that presses a wall is not.
      text += fmt::format("{0} {1} {2}lo {2}hi\n", low - 0.1, high + 0.1, name);
    }
    text += "-0.5 0.5 zlo zhi\n\nAtoms # sphere\n\n";
    for (std::size_t i = 0; i < n_; ++i) {
      const auto at = 3 * static_cast<Eigen::Index>(i);
      const double r = discs.radius[i];
      text += fmt::format("{} 1 {} {} {} {} 0\n", i + 1, 2.0 * r,
                          discs.mass[i] / (4.0 / 3.0 * std::numbers::pi * r * r * r), start.q[at],
                          start.q[at + 1]);
    }
    text += "\nVelocities\n\n";
    for (std::size_t i = 0; i < n_; ++i) {
      const auto at = 3 * static_cast<Eigen::Index>(i);
      text +=
          fmt::format("{} {} {} 0 0 0 {}\n", i + 1, start.v[at], start.v[at + 1], start.v[at + 2]);
    }
    std::array<char, 32> name{"/tmp/impactbench_XXXXXX"};
    const int file = mkstemp(name.data());
    const bool written =
        file >= 0 && write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    if (file >= 0) close(file);
    if (!written) throw EngineError("lammps: no file could be written in /tmp");
    tell(fmt::format("read_data {}", name.data()));
    std::remove(name.data());
  }

  /// Two of three components each; the third of a plane motion is another quantity of ours.
  void gather(const char* what, Eigen::VectorXd& to) {
    std::string name(what);
    lammps_gather_atoms(lammps_, name.data(), 1, 3, buffer_.data());
    for (std::size_t i = 0; i < n_; ++i) {
      const auto at = 3 * static_cast<Eigen::Index>(i);
      to.segment<3>(at) << buffer_[3 * i], buffer_[3 * i + 1], 0.0;
    }
  }
  void gather_spin(Eigen::VectorXd& v) {
    std::string name("omega");
    lammps_gather_atoms(lammps_, name.data(), 1, 3, buffer_.data());
    for (std::size_t i = 0; i < n_; ++i)
      v[3 * static_cast<Eigen::Index>(i) + 2] = buffer_[3 * i + 2];
  }

  std::size_t n_;
  void* lammps_;
  std::vector<double> buffer_;
};

}  // namespace

std::optional<std::string> absence() {
  return std::nullopt;
}

std::string version() {
  void* lammps = opened();
  const int version = lammps_version(lammps);
  lammps_close(lammps);
  return std::to_string(version);
}

std::unique_ptr<Engine> make(const Scene& scene, const Params& params) {
  return std::make_unique<World>(scene, params);
}

}  // namespace impactbench::peers::lammps
