#include "benchmarks/store/csv_text.hpp"
#include "problems/base/error.hpp"
#include "reports/paper/claim.hpp"
#include "reports/paper/claim_test.hpp"
#include "reports/paper/source.hpp"
#include "reports/paper/source_claims.hpp"
#include "tests/support/scratch.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace impactbench {
namespace {

PublishedClaim claim(const std::string& runs, const std::string& test) {
  return {"source", "1", "remark 1", "A claim.", runs, test, "claims.csv:2"};
}

/// A motion in which the quantity `error` is c R^2 dt of each run, `c` by scheme; what `spoil` does
/// to the row is done last.
template <class Spoil>
ClaimResult judged(const PublishedClaim& about, Spoil&& spoil) {
  std::vector<Row> rows;
  rows.reserve(claim_runs(about).size());
  return judge_claim(about, [&](const CellRequest& request) -> const Row* {
    const auto setting = [&](const char* key) {
      const auto at = request.settings.find(key);
      return at == request.settings.end() ? 1.0 : std::stod(to_text(at->second));
    };
    Row& row = rows.emplace_back();
    row.status = RowStatus::passed;
    row.quantities["error"] =
        (request.scheme == "snc" ? 5.0 : 1.0) * std::pow(setting("R"), 2.0) * setting("dt");
    row.quantities["start"] = 2.0;
    spoil(request, row);
    return &row;
  });
}
ClaimResult judged(const PublishedClaim& about) {
  return judged(about, [](const CellRequest&, Row&) {});
}

constexpr const char* ladder = "problem=p scheme=inc|snc R=1e-1|1e-2|1e-3 dt=1e-3|1e-4";

TEST(Claims, NeighboursDifferInOneSettingAlone) {
  // Two schemes, two steps, three R: eight pairs, and in every one the error grows with R.
  const ClaimResult grows = judged(claim(ladder, "grows error over R"));
  EXPECT_EQ(grows.verdict, ClaimVerdict::confirmed);
  EXPECT_EQ(grows.holds, 8);
  EXPECT_EQ(grows.of, 8);
  const ClaimResult falls = judged(claim(ladder, "falls error over R"));
  EXPECT_EQ(falls.verdict, ClaimVerdict::refuted);
  EXPECT_EQ(falls.holds, 0);
}

TEST(Claims, OneComparisonAgainstItRefutesAndIsShown) {
  const auto result = judged(claim(ladder, "grows error over R"), [](const auto& run, Row& row) {
    if (run.scheme == "snc" && to_text(run.settings.at("R")) == "0.1" &&
        to_text(run.settings.at("dt")) == "1e-04") {
      row.quantities["error"] = 0.0;
    }
  });
  EXPECT_EQ(result.verdict, ClaimVerdict::refuted);
  EXPECT_EQ(result.holds, 7);
  EXPECT_NE(result.figures.find("scheme=snc"), std::string::npos) << result.figures;
}

TEST(Claims, OrderIsTheSlopeOfLogarithms) {
  EXPECT_EQ(judged(claim(ladder, "order error over R in 1.99 2.01")).verdict,
            ClaimVerdict::confirmed);
  EXPECT_EQ(judged(claim(ladder, "order error over R in 0.9 1.1")).verdict, ClaimVerdict::refuted);
  // Two steps are no order.
  EXPECT_EQ(judged(claim(ladder, "order error over dt in 0.9 1.1")).verdict,
            ClaimVerdict::undecided);
}

TEST(Claims, LessComparesRunsThatAgreeInWhatBothHave) {
  const char* runs =
      "problem=p scheme=inc alpha=2|3 R=1e-2|1e-3 dt=1e-3; problem=p scheme=snc R=1e-2|1e-3 "
      "dt=1e-3";
  const ClaimResult less = judged(claim(runs, "less error for scheme=inc than scheme=snc"));
  EXPECT_EQ(less.verdict, ClaimVerdict::confirmed);
  EXPECT_EQ(less.of, 4);  // each alpha and R of inc with the snc of its R
  EXPECT_EQ(judged(claim(runs, "less error for scheme=snc than scheme=inc")).holds, 0);
}

TEST(Claims, WithinHoldsForEveryRunAndQuotientsAreQuantities) {
  EXPECT_EQ(judged(claim(ladder, "within error 0 1e-3")).verdict, ClaimVerdict::confirmed);
  EXPECT_EQ(judged(claim(ladder, "within error 1e-5 inf")).verdict, ClaimVerdict::refuted);
  const ClaimResult half = judged(claim("problem=p scheme=inc", "within error/start 0.5 0.5"));
  EXPECT_EQ(half.verdict, ClaimVerdict::confirmed);
}

TEST(Claims, RoundingAndWhatDidNotEndDecideNothing) {
  const auto tiny = judged(claim(ladder, "grows error over R"),
                           [](const auto&, Row& row) { row.quantities["error"] *= 1e-12; });
  EXPECT_EQ(tiny.verdict, ClaimVerdict::undecided);
  const auto stopped = judged(claim(ladder, "grows error over R"),
                              [](const auto&, Row& row) { row.status = RowStatus::stopped; });
  EXPECT_EQ(stopped.verdict, ClaimVerdict::undecided);
  EXPECT_EQ(stopped.absent, 12);
  const auto nan = judged(claim(ladder, "within error 0 inf"), [](const auto&, Row& row) {
    row.quantities["error"] = std::numeric_limits<double>::quiet_NaN();
  });
  EXPECT_EQ(nan.verdict, ClaimVerdict::undecided);
  EXPECT_EQ(judged(claim("problem=p scheme=inc", "within unknown 0 1")).verdict,
            ClaimVerdict::undecided);
}

TEST(Claims, SurvivorsOfRunsThatDidNotEndConfirmNothing) {
  // One of twelve runs stopped, or all but one: what is left holds, and proves nothing.
  const auto stop = [](bool all_but_one) {
    return [all_but_one](const auto& run, Row& row) {
      const bool one = run.scheme == "snc" && to_text(run.settings.at("R")) == "0.1" &&
                       to_text(run.settings.at("dt")) == "1e-04";
      if (one != all_but_one) row.status = RowStatus::stopped;
    };
  };
  const auto one = judged(claim(ladder, "within error 0 1"), stop(false));
  EXPECT_EQ(one.verdict, ClaimVerdict::undecided);
  EXPECT_EQ(one.holds, 11);
  EXPECT_EQ(one.of, 11);
  EXPECT_EQ(one.absent, 1);
  EXPECT_EQ(one.figures.find("1 of 12 runs that it needs are missing or did not end; error"), 0U)
      << one.figures;
  EXPECT_EQ(judged(claim(ladder, "within error 0 1"), stop(true)).verdict, ClaimVerdict::undecided);
  EXPECT_EQ(judged(claim(ladder, "grows error over R"), stop(false)).verdict,
            ClaimVerdict::undecided);
  // The remaining runs can refute; a run that failed refutes the promise that it runs.
  EXPECT_EQ(judged(claim(ladder, "falls error over R"), stop(false)).verdict,
            ClaimVerdict::refuted);
  const auto promised = judged(claim(ladder, "runs and within error 0 1"), stop(false));
  EXPECT_EQ(promised.verdict, ClaimVerdict::refuted);
  EXPECT_NE(promised.figures.find("stopped"), std::string::npos) << promised.figures;
  EXPECT_EQ(judged(claim(ladder, "runs and within error 0 1")).verdict, ClaimVerdict::confirmed);
}

TEST(Claims, EndsLooksAtTheStatusAlone) {
  const auto refused = [](const auto&, Row& row) { row.status = RowStatus::not_applicable; };
  EXPECT_EQ(judged(claim("problem=p scheme=inc", "ends not_applicable"), refused).verdict,
            ClaimVerdict::confirmed);
  EXPECT_EQ(judged(claim("problem=p scheme=inc", "ends passed"), refused).verdict,
            ClaimVerdict::refuted);
}

TEST(Claims, WithoutATestTheySayWhy) {
  const ClaimResult result =
      judge_claim(claim("", "none: no number"), [](const CellRequest&) { return nullptr; });
  EXPECT_EQ(result.verdict, ClaimVerdict::undecided);
  EXPECT_EQ(result.figures, "no number");
}

TEST(Claims, MistakesAreNamedWithTheirPlace) {
  for (const auto& [runs, test] : std::vector<std::pair<const char*, const char*>>{
           {"problem=p scheme=inc", "grows error"},
           {"problem=p scheme=inc", "order error over R in 1 two"},
           {"problem=p scheme=inc", "within error nan 1"},
           {"problem=p scheme=inc", "none: why"},
           {"", "within error 0 1"},
           {"problem=p scheme=inc", "less error for scheme than scheme=snc"},
           {"problem=p scheme=inc", "ends well"},
           {"problem=p", "within error 0 1"},
           {"problem=p scheme", "within error 0 1"},
           {"problem=p scheme=inc scheme=snc", "within error 0 1"}}) {
    try {
      (void)judged(claim(runs, test));
      ADD_FAILURE() << runs << " / " << test << " was taken";
    } catch (const ConfigurationError& e) {
      EXPECT_NE(std::string(e.what()).find("claims.csv:2"), std::string::npos) << e.what();
    }
  }
}

TEST(Claims, OfTheSourcesCanAllBePlanned) {
  // Every run names modules and settings that there are; every test can be read.
  int claims = 0;
  for (const std::string& source : source_names()) {
    for (const PublishedClaim& c : read_claims(source)) {
      ++claims;
      SCOPED_TRACE(c.place);
      EXPECT_NO_THROW({
        (void)claim_test(c);
        for (const ClaimRun& run : claim_runs(c))
          (void)resolve_cell(run.request, "default");
      });
    }
  }
  EXPECT_GE(claims, 76);
}

TEST(Claims, AClaimThatIsThereTwiceIsRefusedByItsPlace) {
  const testing::Scratch folder;
  const auto written = [&](const char* second) {
    return read_claims_file(
        "source",
        folder.write("claims.csv",
                     std::string("id,where,claim,runs,test\n1,here,A claim.,,none: why\n") +
                         second + ",there,Another.,,none: why\n"));
  };
  EXPECT_EQ(written("2").size(), 2U);
  try {
    (void)written("1");
    ADD_FAILURE() << "two claims of one name";
  } catch (const ConfigurationError& e) {
    EXPECT_NE(std::string(e.what()).find("claims.csv:3"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("'1' occurs twice"), std::string::npos) << e.what();
  }
}

TEST(Claims, QuotedCellsAreReadBack) {
  EXPECT_EQ(csv_text("plain"), "plain");
  EXPECT_EQ(csv_text("a, \"b\""), "\"a, \"\"b\"\"\"");
}

}  // namespace
}  // namespace impactbench
