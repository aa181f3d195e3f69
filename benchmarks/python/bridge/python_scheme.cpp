#include "benchmarks/python/bridge/python_scheme.hpp"

#include "benchmarks/python/bridge/stopped.hpp"
#include "benchmarks/python/bridge/system_view.hpp"
#include "problems/base/error.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

namespace impactbench::python {
namespace {

/// A text that lives as long as the process, as the reasons of steps must.
std::string_view kept(const std::string& text) {
  static auto& all = *new std::set<std::string>;
  return *all.insert(text).first;
}

class Stepper final : public Scheme {
 public:
  Stepper(const Described& module, const ParameterSet& given, const MechanicalSystem& system,
          const State& start, double h)
      : owner_(module.owner), round_(round_system(system)), h_(h) {
    called<ConfigurationError>(owner_, [&] {
      self_ = module.make(given);
      step_ = self_.attr("step");
    });
    called(owner_, [&] { begin(system, start); });
  }
  ~Stepper() override {
    const py::gil_scoped_acquire lock;
    self_ = step_ = q_ = v_ = py::object();
  }
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;

  StepReport step(State& state) override {
    return called(owner_, [&] {
      look_at(state);
      const StepReport report = asked(state);
      if (round_ != nullptr) round_->remember(state.q);
      ++state.step;
      return report;
    });
  }

  void record_impulses(ContactImpulses* out) override {
    Scheme::record_impulses(out);
    if (system_ != nullptr) system_->record_into(out);
  }

 private:
  void begin(const MechanicalSystem& system, const State& start) {
    system_ = std::make_unique<SystemView>(system, start);
    self_.attr("system") = py::cast(system_.get(), py::return_value_policy::reference);
    self_.attr("h") = h_;
    State copy = start;
    look_at(copy);
    self_.attr("prepare")(q_, v_);
    system_->look_at(start);
    looked_at_ = nullptr;
  }

  /// The arrays are made once for a state, and again only where its numbers have moved.
  void look_at(const State& state) {
    if (looked_at_ == &state && seen_q_ == state.q.data() && seen_v_ == state.v.data()) return;
    looked_at_ = &state, seen_q_ = state.q.data(), seen_v_ = state.v.data();
    q_ = view(state.q.data(), state.q.size());
    v_ = view(state.v.data(), state.v.size());
    system_->look_at(state);
    system_->record_into(recorded());
  }

  StepReport asked(State& state) {
    try {
      const py::object answer = step_(static_cast<double>(state.step) * h_, q_, v_);
      if (!answer.is_none()) take(answer, state);
      return {};
    } catch (const py::error_already_set& e) {
      const Stopped end = stopped(e);
      if (end == Stopped::no) throw;
      return {
          .status = end == Stopped::breakdown ? StepStatus::breakdown : StepStatus::not_converged,
          .reason = kept(py::str(e.value()).cast<std::string>())};
    }
  }

  /// The pair (q, v) that a step may return.
  void take(const py::object& answer, State& state) const {
    if (!py::isinstance<py::tuple>(answer) || py::len(answer) != 2) {
      throw std::runtime_error(fmt::format(
          "{}: step must write into q and v and return nothing, or return a pair (q, v); it "
          "returned {}",
          owner_, py::str(answer.get_type().attr("__name__")).cast<std::string>()));
    }
    const auto pair = answer.cast<py::tuple>();
    copy(pair[0], "q", state.q);
    copy(pair[1], "v", state.v);
  }
  void copy(const py::object& given, const char* what, Eigen::VectorXd& to) const {
    const auto array = py::array_t<double>::ensure(given);
    if (!array || array.ndim() != 1 || array.size() != to.size()) {
      PyErr_Clear();
      const std::string shape = array ? py::str(array.attr("shape")).cast<std::string>()
                                      : "that is not an array of numbers";
      throw std::runtime_error(fmt::format("{}: step returned {} of shape {}, not ({},)", owner_,
                                           what, shape, to.size()));
    }
    for (py::ssize_t k = 0; k < array.size(); ++k)
      to[k] = *array.data(k);
  }

