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
  EXPECT_EQ(
      to_latex(sample),
      "\\begin{tabular}{lr}\n\\toprule\nname & x \\\\\n\\midrule\na<b, \"c\" & 1 \\\\\nd|e\\_f & "
      "2 \\% \\\\\n\\bottomrule\n\\end{tabular}\n");
}

}  // namespace
}  // namespace impactbench
