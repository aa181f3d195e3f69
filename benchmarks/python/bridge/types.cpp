#include "benchmarks/python/bridge/problem_setup.hpp"
#include "benchmarks/python/bridge/solver_problem.hpp"
#include "benchmarks/python/bridge/system_view.hpp"

#include <pybind11/eigen.h>
#include <pybind11/embed.h>

namespace impactbench::python {
namespace {

const RoundSystem& round(const SystemView& view) {
  const RoundSystem* out = round_system(view.system());
  if (out == nullptr) throw py::attribute_error("this system has no round bodies");
  return *out;
}

void define_system(py::module_& m) {
  py::class_<SystemView>(m, "System")
      .def_property_readonly(
          "mass",
          [](const SystemView& s) { return view(s.system().mass().data(), s.system().dofs()); })
      .def_property_readonly("radius",
                             [](const SystemView& s) {
                               const std::vector<double>& r = round(s).bodies().radius;
                               return view(r.data(), static_cast<py::ssize_t>(r.size()));
                             })
      .def_property_readonly("constant_force",
                             [](const SystemView& s) { return s.system().constant_force(); })
      .def_property_readonly("stride",
                             [](const SystemView& s) { return round(s).space().stride(); })
      .def_property_readonly("dimension", [](const SystemView& s) { return round(s).dimension(); })
      .def_property_readonly(
          "gravity", [](const SystemView& s) -> Eigen::Vector3d { return round(s).gravity(); })
      .def_property_readonly("restitution",
                             [](const SystemView& s) { return round(s).law().restitution; })
      .def_property_readonly("friction",
                             [](const SystemView& s) { return round(s).law().friction; })
      .def_property_readonly(
          "tangential_restitution",
          [](const SystemView& s) { return round(s).law().tangential_restitution; })
      .def("force", &SystemView::force)
      .def("mean_force", &SystemView::mean_force)
      .def("contacts", &SystemView::contacts, py::arg("q"), py::arg("reach") = 0.0)
      .def("record", &SystemView::record, py::arg("body"), py::arg("other"), py::arg("normal"),
           py::arg("impulse"), py::arg("friction") = py::none());
}

void define_traits(py::module_& m) {
  py::class_<ProblemTraits>(m, "Traits")
      .def_property_readonly("round",
                             [](const ProblemTraits& t) { return t.bodies == BodyKind::round; })
      .def_readonly("dimension", &ProblemTraits::dimension)
      .def_readonly("body_count", &ProblemTraits::body_count)
      .def_readonly("rotates", &ProblemTraits::rotates)
      .def_readonly("gravity", &ProblemTraits::gravity)
      .def_readonly("driven", &ProblemTraits::driven)
      .def_readonly("moving_surfaces", &ProblemTraits::moving_surfaces)
      .def_readonly("held", &ProblemTraits::held)
      .def_readonly("friction", &ProblemTraits::friction)
      .def_readonly("rolling_friction", &ProblemTraits::rolling_friction)
      .def_readonly("twisting_friction", &ProblemTraits::twisting_friction)
      .def_readonly("static_friction", &ProblemTraits::static_friction)
      .def_readonly("laws_differ", &ProblemTraits::laws_differ)
      .def_readonly("rotation", &ProblemTraits::rotation)
      .def_readonly("restitution", &ProblemTraits::restitution)
      .def_readonly("smallest_reduced_mass", &ProblemTraits::smallest_reduced_mass)
      .def_readonly("initial_penetration", &ProblemTraits::initial_penetration)
      .def_readonly("elastic", &ProblemTraits::elastic)
      .def_readonly("first_order", &ProblemTraits::first_order)
      .def_readonly("gluey", &ProblemTraits::gluey)
      .def_readonly("viscosity", &ProblemTraits::viscosity);
}

PYBIND11_EMBEDDED_MODULE(_impactbench, m) {
  define_system(m);
  define_traits(m);
  define_setup(m);
  define_contact_problem(m);
}

}  // namespace
}  // namespace impactbench::python
