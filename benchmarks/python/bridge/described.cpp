#include "benchmarks/python/bridge/described.hpp"

#include "problems/model/error.hpp"

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

OneOf one_of(const std::vector<std::string>& words) {
  OneOf out({});
  out.words.assign(words.begin(), words.end());
  return out;
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
}

std::vector<FieldInfo> Described::fields() const {
  std::vector<FieldInfo> out;
  for (const Parameter& p : parameters_) {
    if (!p.words.empty()) {
      out.push_back(detail::info(p.field(), p.fallback, one_of(p.words)));
    } else if (std::holds_alternative<bool>(p.fallback) ||
               std::holds_alternative<std::string>(p.fallback)) {
      out.push_back(detail::info(p.field(), p.fallback));
    } else {
      out.push_back(detail::info(p.field(), p.fallback, p.range));
    }
  }
  return out;
}

ParameterSet Described::resolve(const ParameterSet& given) const {
  detail::refuse_unknown(given, fields(), owner);
  ParameterSet out;
  for (const Parameter& p : parameters_) {
    Value value = p.fallback;
    if (const auto it = given.find(p.name); it != given.end()) {
      std::visit(
          [&](auto& member) {
            using T = std::remove_reference_t<decltype(member)>;
            if constexpr (std::is_same_v<T, bool>) {
              detail::assign(member, it->second, p.field(), owner);
            } else if constexpr (!std::is_same_v<T, std::string>) {
              detail::assign(member, it->second, p.field(), p.range, owner);
            } else if (p.words.empty()) {
              detail::assign(member, it->second, p.field(), owner);
            } else {
              detail::assign(member, it->second, p.field(), one_of(p.words), owner);
            }
          },
          value);
    }
    out.emplace(p.name, value);
  }
  return out;
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
