#pragma once

#include "schemes/solvers/api/solver_entry.hpp"

namespace impactbench::schwarz {

/// Domain decomposition of the contacts without friction: SemiSmoothNewton, whose systems (W_AA + 1
/// / sigma) dy = -(W_AA y_A + b_A) are solved by conjugate gradients preconditioned by two-level
/// additive Schwarz (AdditiveSchwarz), to `reduction` times the right-hand side.
///
/// An iteration is one of conjugate gradients; the plan maury_schwarz.toml shows their number
/// against subdomains and coarse spaces. It pays for many bodies at tight tolerances: for
/// 8000 and 20 000 balls at 1e-8 it takes .78 and .74 of the CPU time of apgd, the second
/// fastest. In a packing of balls or discs a coarse space of uniform stresses changes nothing;
/// soft modes end the growth, but are a fifth of the contacts that press or more, so that on
/// one machine they cost more than they save: the spectrum falls to zero without a gap.
/// Source: Toselli and Widlund 2005 (Domain Decomposition Methods, chapter 2); the outer
/// method as `ssn`.
struct Params {
  double tolerance{1e-8};
  int max_iterations{100000};
  int subdomains{8};
  int overlap{1};
  std::string coarse{"none"};
  double threshold{0.1};
  double reduction{1e-3};
  double sigma{1e6};
  int smoothing{100};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"tolerance", "-", "stop at this natural residual, in velocity units of the scheme"},
      self.tolerance, Range::positive());
    f(Field{"max_iterations", "-", "most iterations of conjugate gradients a solve"},
      self.max_iterations, Range::between(1, 1e9));
    f(Field{"subdomains", "-", "parts of the contacts; at most as many as contacts that press"},
      self.subdomains, Range::between(1, 1e5));
    f(Field{"overlap", "-", "layers of neighbours that a subdomain shares with the others"},
      self.overlap, Range::between(0, 100));
    f(Field{"coarse", "-", "coarse space: uniform stresses or soft modes of the subdomains"},
      self.coarse, OneOf{"none", "stress", "spectral"});
    f(Field{"threshold", "-", "modes softer than this make the spectral coarse space"},
      self.threshold, Range{0.0, 1.0, false, false});
    f(Field{"reduction", "-", "conjugate gradients stop at this part of the right hand side"},
      self.reduction, Range{1e-12, 0.5, false, false});
    f(Field{"sigma", "-", "weight of the problem against the proximal term"}, self.sigma,
      Range{1.0, 1e12, false, false});
    f(Field{"smoothing", "-", "gradient steps between checks of the active rows"}, self.smoothing,
      Range::between(1, 1e6));
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SolverEntry entry();

}  // namespace impactbench::schwarz