  std::string owner_;
  py::object self_, step_, q_, v_;
  std::unique_ptr<SystemView> system_;
  const RoundSystem* round_;
  const State* looked_at_{nullptr};
  const double *seen_q_{nullptr}, *seen_v_{nullptr};
  double h_;
};

template <class T>
T word(const std::string& text, const std::map<std::string, T>& words, const char* what) {
  if (const auto it = words.find(text); it != words.end()) return it->second;
  std::string known;
  for (const auto& [name, value] : words)
    known += (known.empty() ? "" : ", ") + name;
  throw ConfigurationError(fmt::format("claims: {} = '{}'; known: {}", what, text, known));
}

/// Writes one claim; the keys are the members of SchemeClaims.
void set_claim(SchemeClaims& out, const std::string& key, const py::handle& value) {
  const auto order = [&] {
    return value.is_none() ? std::nullopt : std::optional(value.cast<double>());
  };
  if (key == "order_free") {
    out.order_free = order();
  } else if (key == "exact_free_fall") {
    out.exact_free_fall = value.cast<bool>();
  } else if (key == "order_contact") {
    out.order_contact = order();
  } else if (key == "order_dissipation") {
    out.order_dissipation = order();
  } else if (key == "order_impact") {
    out.order_impact = order();
  } else if (key == "energy") {
    out.energy = word<EnergyBehaviour>(value.cast<std::string>(),
                                       {{"conserves", EnergyBehaviour::conserves},
                                        {"conserves_nearly", EnergyBehaviour::conserves_nearly},
                                        {"dissipates", EnergyBehaviour::dissipates},
                                        {"gains", EnergyBehaviour::gains}},
                                       "energy");
  } else if (key == "momentum") {
    out.momentum = value.cast<bool>();
  } else if (key == "angular_momentum") {
    out.angular_momentum = value.cast<bool>();
  } else if (key == "overlap") {
    out.overlap = word<OverlapBound>(value.cast<std::string>(),
                                     {{"half_step", OverlapBound::half_step},
                                      {"none", OverlapBound::none},
                                      {"rebound", OverlapBound::rebound},
                                      {"elements", OverlapBound::elements}},
                                     "overlap");
  } else if (key == "rebound_takes_a_step") {
    out.rebound_takes_a_step = value.cast<bool>();
  } else if (key == "jumps_within") {
    out.jumps_within = value.cast<bool>();
  } else if (key == "reversible") {
    out.reversible = value.cast<bool>();
  } else if (key == "compliance") {
    const auto pair = value.cast<py::tuple>();
    out.contact = Compliance{pair[0].cast<double>(), pair[1].cast<double>()};
  } else if (key == "contact_energy") {
    const auto parts = value.cast<py::tuple>();
    out.contact_energy = {parts[0].cast<double>(), parts[1].cast<double>(),
                          parts[2].cast<double>()};
  } else if (key == "source") {
    out.source = kept(value.cast<std::string>());
  } else {
    throw ConfigurationError("claims: there is no claim '" + key + "' (schemes/api/scheme.hpp)");
  }
}

/// A class of a Python file with settings. Python is called anew each time: its objects belong to
/// one run.
class PythonMethod final : public Method {
 public:
  PythonMethod(const Described& module, ParameterSet given)
      : module_(module), given_(std::move(given)) {}

  [[nodiscard]] SchemeClaims claims() const override {
    return called(module_.owner, [&] {
      SchemeClaims out;
      out.source = module_.reference;
      for (const auto& [key, value] : module_.make(given_).attr("claims")().cast<py::dict>())
        set_claim(out, key.cast<std::string>(), value);
      return out;
    });
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double h) const override {
    return called<ConfigurationError>(module_.owner, [&]() -> std::optional<std::string> {
      const py::object reason = module_.make(given_).attr("refuses")(
          py::cast(&traits, py::return_value_policy::reference), h);
      if (reason.is_none()) return std::nullopt;
      return module_.name + ": " + reason.cast<std::string>();
    });
  }

  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State& start,
                                                 double h, Solvers) const override {
    return std::make_unique<Stepper>(module_, given_, system, start, h);
  }

 private:
  const Described& module_;
  ParameterSet given_;
};

}  // namespace

std::unique_ptr<const Method> make_method(const Described& module, const ParameterSet& given) {
  return std::make_unique<PythonMethod>(module, given);
}

}  // namespace impactbench::python
