// Numbers of rows by name, and parameters that copies of a cell share: to who uses them they are
// maps.
#include "benchmarks/store/named_numbers.hpp"
#include "benchmarks/store/shared_parameters.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace impactbench {
namespace {

TEST(NamedNumbers, AreAMapWhateverTheOrderInWhichTheyCome) {
  const std::map<std::string, double> map{
      {"a", 1.0}, {"b", 2.0}, {"b_long_name_of_a_quantity", 3.0}};
  for (const std::vector<std::string>& order :
       {std::vector<std::string>{"a", "b", "b_long_name_of_a_quantity"},
        {"b_long_name_of_a_quantity", "b", "a"},
        {"b", "b_long_name_of_a_quantity", "a"}}) {
    NamedNumbers numbers;
    for (const std::string& name : order)
      numbers[name] = map.at(name);
    EXPECT_EQ(numbers.to_map(), map);
    EXPECT_EQ(numbers, NamedNumbers(map));
    EXPECT_EQ(numbers, (NamedNumbers{{"b", 2.0}, {"b_long_name_of_a_quantity", 3.0}, {"a", 1.0}}));
    auto wanted = map.begin();
    for (const auto& [name, value] : numbers) {
      EXPECT_EQ(name, wanted->first);
      EXPECT_EQ(value, wanted->second);
      ++wanted;
    }
    EXPECT_EQ(wanted, map.end());
  }
}

TEST(NamedNumbers, AreFoundByTheirNameAlone) {
  NamedNumbers numbers{{"energy", 2.0}, {"time", 3.0}};
  EXPECT_EQ(numbers.find("energy")->second, 2.0);
  for (const char* absent : {"", "an", "energ", "energy_", "tim", "timer"}) {
    EXPECT_EQ(numbers.find(absent), std::as_const(numbers).end()) << absent;
    EXPECT_FALSE(numbers.contains(absent)) << absent;
    EXPECT_THROW((void)numbers.at(absent), std::out_of_range) << absent;
  }
  numbers.emplace("energy", 5.0);
  EXPECT_EQ(numbers.at("energy"), 2.0) << "the first one stays";
  numbers["energy"] += 1.0;
  EXPECT_EQ(numbers.at("energy"), 3.0);
  EXPECT_EQ(numbers["new"], 0.0);
  numbers.erase("energy");
  numbers.erase("absent");
  EXPECT_EQ(numbers, (NamedNumbers{{"new", 0.0}, {"time", 3.0}}));
  EXPECT_NE(numbers, (NamedNumbers{{"new", 0.0}, {"times", 3.0}}));
  EXPECT_NE(numbers, (NamedNumbers{{"new", 0.0}, {"time", 3.5}}));
}

TEST(SharedParameters, OfACopyChangeForItAlone) {
  const SharedParameters first{{"mass", 0.1}, {"count", std::int64_t{3}}};
  SharedParameters copy = first;
  EXPECT_EQ(&copy.get(), &first.get()) << "one set for both";
  copy["mass"] = 0.2;
  EXPECT_EQ(first.at("mass"), Value(0.1));
  EXPECT_EQ(copy.at("mass"), Value(0.2));
  EXPECT_NE(copy, first);
  copy["mass"] = 0.1;
  EXPECT_EQ(copy, first) << "equal, though no longer the same";
  SharedParameters less = first;
  less.erase("count");
  EXPECT_EQ(first.size(), 2U);
  EXPECT_EQ(less, SharedParameters(ParameterSet{{"mass", 0.1}}));
  SharedParameters none;
  none["x"] = true;
  EXPECT_TRUE(SharedParameters().empty());
}

}  // namespace
}  // namespace impactbench
