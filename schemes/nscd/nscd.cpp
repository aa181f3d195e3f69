#include "schemes/nscd/nscd.hpp"

#include "problems/contact/geometry.hpp"
#include "problems/contact/neighbour_list.hpp"
#include "problems/model/parallel.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"
#include "schemes/support/closed_contacts.hpp"
#include "schemes/support/contact_key.hpp"
#include "schemes/support/disc_schemes.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::nscd {
namespace {

class Stepper final : public Scheme {
 public:
  explicit Stepper(const Params& p) : params_(p) {}

  void prepare(const MechanicalSystem& system, const State& start, double h,
               Solvers solvers) override {
    system_ = &disc_system(system);
    solver_ = solvers.contact;
    h_ = h;
    const std::size_t n = system_->discs().size();
    const std::size_t contacts = 5 * n;  // 3 n pairs in the plane, two walls each
    problem_.rows = system_->law().friction > 0.0 ? 2 : 1;
    closed_.reserve(n);
    problem_.reserve(contacts, n);
    problem_.inverse_mass.resize(3 * n);
    Eigen::Map<Eigen::VectorXd>(problem_.inverse_mass.data(), system.dofs()) =
        system.mass().cwiseInverse();
    impulses_.reserve(contacts * rows());
    identities_.reserve(contacts);
    last_impulses_.reserve(contacts * rows());
    last_identities_.reserve(contacts);
    middle_.setZero(system.dofs());
    kick_ = h * system_->weight().cwiseProduct(inverse_mass());
    gain_ = top_speed(kick_);
    speed_ = top_speed(start.v);
    driven_ = !system_->constant_force();
    neighbours_.prepare(*system_, start.q, Search::cell_grid, NeighbourList::usual_skin(*system_));
    solver_->prepare(contacts, n, problem_.rows);
  }

  StepReport step(State& state) override {
    enter(Phase::detection);
    detect(state);
    enter(Phase::assembly);
    if (driven_) take_mean_force(state);
    collect_contacts(state);
    enter(Phase::solve);
    const StepReport report = solve();
    if (report.status == StepStatus::breakdown) return report;
    enter(Phase::update);
    fly(state);
    apply_impulses(state.v);
    for (std::size_t c = 0; c < problem_.contacts(); ++c) {
      land(problem_.body_a[c], state);
      land(problem_.body_b[c], state);
    }
    if (told() != nullptr) told()->take(problem_, impulses_, 1.0);
    ++state.step;
    return report;
  }

  [[nodiscard]] const ContactProblem* contact_problem() const override { return &problem_; }
  [[nodiscard]] std::span<const double> impulses() const override { return impulses_; }

 private:
  [[nodiscard]] Eigen::Map<const Eigen::VectorXd> inverse_mass() const {
    return {problem_.inverse_mass.data(), static_cast<Eigen::Index>(problem_.inverse_mass.size())};
  }
  void take_mean_force(const State& state) {
    const double t = static_cast<double>(state.step) * h_;
    system_->mean_force(t, t + h_, state.q, state.v, kick_);
    kick_ = h_ * kick_.cwiseProduct(inverse_mass());
    gain_ = top_speed(kick_);
  }

  [[nodiscard]] std::size_t rows() const { return static_cast<std::size_t>(problem_.rows); }

  /// From one middle of a step to the next a disc goes h v. Looking at where all discs are costs as
  /// much as the rest of a step in which few of them meet; a bound of their speeds does not.
  void detect(const State& state) {
    if (!neighbours_.outdated((1.0 + 1e-9) * h_ * speed_)) return;
    middle_ = state.q + (0.5 * h_) * state.v;
    neighbours_.update(middle_);
    speed_ = top_speed(state.v);
  }

  [[nodiscard]] static double top_speed(const Eigen::VectorXd& v) {
    double square = 0.0;
    for (Eigen::Index at = 0; at < v.size(); at += 3)
      raise(square, v.segment<2>(at).squaredNorm());
    return std::sqrt(square);
  }
  /// The larger of the two; a NaN stays.
  static void raise(double& bound, double value) {
    if (!(value <= bound) && !std::isnan(bound)) bound = value;
  }

  [[nodiscard]] Vec2 middle(const State& state, int disc) const {
    return centre(state.q, disc) + (0.5 * h_) * centre(state.v, disc);
  }

