#include "schemes/event_driven/contacts.hpp"

#include "problems/contact/gap.hpp"
#include "problems/model/coordinate_arms.hpp"
#include "schemes/support/contacts/contact_rows.hpp"
#include "schemes/support/contacts/round_schemes.hpp"
#include "schemes/support/coordinates/across_rows.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace impactbench::event_driven {
namespace {

/// No contact yet, masses of 1.
ContactProblem empty_problem(int rows, int dofs, std::size_t contacts, std::size_t bodies) {
  ContactProblem out;
  out.rows = rows;
  out.dofs = dofs;
  out.inverse_mass.assign(static_cast<std::size_t>(dofs) * bodies, 1.0);
  out.reserve(contacts, bodies);
  out.resize(0);
  return out;
}

/// A row of a contact that perhaps moves against friction: shares of one row and of the next.
struct Share {
  std::size_t row;
  double first, second;
};
Share share(std::size_t row, const Directions& along) {
  const std::size_t pair = row > 2 ? 1 : 0, first = 1 + 2 * pair;
  if (row == 0 || !along[pair]) return {row, 1.0, 0.0};
  if (row > first) return {first, 0.0, 0.0};
  return {first, (*along[pair])[0], (*along[pair])[1]};
}

template <int Dim, int Dofs>
class RoundContacts final : public Contacts {
 public:
  explicit RoundContacts(const RoundSystem& system)
      : system_(system), bodies_(round_bodies(system)), inverse_(system.mass().cwiseInverse()) {
    const auto n = static_cast<int>(bodies_.size());
    for (int i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < bodies_.obstacles.size(); ++k)
        pairs_.push_back({i, -1 - static_cast<int>(k)});
      for (int j = i + 1; j < n; ++j)
        pairs_.push_back({i, j});
    }
    length_ = *std::min_element(bodies_.radius.begin(), bodies_.radius.end());
    arms_.setOnes(system.dofs());
    for (int i = 0; i < n; ++i)
      arms_.segment<Dofs - Dim>(Dofs * i + Dim)
          .setConstant(bodies_.radius[static_cast<std::size_t>(i)]);
    const ContactLaw& law = system.law();
    if (law.friction > 0.0) rows_ = Dim;
    twists_ = Dim == 3 && law.twisting_friction > 0.0;
    if (Dofs > Dim && (law.rolling_friction > 0.0 || twists_)) rows_ = 5;
    frame_.setZero(system.dofs());
  }

