#include "reports/generate/table.hpp"

#include <gtest/gtest.h>

namespace impactbench {
namespace {

const Table sample{
    "t", "A & B", {"name", "x"}, {{"a<b, \"c\"", "1"}, {"d|e_f", "2 %"}}, {false, true}};

TEST(Tables, EscapeWhatEachFormatNeeds) {
  EXPECT_EQ(to_html(sample),
            "<table>\n<caption>A &amp; B</caption>\n<thead><tr><th>name</th><th "
            "class=\"n\">x</th></tr></thead>\n<tbody>\n<tr><td>a&lt;b, &quot;c&quot;</td><td "
            "class=\"n\">1</td></tr>\n<tr><td>d|e_f</td><td class=\"n\">2 "
            "%</td></tr>\n</tbody>\n</table>\n");
  EXPECT_EQ(to_csv(sample), "name,x\n\"a<b, \"\"c\"\"\",1\nd|e_f,2 %\n");
  EXPECT_EQ(to_markdown(sample),
            "| name | x |\n| --- | ---: |\n| a<b, \"c\" | 1 |\n| d\\|e_f | 2 % |\n");
  EXPECT_EQ(to_latex(sample),
            "\\begin{tabular}{lr}\n\\toprule\nname & x \\\\\n\\midrule\na$<$b, \"c\" & 1 "
            "\\\\\nd$|$e\\_f & "
            "2 \\% \\\\\n\\bottomrule\n\\end{tabular}\n");
}

TEST(Tables, SpellForPdflatexWhatItDoesNotKnow) {
  const Table table{"t", "", {"α"}, {{"≤ 1 – 2 ± 3 ² ≥\n…"}}, {}};
  const std::string latex = to_latex(table);
  EXPECT_NE(latex.find("$\\alpha$"), std::string::npos);
  EXPECT_NE(latex.find("$\\le$ 1 -- 2 $\\pm$ 3 $^2$ $\\ge$ \\dots{}"), std::string::npos) << latex;
  for (const char c : latex)
    EXPECT_LT(static_cast<unsigned char>(c), 0x80U);
  EXPECT_NE(to_markdown(table).find("≥ …"), std::string::npos);
}

}  // namespace
}  // namespace impactbench
