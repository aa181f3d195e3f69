#include "benchmarks/python/bridge/described.hpp"

#include "problems/base/error.hpp"

#include <pybind11/stl.h>

namespace impactbench::python {
namespace {

Value value_of(const py::handle& object) {
  if (py::isinstance<py::bool_>(object)) return object.cast<bool>();
  if (py::isinstance<py::int_>(object)) return object.cast<std::int64_t>();
  if (py::isinstance<py::float_>(object)) return object.cast<double>();
  return object.cast<std::string>();
}

py::object object_of(const Value& value) {
  return std::visit([](const auto& x) -> py::object { return py::cast(x); }, value);
}

}  // namespace

std::string sentence(const py::error_already_set& error) {
  const py::object trace = error.trace() ? py::object(error.trace()) : py::none();
  return py::module_::import("impactbench.modules")
      .attr("sentence")(error.value(), trace)
      .cast<std::string>();
}

Described::Described(std::string_view kind, py::object type) : type_(std::move(type)) {
  const py::dict facts = type_.attr("describe")();
  name = facts["name"].cast<std::string>();
  summary = facts["summary"].cast<std::string>();
  reference = facts["reference"].cast<std::string>();
  owner = std::string(kind) + " " + name;
  for (const auto& [key, facts_of] : facts["parameters"].cast<py::dict>()) {
    const auto p = py::reinterpret_borrow<py::dict>(facts_of);
    parameters_.push_back({key.cast<std::string>(),
                           p["unit"].cast<std::string>(),
                           p["meaning"].cast<std::string>(),
                           value_of(p["default"]),
                           {p["low"].cast<double>(), p["high"].cast<double>(),
                            p["open_low"].cast<bool>(), p["open_high"].cast<bool>()},
                           p["words"].cast<std::vector<std::string>>()});
  }
  std::vector<Value> values;
  FieldList fields;
  listed(values, fields);
  fields_ = fields.described();
}

void Described::listed(std::vector<Value>& values, FieldList& fields) const {
  values.clear();
  for (const Parameter& p : parameters_)
    values.push_back(p.fallback);
  for (std::size_t k = 0; k < values.size(); ++k) {
    const Parameter& p = parameters_[k];
    std::visit(
        [&](auto& member) {
          using T = std::remove_reference_t<decltype(member)>;
          if constexpr (std::is_same_v<T, bool>) {
            fields(p.field(), member);
          } else if constexpr (!std::is_same_v<T, std::string>) {
            fields(p.field(), member, p.range);
          } else if (p.words.empty()) {
            fields(p.field(), member);
          } else {
            fields(p.field(), member,
                   OneOf(std::vector<std::string_view>(p.words.begin(), p.words.end())));
          }
        },
        values[k]);
  }
}

ParameterSet Described::resolve(const ParameterSet& given) const {
  std::vector<Value> values;
  FieldList fields;
  listed(values, fields);
  fields.assign(given, owner);
  return fields.settings();
}

py::object Described::make(const ParameterSet& given) const {
  py::dict settings;
  for (const auto& [name_of, value] : resolve(given))
    settings[py::str(name_of)] = object_of(value);
  try {
    return type_(**settings);
  } catch (const py::error_already_set& e) {
    throw ConfigurationError(owner + ": " + sentence(e));
  }
}

}  // namespace impactbench::python
