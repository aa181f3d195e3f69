#include "problems/base/fields.hpp"
#include "problems/base/error.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace impactbench {
namespace {

struct Sample {
  double length{2.0};
  int count{3};
  bool on{false};
  std::string word{"a"};
  std::string start{"none"};
  std::string size{"small"};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"length", "m", "a length"}, self.length, Range::positive());
    f(Field{"count", "-", "a count"}, self.count, Range::between(1, 9));
    f(Field{"on", "-", "a switch"}, self.on);
    f(Field{"word", "-", "a word"}, self.word, OneOf{"a", "b"});
    f(Field{"start", "-", "where it begins"}, self.start, FileOr{"none", "some"});
    f(Field{"size", "m", "a size"}, self.size, NumberOr({"small", "large"}, Range::positive()));
  }
  friend bool operator==(const Sample&, const Sample&) = default;
};

std::string complaint(const ParameterSet& given) {
  try {
    (void)parse<Sample>(given, "sample");
  } catch (const ConfigurationError& e) {
    return e.what();
  }
  return "";
}

TEST(Fields, OneListDrivesParsingPrintingAndDescription) {
  const Sample s =
      parse<Sample>({{"length", std::int64_t{5}}, {"word", std::string("b")}}, "sample");
  EXPECT_EQ(s.length, 5.0) << "an integer where a real number is wanted";
  EXPECT_EQ(s.word, "b");
  EXPECT_EQ(s.count, 3);
  EXPECT_EQ(parse<Sample>(to_set(s), "sample"), s);
  EXPECT_EQ(
      parameters_of<Sample>().resolve({{"length", 5.0}, {"word", std::string("b")}}, "sample"),
      to_set(s));
  const auto fields = describe<Sample>();
  ASSERT_EQ(fields.size(), 6U);
  EXPECT_EQ(fields[0].range, "(0, inf)");
  EXPECT_EQ(fields[0].fallback, "2");
  EXPECT_EQ(fields[3].range, "a | b");
  EXPECT_EQ(fields[4].type, "file");
  EXPECT_EQ(fields[4].range, "none | some | path of a file");
  ASSERT_TRUE(fields[4].file);
  EXPECT_FALSE(fields[4].file->is_path("some"));
  EXPECT_TRUE(fields[4].file->is_path("some.csv"));
  EXPECT_FALSE(fields[3].file) << "a word, whatever it is called";
  EXPECT_EQ(fields[5].range, "small | large | number in (0, inf)");
}

TEST(Fields, ANumberMayStandForAWord) {
  const auto size = [](const Value& v) { return parse<Sample>({{"size", v}}, "sample").size; };
  EXPECT_EQ(size(std::string("large")), "large");
  EXPECT_EQ(size(0.25), "0.25");
  EXPECT_EQ(size(std::int64_t{3}), "3");
  EXPECT_EQ(size(std::string("0.250")), "0.25") << "one text for one number: rows have it as key";
  EXPECT_EQ(number_of_text("0.25"), 0.25);
  EXPECT_EQ(number_of_text("3"), 3.0);
  EXPECT_EQ(number_of_text("large"), std::nullopt);
}

TEST(Fields, EveryRefusalNamesOwnerKeyValueAndRange) {
  const auto has = [](const std::string& text, std::initializer_list<const char*> words) {
    for (const char* word : words)
      EXPECT_NE(text.find(word), std::string::npos) << word << ": " << text;
  };
  has(complaint({{"length", -1.0}}), {"sample", "length = -1", "(0, inf)", "m"});
  has(complaint({{"length", std::nan("")}}), {"length = nan"});
  has(complaint({{"length", HUGE_VAL}}), {"length = inf"});
  has(complaint({{"length", std::string("long")}}), {"length = long"});
  has(complaint({{"count", 2.5}}), {"count = 2.5", "whole number"});
  has(complaint({{"count", std::int64_t{10}}}), {"count = 10", "[1, 9]"});
  has(complaint({{"on", 1.0}}), {"on = 1", "true or false"});
  has(complaint({{"word", std::string("c")}}), {"word = c", "one of a, b"});
  for (const char* none : {"nowhere.csv", "/", "/dev/null", ""}) {
    has(complaint({{"start", std::string(none)}}),
        {"start = ", none, "none, some or the path of a file that can be read"});
  }
  EXPECT_EQ(complaint({{"start", std::string("some")}}), "");
  EXPECT_EQ(complaint({{"start", std::string("/proc/self/exe")}}), "");
  for (const Value& wrong : {Value(0.0), Value(-2.0), Value(std::nan("")), Value(HUGE_VAL),
                             Value(true), Value(std::string("inf")), Value(std::string("huge"))}) {
    has(complaint({{"size", wrong}}),
        {"size = ", to_text(wrong).c_str(), "small, large or a number in (0, inf) m"});
  }
  has(complaint({{"lenght", 1.0}}), {"sample", "lenght", "did you mean 'length'", "known"});
}

TEST(Fields, ANameThatSharesLittleIsNotSuggested) {
  const std::vector<std::string> known{"run", "list", "converge"};
  EXPECT_EQ(nearest_name("rum", known), "run");
  EXPECT_EQ(nearest_name("rnu", known), "run");
  EXPECT_EQ(nearest_name("convrege", known), "converge");
  EXPECT_EQ(nearest_name("foo", known), "");
  EXPECT_EQ(nearest_name("", known), "");
}

TEST(Fields, TextReadsBackAsTheSameValue) {
  for (const double x : {0.1, 1e-5, 1.0 / 3.0, -0.0, 4.9e-324, 123456789.0}) {
    const Value back = value_of_text(to_text(x));
    const double y = std::holds_alternative<double>(back)
                         ? std::get<double>(back)
                         : static_cast<double>(std::get<std::int64_t>(back));
    EXPECT_EQ(x, y);
  }
  EXPECT_TRUE(std::holds_alternative<std::int64_t>(value_of_text("3")));
  EXPECT_TRUE(std::holds_alternative<double>(value_of_text("1e-4")));
  EXPECT_TRUE(std::holds_alternative<bool>(value_of_text("true")));
  EXPECT_EQ(std::get<std::string>(value_of_text("1e-4x")), "1e-4x");
}

TEST(Fields, RangesExcludeNaNAndTheirOpenEnds) {
  EXPECT_FALSE(Range::any().contains(std::nan("")));
  EXPECT_FALSE(Range::positive().contains(0.0));
  EXPECT_TRUE(Range::at_least(0.0).contains(0.0));
  EXPECT_FALSE((Range{0.0, 1.0, false, true}).contains(1.0));
}

}  // namespace
}  // namespace impactbench