  [[nodiscard]] std::size_t count() const override { return pairs_.size(); }
  [[nodiscard]] bool acceleration(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                  Eigen::VectorXd& a) override {
    system_.external_force(t, q, v, a);
    a.array() *= inverse_.array();
    return a.allFinite();
  }
  [[nodiscard]] double gap(std::size_t c, const Eigen::VectorXd& q) const override {
    const auto [i, j] = pairs_[c];
    if (j < 0)
      return obstacle_distance<Dim>(centre(q, i), radius(i), bodies_.obstacles[index(-1 - j)]);
    return (centre(q, j) - centre(q, i)).norm() - (radius(i) + radius(j));
  }
  [[nodiscard]] double rate(std::size_t c, const Eigen::VectorXd& q,
                            const Eigen::VectorXd& v) override {
    const auto [i, j] = pairs_[c];
    const Vec<Dim> n = normal(c, q);
    return -n.dot(centre(v, i)) + (j < 0 ? 0.0 : n.dot(centre(v, j)));
  }
  [[nodiscard]] AlongRows rates(std::size_t c, const Eigen::VectorXd& q,
                                const Eigen::VectorXd& v) override {
    const auto [i, j] = pairs_[c];
    compute_rows(c, q);
    AlongRows out{};
    for (std::size_t r = 0; r < count_of_rows(); ++r) {
      out[r] = row_a_[r].dot(v.segment<Dofs>(at(i)));
      if (j >= 0) out[r] += row_b_[r].dot(v.segment<Dofs>(at(j)));
    }
    return out;
  }
  [[nodiscard]] AlongRows slips(std::size_t c, const Eigen::VectorXd& q,
                                const Eigen::VectorXd& v) override {
    AlongRows out = rates(c, q, v);
    if (pairs_[c].second >= 0 || !system_.surfaces_move()) return out;
    const Obstacle& o = bodies_.obstacles[index(-1 - pairs_[c].second)];
    const Vec<Dim> moves = surface_velocity<Dim>(o, normal(c, q));
    for (std::size_t r = 1; r < std::min<std::size_t>(count_of_rows(), Dim); ++r)
      out[r] -= row_a_[r].template head<Dim>().dot(moves);
    if (rows_ < 5) return out;
    if constexpr (Dofs == 6) {
      for (std::size_t r = 3; r < 5; ++r)
        out[r] -= row_a_[r].template tail<3>().dot(o.spin);
    } else {
      out[3] -= o.spin.z();
    }
    return out;
  }
  [[nodiscard]] ContactLaw law(std::size_t c) const override {
    return system_.law(pairs_[c].first, pairs_[c].second);
  }
  [[nodiscard]] std::array<double, 2> bounds(std::size_t c) const override {
    const ContactLaw own = law(c);
    if (rows_ < 5) return {own.friction, 0.0};
    return {own.friction, (twists_ ? own.twisting_friction : own.rolling_friction) *
                              reduced_radius(bodies_, pairs_[c].first, pairs_[c].second)};
  }
  void look_from(const Eigen::VectorXd& q) override { frame_ = q.head(frame_.size()); }
  [[nodiscard]] bool go_to(const Eigen::VectorXd&) override { return true; }
  void add(std::size_t c, const Eigen::VectorXd& q, const AlongRows& b, const Directions& along,
           ContactProblem& problem) override {
    const auto [i, j] = pairs_[c];
    compute_rows(c, q);
    problem.body_a.push_back(i);
    problem.body_b.push_back(j < 0 ? ContactProblem::fixed : j);
    for (std::size_t r = 0; r < count_of_rows(); ++r) {
      const Share s = share(r, along);
      const std::size_t next = std::min(s.row + 1, row_a_.size() - 1);
      for (int k = 0; k < Dofs; ++k) {
        problem.jacobian_a.push_back(s.first * row_a_[s.row][k] + s.second * row_a_[next][k]);
        problem.jacobian_b.push_back(
            j < 0 ? 0.0 : s.first * row_b_[s.row][k] + s.second * row_b_[next][k]);
      }
      problem.b.push_back(b[r]);
    }
    problem.friction.push_back(bounds(c)[0]);
    if (rows_ == 5) problem.rolling.push_back(bounds(c)[1]);
  }
  void record(std::size_t c, const Eigen::VectorXd& q, const Directions& along,
              std::span<const double> p, double part, StepImpulses& out) override {
    const auto [i, j] = pairs_[c];
    compute_rows(c, q);
    const auto numbers = [](const Row& row) { return std::span<const double>(row.data(), Dofs); };
    const std::size_t at = out.place(i, j < 0 ? ContactProblem::fixed : j, numbers(row_a_[0]));
    for (std::size_t r = 0; r < count_of_rows(); ++r) {
      const Share s = share(r, along);
      const std::size_t next = std::min(s.row + 1, row_a_.size() - 1);
      const Row a = s.first * row_a_[s.row] + s.second * row_a_[next];
      const Row b = s.first * row_b_[s.row] + s.second * row_b_[next];
      out.add(at, r, part * p[r], numbers(a), j < 0 ? std::span<const double>() : numbers(b));
    }
  }
  void push(const ContactProblem& problem, const std::vector<double>& p,
            Eigen::VectorXd& x) const override {
    for (std::size_t r = 0; r < problem.size(); ++r) {
      const std::size_t c = r / count_of_rows();
      for (int k = 0; k < Dofs; ++k) {
        const std::size_t entry = r * Dofs + static_cast<std::size_t>(k);
        const Eigen::Index a = at(problem.body_a[c]) + k;
        x[a] += inverse_[a] * problem.jacobian_a[entry] * p[r];
        if (problem.body_b[c] == ContactProblem::fixed) continue;
        const Eigen::Index other = at(problem.body_b[c]) + k;
        x[other] += inverse_[other] * problem.jacobian_b[entry] * p[r];
      }
    }
  }
  [[nodiscard]] ContactProblem shape(std::size_t contacts) const override {
    ContactProblem out = empty_problem(rows_, Dofs, contacts, bodies_.size());
    out.inverse_mass.assign(inverse_.begin(), inverse_.end());
    return out;
  }

