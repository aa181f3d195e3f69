#pragma once

#include "problems/contact/pair_tree.hpp"
#include "problems/model/contact_step.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/support/cone/convex_newton.hpp"
#include "schemes/support/contacts/contact_key.hpp"
#include "schemes/support/contacts/contact_rows.hpp"

#include <Eigen/Core>

#include <cstddef>
#include <vector>

namespace impactbench {

/// How a ConeStep finds its contacts; settings of the schemes that use it.
struct ConeSearch {
  double reach{0.3};
  int max_rounds{50};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"reach", "-", "gaps below this many smallest radii are included from the start"},
      self.reach, Range::at_least(0.0));
    f(Field{"max_rounds", "-",
            "most solves a step, each with the contacts that the last one violated"},
      self.max_rounds, Range::between(1.0, 1e6));
  }
  friend bool operator==(const ConeSearch&, const ConeSearch&) = default;
};

/// The step of the convex relaxations of contact, for round bodies with so many degrees of freedom
/// each:
///
///   v^{n+1} = v^n + M^{-1} (h F + H p),  F the mean over the step at q^n, v^n
///   y_n = u_n^{n+1} + D(q^n) / (h + tau) + R_n p_n,   y_t = u_t^{n+1} + e_t u_t^n + R_t p_t
///   p in K = {|p_t| <= mu p_n},  y in K* = {mu |y_t| <= y_n},  p . y = 0,  of all contacts
///   q^{n+1} = q^n + h v^{n+1}
///
/// with normals and tangents at q^n (contact_rows.hpp) and tau, R_n, R_t of ConeRule.
/// convex_newton.hpp solves for the contacts that are near; contacts that the solution violates are
/// added until there are none. An ImpedanceRule sets y by itself, for closed contacts alone.
template <int Dim, int Dofs>
class ConeStep final : public Scheme {
 public:
  ConeStep(const ConeRule& rule, const ConeSearch& search, const RoundSystem& system, double h,
           LinearSolver& solver);
  StepReport step(State& state) override;

 private:
  static constexpr Eigen::Index dofs = Dofs;
  static constexpr std::size_t rows = Dim;

  /// A contact: its geometry at q^n, and the terms of y that do not depend on v^{n+1}.
  struct Face {
    ContactKey key;
    ContactRows<Dim> rows;
    double gap;  ///< D / (h + tau), or what the spring asks for [m/s]
    double friction;
    Vec<Dim == 1 ? 1 : Dim - 1> rebound;  ///< e_t u_t^n, or what the dashpot asks for [m/s]
    double yield;                         ///< (1 - d) / d of an impedance
  };

  /// The impulse that a contact transmitted in the last step.
  struct Pressed {
    ContactKey key;
    double normal;
    Vec<Dim> friction;  ///< in the axes of space
  };

  void aim(const State& state);
  StepReport find(const State& state);
  void start_faces(const State& state);
  void find_near(const State& state, double h, double reach);
  double add_violated(const State& state);
  [[nodiscard]] Face face_of(const ContactKey& key, const State& state) const;
  void add_face(const Face& face);
  [[nodiscard]] double relative(const Face& face, std::size_t row, const Eigen::VectorXd& v) const;
  [[nodiscard]] double least_opening(const Face& face, const Eigen::VectorXd& v) const;
  [[nodiscard]] double reach_of_slip(const State& state) const;
  void ask(Face& face, double gap, const State& state) const;
  [[nodiscard]] ConeSoft softness(std::size_t contact, const Face& face) const;
  [[nodiscard]] double opened(double gap) const;
  [[nodiscard]] double fastest(const Eigen::VectorXd& v) const;
  void begin_from(std::size_t contact, const Face& face, const Pressed& last);
  void remember();

  ConeRule rule_;
  ConeSearch search_;
  const RoundSystem* system_;
  RoundBodies bodies_;
  double h_, settles_;                 ///< h + tau
  double friction_, smallest_radius_;  ///< the most of any contact; [m]
  double rebound_{0.0};                ///< the largest |e_t| of any contact
  double play_;                        ///< [m]
  PairTree<Dim> tree_;
  ConvexNewton newton_;
  ContactProblem problem_;
  std::vector<double> impulses_;
  std::vector<ConeSoft> give_;
  std::vector<ContactKey> keys_;   ///< of the problem
  std::vector<ContactKey> known_;  ///< the same in the order of contact_key.hpp
  std::vector<ContactKey> found_;
  std::vector<Pressed> pressed_;  ///< in that order too
  Eigen::VectorXd aim_, v_, force_, translation_;
};

extern template class ConeStep<1, 1>;
extern template class ConeStep<2, 2>;
extern template class ConeStep<2, 3>;
extern template class ConeStep<3, 3>;
extern template class ConeStep<3, 6>;

}  // namespace impactbench
