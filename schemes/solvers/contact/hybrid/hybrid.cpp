#include "schemes/solvers/contact/hybrid/hybrid.hpp"

#include "schemes/solvers/api/contact_entry.hpp"
#include "schemes/solvers/support/coulomb/central_path.hpp"
#include "schemes/solvers/support/coulomb/coulomb_admm.hpp"
#include "schemes/solvers/support/coulomb/proximal_newton.hpp"
#include "schemes/solvers/support/sweeps/gauss_seidel.hpp"
#include "schemes/solvers/support/sweeps/momentum_sweeps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench::hybrid {
namespace {

enum class From { here, given, zero };

/// Sweeps, then iterations of admm, then factorisations of path following, then of prox_ssn.
struct Stage {
  From from{From::here};
  int sweeps{0}, admm{0}, path_following{0}, factorisations{0};
  double rho{1.0}, sigma{1.0};  ///< of the parameters
  double relaxation{1.0};       ///< of admm
  int patience{1};              ///< of prox_ssn
  int kinks{24};                ///< of its paths
  int path_patience{6};         ///< of path following
  int path_kinks{24};           ///< of its paths
};

constexpr Stage round_in_the_plane{.admm = 600,
                                   .path_following = 100,
                                   .factorisations = 600,
                                   .rho = 0.6,
                                   .relaxation = 1.6,
                                   .patience = 10};
constexpr Stage round_in_space{.admm = 200, .factorisations = 600, .patience = 10};

constexpr int endless = std::numeric_limits<int>::max();

/// Factor of the numbers of the last stage, at most: 5000 times it is still an int.
constexpr int most_times = 100000;

constexpr Stage fallbacks[] = {
    {.from = From::given, .factorisations = 1500, .patience = endless, .kinks = 100},
    {.from = From::zero, .factorisations = 1500, .patience = endless, .kinks = 1000},
    {.from = From::zero,
     .sweeps = 2000,
     .factorisations = 1500,
     .sigma = 0.1,
     .patience = endless,
     .kinks = 1000},
    {.from = From::given,
     .admm = 4000,
     .factorisations = 150,
     .relaxation = 1.6,
     .patience = endless,
     .kinks = 1000},
    {.from = From::zero, .admm = 6000, .factorisations = 150, .patience = endless, .kinks = 1000},
    {.from = From::given,
     .admm = 4000,
     .factorisations = 150,
     .rho = 1.0 / 3.0,
     .relaxation = 1.6,
     .patience = endless,
     .kinks = 1000},
};

class Solver final : public ContactSolver {
 public:
  using Parameters = Params;
  static constexpr std::string_view name = "hybrid";
  static constexpr bool takes_rolling = true;

  explicit Solver(Params p) : params_(p) {}

  void prepare(std::size_t contact_count, std::size_t body_count, int rows) override {
    form_.prepare(contact_count, body_count, rows);
    system_.prepare(contact_count);
    rows > 2 ? momentum_.prepare(contact_count, body_count, rows)
             : plain_.prepare(contact_count, body_count, rows);
    admm_.prepare(contact_count, body_count, rows);
    if (rows <= 3) path_.prepare(contact_count, body_count, rows);
    newton_.prepare(contact_count, body_count, rows);
    const std::size_t size = contact_count * static_cast<std::size_t>(rows);
    best_.prepare(size);
    for (auto* per_row : {&y_, &given_, &p_})
      per_row->reserve(size);
  }

  SolveReport solve(const ContactProblem& problem, std::vector<double>& p) override {
    if (!form_.pack(problem, p)) return {};
    form_.take(p, given_);
    y_.assign(given_.size(), 0.0);
    from_zero_ = form_.residual(y_);
    y_ = given_;
    best_.start();
    best_.offer(form_.residual(y_), y_);
    made_ = 0;
    paths_ = 0;
    analysed_ = false;
    if (best_.residual() > params_.tolerance && std::isfinite(best_.residual())) try_all(problem);
    return best_.conclude(form_, params_.tolerance, made_, p);
  }

 private:
  [[nodiscard]] bool done() const {
    return best_.residual() <= params_.tolerance || made_ >= params_.max_iterations;
  }
  [[nodiscard]] bool within(double tolerances) const {
    return best_.residual() <= tolerances * params_.tolerance;
  }
  /// The part of a stage's iterations that the limit leaves.
  [[nodiscard]] int left(int wanted) const {
    return std::min(wanted, params_.max_iterations - made_);
  }

  /// So many sweeps, again as long as they divide the residual by that.
  void sweep_while(int sweeps, double divisor, const ContactProblem& problem) {
    for (double before = 0.0; !done();) {
      before = best_.residual();
      run({.sweeps = sweeps}, problem);
      if (!(best_.residual() < before / divisor)) break;
    }
  }

  void try_all(const ContactProblem& problem) {
    // Impulses of the last time step are wrong in a few contacts; sweeps would change all others
    // too, which only helps where little is missing.
    const bool warm = std::any_of(given_.begin(), given_.end(), [](double y) { return y != 0.0; });
    if (warm && problem.rows < 3) {
      if (within(30.0)) sweep_while(std::min(10, params_.sweeps), 3.0, problem);
      if (!done()) start_from_the_last_step(problem);
      y_ = given_;
    }
    sweep_while(params_.sweeps, 10.0, problem);
    // Alternating directions lose a good start at first: from there Newton may do alone.
    if (!done() && (within(30.0) || best_.residual() < 0.01 * from_zero_))
      run({.factorisations = 60}, problem);
    go_rounds(problem);
    if (!params_.fallbacks) return;
    for (const Stage& stage : fallbacks) {
      if (done()) return;
      // In space kinks are not counted: the first is then the second.
      if (&stage == fallbacks && !warm && problem.rows > 2) continue;
      run(stage, problem);
    }
    for (int k = 1; problem.rows == 3 && k <= most_times && !done(); k *= 4) {
      run({.from = From::zero,
           .sweeps = 500 * k,
           .factorisations = 5000 * k,
           .patience = endless,
           .kinks = 24},
          problem);
    }
  }