  void collect_contacts(const State& state) {
    closed_.find(*system_, neighbours_, [&](int i) { return middle(state, i); });
    const std::vector<ClosedContact>& contacts = closed_.contacts();
    problem_.resize(contacts.size());
    identities_.resize(contacts.size());
    for_blocks(contacts.size(), blocks_for(contacts.size()),
               [&](int, std::size_t begin, std::size_t end) {
                 for (std::size_t c = begin; c < end; ++c)
                   set_contact(c, contacts[c].key, contacts[c].frame.normal, state);
               });
    for (std::size_t c = 0; c < contacts.size(); ++c) {
      remember_middle(problem_.body_a[c], state);
      remember_middle(problem_.body_b[c], state);
    }
  }

  /// Rows n: (-n, 0 | n, 0), t: (t, r_i | -t, r_j) of geometry.hpp's signs, and
  /// b = u(v^n + h M^-1 F) + e u(v^n).
  void set_contact(std::size_t c, const ContactKey& key, const Vec2& n, const State& state) {
    const int i = key.disc;
    const int j = is_wall(key) ? ContactProblem::fixed : key.partner;
    identities_[c] = key;
    problem_.body_a[c] = i;
    problem_.body_b[c] = j;
    problem_.friction[c] = system_->law().friction;
    const Vec2 t = rot90(n);
    const auto& radius = system_->discs().radius;
    for (std::size_t row = 0; row < rows(); ++row) {
      const Vec2 e = row == 0 ? Vec2(-n) : t;
      double* a = problem_.jacobian_a.data() + (c * rows() + row) * 3;
      double* b = problem_.jacobian_b.data() + (c * rows() + row) * 3;
      a[0] = e.x();
      a[1] = e.y();
      a[2] = row == 0 ? 0.0 : radius[static_cast<std::size_t>(i)];
      b[0] = b[1] = b[2] = 0.0;
      if (j != ContactProblem::fixed) {
        b[0] = -e.x();
        b[1] = -e.y();
        b[2] = row == 0 ? 0.0 : radius[static_cast<std::size_t>(j)];
      }
      const double restitution =
          row == 0 ? system_->law().restitution : system_->law().tangential_restitution;
      problem_.b[c * rows() + row] =
          along(a, i, state.v, restitution) + along(b, j, state.v, restitution);
    }
  }

  /// For land(), when the velocity of the way there is overwritten.
  void remember_middle(int body, const State& state) {
    if (body == ContactProblem::fixed) return;
    const Eigen::Index at = 3 * body;
    middle_.segment<3>(at) = state.q.segment<3>(at) + (0.5 * h_) * state.v.segment<3>(at);
  }

  [[nodiscard]] double along(const double* row, int body, const Eigen::VectorXd& v,
                             double restitution) const {
    if (body == ContactProblem::fixed) return 0.0;
    double sum = 0.0;
    for (Eigen::Index k = 0; k < 3; ++k) {
      const Eigen::Index at = 3 * body + k;
      sum += row[k] * (v[at] + kick_[at] + restitution * v[at]);
    }
    return sum;
  }

  StepReport solve() {
    impulses_.assign(problem_.size(), 0.0);
    if (params_.warm_start) take_last_impulses();
    const SolveReport solved = solver_->solve(problem_, impulses_);
    last_impulses_.assign(impulses_.begin(), impulses_.end());
    last_identities_.assign(identities_.begin(), identities_.end());
    StepReport report;
    report.nonlinear_iterations = solved.iterations;
    report.own_residual = solved.own_residual;
    if (solved.status == SolveStatus::iteration_limit) {
      report.status = StepStatus::not_converged;
      report.reason = "the contact solver reached its limit of sweeps";
    } else if (solved.status == SolveStatus::breakdown) {
      report.status = StepStatus::breakdown;
      report.reason = "the contact solver broke down";
    }
    return report;
  }

  void take_last_impulses() {
    std::size_t old = 0;
    const auto same = [](const ContactKey& key) { return key; };
    for (std::size_t c = 0; c < identities_.size(); ++c) {
      if (!advance_to(last_identities_, old, identities_[c], same)) continue;
      for (std::size_t k = 0; k < rows(); ++k) {
        impulses_[c * rows() + k] = last_impulses_[old * rows() + k];
      }
    }
  }

