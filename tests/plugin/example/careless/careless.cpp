#include "careless.hpp"

#include "../symplectic_penalty/symplectic_penalty.hpp"

namespace impactbench::careless {

namespace {

class Careless final : public Method {
 public:
  explicit Careless(const ParameterSet& given) : right_(symplectic_penalty::entry().make(given)) {}

  [[nodiscard]] SchemeClaims claims() const override { return right_->claims(); }
  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double h) const override {
    ProblemTraits plain = traits;
    plain.friction = false;
    plain.restitution = 1.0;
    return right_->refuses(plain, h);
  }
  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State& start,
                                                 double h, Solvers solvers) const override {
    return right_->instance(system, start, h, solvers);
  }

 private:
  std::unique_ptr<const Method> right_;
};

}  // namespace

SchemeEntry entry() {
  SchemeEntry out = symplectic_penalty::entry();
  out.name = "careless";
  out.summary = "symplectic_penalty without its refusals: ignores friction and restitution";
  out.make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
    return std::make_unique<Careless>(given);
  };
  return out;
}

}  // namespace impactbench::careless