  /// In space a path that arrives seldom takes more than 300 factorisations or 20 turns. Loose
  /// heaps are then solved by a round, and some jammed ones by going on along the path. In the
  /// plane the rounds nearly always suffice, and cost less.
  void go_rounds(const ContactProblem& problem) {
    const bool in_space = problem.rows == 3;
    if (in_space) follow_central_path(300, 20);
    for (int round = 0; round < params_.rounds && !done(); ++round) {
      Stage stage = problem.rows < 3 ? round_in_the_plane : round_in_space;
      if (round % 3 == 2) stage.rho /= 3.0;
      run(stage, problem);
      // In impacts the impulses of the last step may be worse than none.
      if (round == 0 && !within(200.0)) run({.from = From::zero, .factorisations = 100}, problem);
      if (in_space) follow_central_path(4000, endless);
    }
    if (problem.rows < 3) follow_central_path(4000, endless);
  }

  /// Goes on along the central path, or along the next one where that has ended.
  void follow_central_path(int factorisations, int turns) {
    if (done()) return;
    const bool over = paths_ == 0 || path_.ended();
    if (over && paths_ == CentralPath::pressures.size()) {
      y_ = best_.iterate();
      return;
    }
    if (over) path_.start(form_, CentralPath::pressures[paths_++]);
    analyse();
    made_ += path_.follow(
        form_, system_,
        {.factorisations = left(factorisations), .tolerance = params_.tolerance, .turns = turns},
        y_, best_);
    y_ = best_.iterate();
  }

  /// A path arrives at once if few contacts are wrong; if many are, alternating directions bring
  /// all of them near first.
  void start_from_the_last_step(const ContactProblem& problem) {
    run({.from = From::given, .path_following = 100, .path_patience = 1, .path_kinks = 32},
        problem);
    if (done()) return;
    run({.from = From::given, .admm = 100, .path_following = 100, .rho = 0.6, .relaxation = 1.6},
        problem);
  }

  void analyse() {
    if (!analysed_) system_.analyse(form_);
    analysed_ = true;
  }

  void run(const Stage& stage, const ContactProblem& problem) {
    if (stage.from == From::given) y_ = given_;
    if (stage.from == From::zero) std::fill(y_.begin(), y_.end(), 0.0);
    if (stage.sweeps > 0) sweep(problem, left(stage.sweeps));
    if (done() || (stage.admm == 0 && stage.path_following == 0 && stage.factorisations == 0))
      return;
    analyse();
    if (stage.admm > 0) {
      made_ += admm_.run(form_, system_,
                         {.rho = stage.rho * params_.rho,
                          .relaxation = stage.relaxation,
                          .iterations = left(stage.admm),
                          .check = 10,
                          .tolerance = params_.tolerance},
                         y_, best_);
    }
    if (done()) return;
    if (!std::isfinite(form_.residual(y_))) y_ = best_.iterate();
    if (stage.path_following > 0) {
      made_ += newton_.follow_paths(form_, system_,
                                    {.sigma = 200.0 * params_.sigma,
                                     .largest = params_.largest,
                                     .factorisations = left(stage.path_following),
                                     .tolerance = params_.tolerance,
                                     .patience = stage.path_patience,
                                     .kinks = stage.path_kinks},
                                    y_, best_);
    }
    if (done() || stage.factorisations == 0) return;
    made_ += newton_.run(form_, system_,
                         {.sigma = stage.sigma * params_.sigma,
                          .largest = params_.largest,
                          .factorisations = left(stage.factorisations),
                          .tolerance = params_.tolerance,
                          .patience = stage.patience,
                          .near = 0.001 * from_zero_,
                          .kinks = stage.kinks},
                         y_, best_);
  }

  /// Sweeps with momentum in space, where a factorisation is so costly that more sweeps pay.
  void sweep(const ContactProblem& problem, int number) {
    constexpr int check = 10;
    const bool momentum = problem.rows > 2;
    form_.unpack(y_, p_);
    if (!(momentum ? momentum_.start(problem, p_) : plain_.start(problem, p_))) return;
    for (int k = 1; k <= number; ++k) {
      momentum ? momentum_.step(problem, p_) : void(plain_.sweep(problem, p_, 1.0));
      ++made_;
      if (k % check != 0 && k != number) continue;
      form_.take(p_, y_);
      best_.offer(form_.residual(y_), y_);
      if (done()) return;
    }
  }

  Params params_;
  CoulombForm form_;
  CoulombSystem system_;
  GaussSeidel plain_;
  MomentumSweeps momentum_;
  CoulombAdmm admm_;
  CentralPath path_;
  ProximalNewton newton_;
  BestIterate best_;
  bool analysed_{false};
  int made_{0};
  std::size_t paths_{0};           ///< central paths that have begun
  double from_zero_{0.0};          ///< residual without impulses
  std::vector<double> y_, given_;  ///< scaled impulses: of the stage, and of the start
  std::vector<double> p_;          ///< impulses of the sweeps
};

}  // namespace

SolverEntry entry() {
  return contact_entry<Solver>(
      "Gauss-Seidel, a central path, admm and proximal Newton in turn, for settled piles",
      "this suite; parts as nlgs, admm and prox_ssn");
}

}  // namespace impactbench::hybrid
