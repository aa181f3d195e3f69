#include "schemes/solvers/support/coulomb/central_path.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

constexpr double near = 3.0, wide = 10.0;  ///< factors of eigenvalues of z o v and tau
constexpr int most_corrections = 6;

}  // namespace

void CentralPath::prepare(std::size_t contact_count, std::size_t body_count, int rows) {
  point_.prepare(contact_count, body_count, rows);
  newton_.prepare(contact_count, body_count, rows);
  for (Base& base : bases_)
    point_.prepare(base.state);
  const std::size_t size = contact_count * static_cast<std::size_t>(rows);
  step_.z.reserve(size);
  step_.g.reserve(size);
  kept_y_.reserve(size);
  step_.x.reserve(CoulombForm::room(body_count, rows));
}

void CentralPath::start(const CoulombForm& form, double pressure) {
  point_.start(form, pressure);
  kept_ = 0;
  reach_ = 1.0;
  sharpen_below_ = 3e-4;
  corrections_ = 2;
  turns_ = 0;
  falls_ = true;
  returned_ = false;
  ended_ = form.contacts() == 0;
}

int CentralPath::run(CoulombForm& form, CoulombSystem& system, const Settings& settings,
                     std::vector<double>& y, BestIterate& best) {
  int made = 0;
  for (const double pressure : pressures) {
    if (best.residual() <= settings.tolerance || made >= settings.factorisations) break;
    start(form, pressure);
    Settings left = settings;
    left.factorisations -= made;
    made += follow(form, system, left, y, best);
  }
  return made;
}

int CentralPath::follow(CoulombForm& form, CoulombSystem& system, const Settings& settings,
                        std::vector<double>& y, BestIterate& best) {
  int made = 0;
  const auto done = [&] { return best.residual() <= settings.tolerance; };
  while (!ended_ && !done() && made < settings.factorisations && turns_ <= settings.turns) {
    ++made;
    if (!point_.linearise(form, system) || !step(form, !system.negative())) {
      ended_ = true;
      break;
    }
    point_.impulses(form, y);
    const double residual = form.residual(y);
    best.offer(residual, y);
    if (!done() && residual < sharpen_below_) {
      made += sharpen(form, system, settings.factorisations - made, settings.tolerance, y, best);
      if (made < settings.factorisations) sharpen_below_ = 0.2 * residual;  // else it was cut short
    }
    ended_ = ended_ || !(point_.tau() >= 1e-16 && point_.tau() <= 2.0);
  }
  if (ended_ && !done() && made < settings.factorisations && std::isfinite(best.residual())) {
    y = best.iterate();
    made += sharpen(form, system, settings.factorisations - made, settings.tolerance, y, best);
  }
  return made;
}

/// A large sigma arrives at once or not at all; a small one comes nearer, and from there the large
/// one may arrive.
int CentralPath::sharpen(CoulombForm& form, CoulombSystem& system, int factorisations,
                         double tolerance, std::vector<double>& y, BestIterate& best) {
  int made = 0;
  for (const double sigma : {2e5, 20.0, 2e5}) {
    const int left = std::min(sigma > 1e3 ? 20 : 60, factorisations - made);
    if (best.residual() <= tolerance || left <= 0) break;
    kept_y_ = made == 0 ? y : best.iterate();
    made += newton_.run(form, system,
                        {.sigma = sigma,
                         .largest = 2e5,
                         .factorisations = left,
                         .tolerance = tolerance,
                         .patience = 6,
                         .near = 0.0,
                         .kinks = 100},
                        kept_y_, best);
  }
  return made;
}

/// Takes one step. False where there is none.
bool CentralPath::step(const CoulombForm& form, bool falls) {
  const CentralPoint::Direction &tangent = point_.tangent(), &correction = point_.correction();
  const double square = point_.product(form, tangent, tangent);
  const double across = -point_.product(form, tangent, correction) / square;
  const double along = (falls ? -1.0 : 1.0) / std::sqrt(square);
  if (!std::isfinite(along) || !std::isfinite(across)) return go_back();
  point_.combine(across, step_);
  const double here = point_.distance(form, step_, 0.0);
  if (!(here <= near && point_.size(form, step_) <= 0.5)) return correct(form, across, here);
  if (falls != falls_) ++turns_;
  falls_ = falls;
  return predict(form, along, across);
}

bool CentralPath::predict(const CoulombForm& form, double along, double across) {
  if (!returned_) keep_base();
  if (corrections_ <= 1) reach_ *= 2.0;
  corrections_ = 0;
  returned_ = false;
  for (reach_ = std::min(reach_, 0.95 / std::abs(along)); reach_ > 1e-9; reach_ *= 0.8) {
    point_.combine(across + reach_ * along, step_);
    if (!(step_.rate > -0.98) || !(point_.distance(form, step_, 1.0) <= wide)) continue;
    bases_[kept_ - 1].reach = reach_;
    point_.move(step_, 1.0);
    return true;
  }
  return false;
}

bool CentralPath::correct(const CoulombForm& form, double across, double here) {
  if (!std::isfinite(here) || ++corrections_ > most_corrections) return go_back();
  point_.combine(std::clamp(across, -0.5, 0.5), step_);
  for (double length = std::min(1.0, 2.0 / point_.size(form, step_)); length > 0.02;
       length *= 0.7) {
    if (!(point_.distance(form, step_, length) <= std::max(wide, here))) continue;
    point_.move(step_, length);
    return true;
  }
  return go_back();
}

/// False where there is nothing to go back to.
bool CentralPath::go_back() {
  if (kept_ == 0) return false;
  if (bases_[kept_ - 1].failures >= 2 && kept_ > 1) --kept_;
  Base& base = bases_[kept_ - 1];
  ++base.failures;
  point_.set(base.state);
  reach_ = 0.25 * base.reach;
  base.reach = reach_;
  corrections_ = 2;
  returned_ = true;
  return reach_ > 1e-9;
}

void CentralPath::keep_base() {
  if (kept_ == bases_.size()) {
    std::rotate(bases_.begin(), bases_.begin() + 1, bases_.end());
    --kept_;
  }
  Base& base = bases_[kept_++];
  base.state = point_.state();
  base.reach = reach_;
  base.failures = 0;
}

}  // namespace impactbench
