#include "hostile.hpp"

#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <vector>

namespace impactbench::hostile {
namespace {

volatile bool forever = true;

void spin() {
  for (volatile unsigned k = 0; forever;)
    k = k + 1;
}

void segfault() {
  volatile int* nowhere = nullptr;
  *nowhere = 1;
}

/// Address space alone: nothing is written to it.
void eat_memory() {
  std::vector<std::unique_ptr<char[]>> hoard;
  while (forever)
    hoard.emplace_back(new char[std::size_t{1} << 28]);
}

int overflow_the_stack(int depth) {
  volatile char page[4096];
  page[0] = static_cast<char>(depth);
  return forever ? overflow_the_stack(depth + 1) + page[0] : 0;
}

void do_harm(const std::string& how) {
  static const std::map<std::string, std::function<void()>> ways{
      {"loops", spin},
      {"aborts", [] { std::abort(); }},
      {"segfaults", segfault},
      {"leaves", [] { _exit(0); }},
      {"throws", [] { throw std::runtime_error("a plug-in that throws"); }},
      {"throws_a_number", [] { throw 42; }},
      {"eats_memory", eat_memory},
      {"overflows_the_stack", [] { (void)overflow_the_stack(0); }},
      {"kills_its_parent", [] {
         kill(getppid(), SIGKILL);
         spin();
       }}};
  ways.at(how)();
}

class Hostile final : public Method {
 public:
  explicit Hostile(const Params& p) : p_(p) { harm("make"); }

  [[nodiscard]] SchemeClaims claims() const override {
    harm("claims");
    return {};
  }
  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits&, double) const override {
    harm("refuses");
    return std::nullopt;
  }
  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem&, const State&, double,
                                                 Solvers) const override {
    harm("instance");
    return nullptr;
  }

 private:
  void harm(std::string_view where) const {
    if (p_.where == where) do_harm(p_.how);
  }

  Params p_;
};

}  // namespace

SchemeEntry entry() {
  return {.name = "hostile",
          .summary = "does harm where it is asked what it is",
          .reference = "tests of plug-ins",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            return std::make_unique<Hostile>(parse<Params>(given, "scheme hostile"));
          }};
}

}  // namespace impactbench::hostile
