#include "benchmarks/python/bridge/problem_setup.hpp"

#include "problems/base/error.hpp"
#include "problems/model/round_setup.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

namespace impactbench::python {
namespace {

/// A RoundSetup in vectors of the problem's dimension.
class Setup {
 public:
  Setup(BodySpace space, const ContactLaw& law) : space_(space), setup_(space, law) {}

  void body(double mass, double radius, const std::vector<double>& position,
            const std::vector<double>& velocity, const py::object& spin) {
    // The inertia of a homogeneous disc or ball about its centre.
    const double share = space_.dimension == 3 ? 0.4 : 0.5;
    Vec3 turn = Vec3::Zero();
    if (py::isinstance<py::float_>(spin) || py::isinstance<py::int_>(spin)) {
      turn.z() = spin.cast<double>();
    } else {
      turn = in_space(spin.cast<std::vector<double>>(), "spin");
    }
    const bool rotates = space_.stride() > space_.dimension;
    setup_.body(mass, radius, rotates ? share * mass * radius * radius : 0.0,
                in_space(position, "position"), in_space(velocity, "velocity"), turn);
  }
  void half_space(const std::vector<double>& point, const std::vector<double>& inward) {
    setup_.half_space(in_space(point, "point"), in_space(inward, "inward"));
  }
  void segment(const std::vector<double>& from, const std::vector<double>& to) {
    setup_.segment(in_space(from, "from"), in_space(to, "to"));
  }
  void box(const std::vector<double>& low, const std::vector<double>& high) {
    setup_.box(in_space(low, "low"), in_space(high, "high"));
  }
  void gravity(const std::vector<double>& g) { setup_.gravity(in_space(g, "gravity")); }

  [[nodiscard]] Problem make(const std::string& name, const ParameterSet& complete,
                             double horizon) {
    return std::move(setup_).make(name, complete, horizon);
  }

 private:
  [[nodiscard]] Vec3 in_space(const std::vector<double>& x, const char* what) const {
    if (x.size() != static_cast<std::size_t>(space_.dimension)) {
      throw py::value_error(fmt::format("{} has {} entries; this problem's vectors have {}", what,
                                        x.size(), space_.dimension));
    }
    Vec3 out = Vec3::Zero();
    for (std::size_t k = 0; k < x.size(); ++k)
      out[static_cast<Eigen::Index>(k)] = x[k];
    return out;
  }

  BodySpace space_;
  RoundSetup setup_;
};

}  // namespace

Problem make_problem(const Described& module, const ParameterSet& given) {
  return called<ConfigurationError>(module.owner, [&] {
    const py::object self = module.make(given);
    const auto number = [&](const char* name) { return self.attr(name).cast<double>(); };
    Setup setup({self.attr("dimension").cast<int>(), self.attr("rotates").cast<bool>()},
                {number("restitution"), number("tangential_restitution"), number("friction")});
    const py::object horizon =
        self.attr("build")(py::cast(&setup, py::return_value_policy::reference));
    if (!py::isinstance<py::float_>(horizon) && !py::isinstance<py::int_>(horizon)) {
      throw ConfigurationError(module.owner + ": build must return the horizon [s], a number");
    }
    return setup.make(module.name, module.resolve(given), horizon.cast<double>());
  });
}

void define_setup(py::module_& m) {
  using py::arg;
  py::class_<Setup>(m, "Setup")
      .def("body", &Setup::body, arg("mass"), arg("radius"), arg("position"), arg("velocity"),
           arg("spin") = 0.0)
      .def("half_space", &Setup::half_space, arg("point"), arg("inward"))
      .def("segment", &Setup::segment, arg("from"), arg("to"))
      .def("box", &Setup::box, arg("low"), arg("high"))
      .def("gravity", &Setup::gravity, arg("vector"));
}

}  // namespace impactbench::python
