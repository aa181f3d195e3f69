#pragma once

#include "problems/model/error.hpp"

#include <fmt/format.h>
#include <simdjson.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace impactbench {

/// A text that is JSON, but not what is wanted: what() names the place.
class JsonMismatch : public ConfigurationError {
 public:
  using ConfigurationError::ConfigurationError;
};

/// A value of a parsed JSON text that knows where it is: what is asked of it and is not there
/// throws JsonMismatch with its path, "(/cell/dt) type must be number, but is string". It points to
/// the value that it is part of, which must outlive it, as must the parser.
class JsonView {
 public:
  explicit JsonView(simdjson::dom::element value) : value_(value) {}

  [[nodiscard]] bool contains(std::string_view key) const {
    return object().at_key(key).error() == simdjson::SUCCESS;
  }
  [[nodiscard]] JsonView at(std::string_view key) const {
    simdjson::dom::element found;
    if (object().at_key(key).get(found) != simdjson::SUCCESS)
      throw JsonMismatch(fmt::format("{}key '{}' not found", place(), key));
    return {found, this, key};
  }
  /// Calls f(key, value) with each member of an object.
  template <class F>
  void each_member(F&& f) const {
    for (const auto& member : object())
      f(member.key, JsonView(member.value, this, member.key));
  }
  /// Calls f(value) with each entry of a list.
  template <class F>
  void each_entry(F&& f) const {
    for (const simdjson::dom::element entry : list())
      f(JsonView(entry, this, {}));
  }
  [[nodiscard]] std::size_t size() const { return list().size(); }

  [[nodiscard]] bool is_null() const { return value_.is_null(); }
  [[nodiscard]] bool is_bool() const { return value_.is_bool(); }
  [[nodiscard]] bool is_string() const { return value_.is_string(); }
  [[nodiscard]] bool is_integer() const { return value_.is_int64(); }

  [[nodiscard]] bool boolean() const { return get<bool>("boolean"); }
  [[nodiscard]] double number() const { return get<double>("number"); }
  [[nodiscard]] std::int64_t integer() const { return get<std::int64_t>("an integer"); }
  [[nodiscard]] std::string text() const { return std::string(get<std::string_view>("string")); }

 private:
  JsonView(simdjson::dom::element value, const JsonView* whole, std::string_view key)
      : value_(value), whole_(whole), key_(key) {}

  [[nodiscard]] simdjson::dom::object object() const {
    return get<simdjson::dom::object>("object");
  }
  [[nodiscard]] simdjson::dom::array list() const { return get<simdjson::dom::array>("array"); }

  template <class T>
  [[nodiscard]] T get(const char* wanted) const {
    T out{};
    if (value_.get(out) != simdjson::SUCCESS) {
      throw JsonMismatch(fmt::format("{}type must be {}, but is {}", place(), wanted, type_name()));
    }
    return out;
  }

  [[nodiscard]] std::string path() const {
    return whole_ == nullptr ? std::string() : whole_->path() + '/' + std::string(key_);
  }
  [[nodiscard]] std::string place() const {
    return whole_ == nullptr ? std::string() : fmt::format("({}) ", path());
  }
  [[nodiscard]] const char* type_name() const {
    switch (value_.type()) {
      case simdjson::dom::element_type::ARRAY:
        return "array";
      case simdjson::dom::element_type::OBJECT:
        return "object";
      case simdjson::dom::element_type::STRING:
        return "string";
      case simdjson::dom::element_type::BOOL:
        return "boolean";
      case simdjson::dom::element_type::NULL_VALUE:
        return "null";
      default:
        return "number";
    }
  }

  simdjson::dom::element value_;
  const JsonView* whole_{nullptr};
  std::string_view key_{};
};

}  // namespace impactbench