 private:
  using Row = Vec<Dofs>;
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  static Eigen::Index at(int body) { return static_cast<Eigen::Index>(Dofs) * body; }
  static Vec<Dim> centre(const Eigen::VectorXd& x, int body) { return x.segment<Dim>(at(body)); }
  [[nodiscard]] std::size_t count_of_rows() const { return static_cast<std::size_t>(rows_); }
  [[nodiscard]] double radius(int body) const { return bodies_.radius[index(body)]; }
  /// From the first body to the second, or into the obstacle.
  [[nodiscard]] Vec<Dim> normal(std::size_t c, const Eigen::VectorXd& q) const {
    const auto [i, j] = pairs_[c];
    if (j >= 0) return (centre(q, j) - centre(q, i)).normalized();
    return -obstacle_gap<Dim>(centre(q, i), radius(i), bodies_.obstacles[index(-1 - j)]).normal;
  }
  [[nodiscard]] ContactRows<Dim> axes(std::size_t c, const Eigen::VectorXd& q) const {
    const Vec<Dim> n = normal(c, q);
    if constexpr (Dim == 3) {
      const Vec<3> chosen = normal(c, frame_).unitOrthogonal();
      const Vec<3> s = (chosen - chosen.dot(n) * n).normalized(), t = n.cross(s);
      return {{-n, s, t}, {Vec<3>::Zero(), t, -s}};
    } else {
      return contact_rows(n);
    }
  }
  /// The rows of both bodies at q into row_a_ and row_b_.
  void compute_rows(std::size_t c, const Eigen::VectorXd& q) {
    const auto [i, j] = pairs_[c];
    const ContactRows<Dim> e = axes(c, q);
    for (std::size_t r = 0; r < row_a_.size(); ++r) {
      row_a_[r].setZero();
      row_b_[r].setZero();
    }
    for (std::size_t r = 0; r < Dim; ++r) {
      row_a_[r].template head<Dim>() = e.along[r];
      row_b_[r].template head<Dim>() = -e.along[r];
      if constexpr (Dofs > Dim) {
        row_a_[r].template tail<Dofs - Dim>() = radius(i) * e.turn[r];
        if (j >= 0) row_b_[r].template tail<Dofs - Dim>() = radius(j) * e.turn[r];
      }
    }
    if (rows_ < 5) return;
    if constexpr (Dofs == 3 && Dim == 2) {
      row_a_[3][2] = 1.0;
      row_b_[3][2] = -1.0;
    }
    if constexpr (Dofs == 6) {
      for (std::size_t r = 3; r < (twists_ ? 4 : 5); ++r) {
        row_a_[r].template tail<3>() = twists_ ? e.along[0] : e.along[r - 2];
        row_b_[r].template tail<3>() = -row_a_[r].template tail<3>();
      }
    }
  }

  const RoundSystem& system_;
  RoundBodies bodies_;
  Eigen::VectorXd inverse_, frame_;
  bool twists_{false};
  std::vector<std::pair<int, int>> pairs_;
  std::array<Row, 5> row_a_, row_b_;
};

/// Constraints as contacts of one body, in coordinates in which its mass is the identity.
class CoordinateGaps final : public Contacts {
 public:
  explicit CoordinateGaps(const GeneralisedSystem& system)
      : system_(system), row_(system.dofs()), work_(system.dofs()), inertial_(system.dofs()) {
    mass_.prepare(system);
    length_ = system.length();
    speed_ = system.top_speed();
    arms_ = arms_of(system);
    reach_ = 5e-3;
    if (system.has_friction()) rows_ = 1 + system.tangents();
  }

