#pragma once

#include "problems/base/fields.hpp"

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace impactbench {

/// The parameters of a cell with the interface of a ParameterSet. Copies share one set until one of
/// them is changed: the rows of a store have few sets, and a set takes more memory than the numbers
/// of a row.
class SharedParameters {
 public:
  SharedParameters() = default;
  SharedParameters(ParameterSet set) : set_(std::make_shared<ParameterSet>(std::move(set))) {}
  SharedParameters(std::initializer_list<ParameterSet::value_type> list)
      : SharedParameters(ParameterSet(list)) {}

  operator const ParameterSet&() const { return *set_; }
  [[nodiscard]] const ParameterSet& get() const { return *set_; }
  [[nodiscard]] auto begin() const { return set_->cbegin(); }
  [[nodiscard]] auto end() const { return set_->cend(); }
  [[nodiscard]] auto find(std::string_view name) const { return get().find(name); }
  [[nodiscard]] bool contains(std::string_view name) const { return set_->contains(name); }
  [[nodiscard]] const Value& at(const std::string& name) const { return set_->at(name); }
  [[nodiscard]] std::size_t size() const { return set_->size(); }
  [[nodiscard]] bool empty() const { return set_->empty(); }

  [[nodiscard]] Value& operator[](const std::string& name) { return own()[name]; }
  void erase(const std::string& name) { own().erase(name); }

  friend bool operator==(const SharedParameters& a, const SharedParameters& b) {
    return a.set_ == b.set_ || *a.set_ == *b.set_;
  }

 private:
  ParameterSet& own() {
    if (set_.use_count() > 1) set_ = std::make_shared<ParameterSet>(*set_);
    return *set_;
  }
  static const std::shared_ptr<ParameterSet>& none() {
    static const auto set = std::make_shared<ParameterSet>();
    return set;
  }

  std::shared_ptr<ParameterSet> set_{none()};
};

}  // namespace impactbench
