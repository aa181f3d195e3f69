#pragma once

#include "problems/base/fields.hpp"

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace impactbench::python {

namespace py = pybind11;

/// "ValueError: ... (mine.py:31 in step)": an exception of Python in a sentence. The calling thread
/// holds the lock of the interpreter.
[[nodiscard]] std::string sentence(const py::error_already_set& error);

/// Takes the lock of the interpreter and calls f. An exception of Python, or a value that cannot be
/// converted, becomes an `Error` with "OWNER: " and the sentence.
template <class Error = std::runtime_error, class F>
decltype(auto) called(const std::string& owner, F&& f) {
  const py::gil_scoped_acquire lock;
  try {
    return std::forward<F>(f)();
  } catch (const py::error_already_set& e) {
    throw Error(owner + ": " + sentence(e));
  } catch (const py::cast_error& e) {
    throw Error(owner + ": " + e.what());
  }
}

/// A class of a Python file in a catalogue. Never destroyed, like the interpreter.
class Described {
 public:
  /// Asks the class to describe itself; passes exceptions of Python on.
  Described(std::string_view kind, py::object type);

  std::string name, summary, reference;
  std::string owner;  ///< "scheme NAME", for messages

  [[nodiscard]] const std::vector<FieldInfo>& fields() const { return fields_; }
  /// The settings with defaults and checks; throws ConfigurationError.
  [[nodiscard]] ParameterSet resolve(const ParameterSet& given) const;
  /// An object of the class with these settings; throws ConfigurationError. Needs the lock.
  [[nodiscard]] py::object make(const ParameterSet& given) const;

 private:
  struct Parameter {
    std::string name, unit, meaning;
    Value fallback;
    Range range;
    std::vector<std::string> words;

    [[nodiscard]] Field field() const { return {name, unit, meaning}; }
  };

  /// The parameters with their defaults, which `values` must hold while the list is in use.
  void listed(std::vector<Value>& values, FieldList& fields) const;

  py::object type_;
  std::vector<Parameter> parameters_;
  std::vector<FieldInfo> fields_;
};

/// A view of numbers owned by others: no copy.
[[nodiscard]] inline py::array_t<double> view(const double* data, py::ssize_t size) {
  return py::array_t<double>({size}, {py::ssize_t{sizeof(double)}}, data, py::none());
}

}  // namespace impactbench::python