  [[nodiscard]] std::size_t count() const override {
    return static_cast<std::size_t>(system_.constraints());
  }
  [[nodiscard]] bool acceleration(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                  Eigen::VectorXd& a) override {
    if (!mass_.go_to(q)) return false;
    system_.external_force(t, q, v, a);
    system_.inertial_force(q, v, inertial_);
    a += inertial_;
    mass_.solve(a);
    return a.allFinite();
  }
  [[nodiscard]] double gap(std::size_t c, const Eigen::VectorXd& q) const override {
    return system_.constraint(static_cast<Eigen::Index>(c), q);
  }
  [[nodiscard]] double rate(std::size_t c, const Eigen::VectorXd& q,
                            const Eigen::VectorXd& v) override {
    system_.constraint_gradient(static_cast<Eigen::Index>(c), q, row_);
    return row_.dot(v);
  }
  [[nodiscard]] AlongRows rates(std::size_t c, const Eigen::VectorXd& q,
                                const Eigen::VectorXd& v) override {
    AlongRows out{rate(c, q, v)};
    for (int k = 0; k + 1 < rows_ && bounds(c)[0] > 0.0; ++k) {
      system_.constraint_tangent(static_cast<Eigen::Index>(c), k, q, row_);
      out[static_cast<std::size_t>(k) + 1] = row_.dot(v);
    }
    return out;
  }
  [[nodiscard]] ContactLaw law(std::size_t c) const override {
    return system_.law(static_cast<Eigen::Index>(c));
  }
  [[nodiscard]] std::array<double, 2> bounds(std::size_t c) const override {
    return {law(c).friction, 0.0};
  }
  [[nodiscard]] std::array<double, 2> holds(std::size_t c) const override {
    const ContactLaw own = law(c);
    return {std::max(own.friction, own.static_friction), 0.0};
  }
  [[nodiscard]] bool go_to(const Eigen::VectorXd& q) override { return mass_.go_to(q); }
  void add(std::size_t c, const Eigen::VectorXd& q, const AlongRows& b, const Directions& along,
           ContactProblem& problem) override {
    problem.body_a.push_back(0);
    problem.body_b.push_back(ContactProblem::fixed);
    problem.friction.push_back(bounds(c)[0]);
    for (std::size_t r = 0; r < static_cast<std::size_t>(rows_); ++r) {
      compute_row(c, q, r, along, problem);
      problem.jacobian_a.insert(problem.jacobian_a.end(), row_.begin(), row_.end());
      problem.jacobian_b.insert(problem.jacobian_b.end(), static_cast<std::size_t>(row_.size()),
                                0.0);
      problem.b.push_back(b[r]);
    }
  }
  void record(std::size_t c, const Eigen::VectorXd& q, const Directions& along,
              std::span<const double> p, double part, StepImpulses& out) override {
    const auto numbers = [&] {
      return std::span<const double>(row_.data(), static_cast<std::size_t>(row_.size()));
    };
    compute_plain_row(c, q, 0, along);
    const std::size_t at = out.place(static_cast<int>(c), ContactProblem::fixed, numbers());
    const bool has_friction = bounds(c)[0] > 0.0;
    for (std::size_t r = 0; r < static_cast<std::size_t>(has_friction ? rows_ : 1); ++r) {
      compute_plain_row(c, q, r, along);
      out.add(at, r, part * p[r], numbers(), {});
    }
  }
  void push(const ContactProblem& problem, const std::vector<double>& p,
            Eigen::VectorXd& x) const override {
    pushed_.setZero(x.size());
    for (std::size_t r = 0; r < problem.size(); ++r)
      pushed_ +=
          p[r] * Eigen::Map<const Eigen::VectorXd>(
                     problem.jacobian_a.data() + r * static_cast<std::size_t>(x.size()), x.size());
    mass_.factor().matrixU().solveInPlace(pushed_);
    x += pushed_;
  }
  [[nodiscard]] ContactProblem shape(std::size_t contacts) const override {
    return empty_problem(rows_, static_cast<int>(system_.dofs()), contacts, 1);
  }

 private:
  /// Row r in the coordinates L^T v into row_, after those before it.
  void compute_row(std::size_t c, const Eigen::VectorXd& q, std::size_t r, const Directions& along,
                   const ContactProblem& problem) {
    if (r > 0 && !(bounds(c)[0] > 0.0)) {
      const std::size_t entries = r * static_cast<std::size_t>(row_.size());
      return compute_across(std::span(problem.jacobian_a).last(entries), row_, work_);
    }
    compute_plain_row(c, q, r, along);
    mass_.factor().matrixL().solveInPlace(row_);
  }
  /// Row r of a contact with friction, or its first, into row_.
  void compute_plain_row(std::size_t c, const Eigen::VectorXd& q, std::size_t r,
                         const Directions& along) {
    const auto a = static_cast<Eigen::Index>(c);
    const Share s = share(r, along);
    if (r == 0) {
      system_.constraint_gradient(a, q, row_);
    } else {
      system_.constraint_tangent(a, static_cast<int>(s.row) - 1, q, row_);
      row_ *= s.first;
      if (s.second != 0.0) {
        system_.constraint_tangent(a, static_cast<int>(s.row), q, work_);
        row_ += s.second * work_;
      }
    }
  }

  const GeneralisedSystem& system_;
  MassMatrix mass_;
  Eigen::VectorXd row_, work_, inertial_;
  mutable Eigen::VectorXd pushed_;
};

}  // namespace

std::unique_ptr<Contacts> contacts_of(const MechanicalSystem& system) {
  if (const GeneralisedSystem* coordinates = generalised_system(system))
    return std::make_unique<CoordinateGaps>(*coordinates);
  return in_space(round_bodies(system), [&]<int Dim, int Dofs>() -> std::unique_ptr<Contacts> {
    return std::make_unique<RoundContacts<Dim, Dofs>>(*round_system(system));
  });
}

}  // namespace impactbench::event_driven