  /// All bodies as if nothing touched, in one pass: at most steps most of them touch nothing.
  void fly(State& state) {
    const double half = 0.5 * h_;
    const double* kick = kick_.data();
    double* v = state.v.data();
    double* q = state.q.data();
    const std::size_t discs = system_->discs().size();
    for_blocks(discs, blocks_for(discs), [&](int, std::size_t begin, std::size_t end) {
      for (std::size_t k = 3 * begin; k < 3 * end; ++k) {
        const double middle = q[k] + half * v[k];
        const double next = v[k] + kick[k];
        v[k] = next;
        q[k] = middle + half * next;
      }
    });
    speed_ += gain_;
  }

  /// The second half of the way of a body that an impulse has pushed.
  void land(int body, State& state) {
    if (body == ContactProblem::fixed) return;
    const Eigen::Index at = 3 * body;
    state.q.segment<3>(at) = middle_.segment<3>(at) + (0.5 * h_) * state.v.segment<3>(at);
    raise(speed_, centre(state.v, body).norm());
  }

  void apply_impulses(Eigen::VectorXd& v) const {
    for (std::size_t c = 0; c < problem_.contacts(); ++c) {
      const auto push = [&](int body, const std::vector<double>& jacobian) {
        if (body == ContactProblem::fixed) return;
        for (std::size_t row = 0; row < rows(); ++row) {
          for (std::size_t k = 0; k < 3; ++k) {
            const auto at = static_cast<std::size_t>(3 * body) + k;
            v[static_cast<Eigen::Index>(at)] += problem_.inverse_mass[at] *
                                                jacobian[(c * rows() + row) * 3 + k] *
                                                impulses_[c * rows() + row];
          }
        }
      };
      push(problem_.body_a[c], problem_.jacobian_a);
      push(problem_.body_b[c], problem_.jacobian_b);
    }
  }

  Params params_;
  double h_{0.0};
  const DiscSystem* system_{nullptr};
  ContactSolver* solver_{nullptr};
  NeighbourList neighbours_;
  ClosedContacts closed_;
  ContactProblem problem_;
  std::vector<ContactKey> identities_, last_identities_;
  std::vector<double> impulses_, last_impulses_;
  Eigen::VectorXd middle_;  ///< of the step, of discs in contact
  Eigen::VectorXd kick_;    ///< h M^-1 F, F the mean over the step
  bool driven_{false};      ///< F differs from step to step
  double gain_{0.0};        ///< of speed in a step without contact, at most [m/s]
  double speed_{0.0};       ///< no disc is faster [m/s]
};

std::optional<std::string> refuses(const ParameterSet&, const ProblemTraits& traits, double) {
  if (auto reason = refuse_other_bodies("nscd", traits)) return reason;
  if (traits.initial_penetration) {
    return "nscd is rigid: it has no force for a start that presses bodies into each other";
  }
  return std::nullopt;
}

SchemeClaims claims(const ParameterSet&) {
  return {.order_free = std::nullopt,
          .exact_free_fall = true,
          .order_contact = std::nullopt,
          .order_impact = std::nullopt,
          .velocity = {},
          .energy = EnergyBehaviour::conserves_nearly,
          .momentum = true,
          .angular_momentum = true,
          .reversible = false,
          .contact = std::nullopt,
          .source = "nguyen2024, section 4.1; Moreau 1999"};
}

}  // namespace

SchemeEntry entry() {
  return {.name = "nscd",
          .summary = "nonsmooth contact dynamics: Moreau's midpoint stepping, Newton's impact law",
          .reference = "nguyen2024, section 4.1",
          .parameters = parameters_of<Params>(),
          .claims = claims,
          .task =
              [](const ParameterSet&, const ProblemTraits& traits) {
                return SolverTask{
                    .kind = SolverKind::contact, .symmetric = true, .friction = traits.friction};
              },
          .refuses = refuses,
          .make = [](const ParameterSet& given) -> std::unique_ptr<Scheme> {
            return std::make_unique<Stepper>(parse<Params>(given, "scheme nscd"));
          }};
}

}  // namespace impactbench::nscd
