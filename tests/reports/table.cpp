#include "reports/generate/latex_table.hpp"
#include "tests/support/scratch.hpp"
#include "tests/support/slurp.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace impactbench {
namespace {

const Table sample{
    "t", "A & B", {"name", "x"}, {{"a<b, \"c\"", "1"}, {"d|e_f", "2 %"}}, {false, true}};

TEST(Tables, EscapeWhatEachFormatNeeds) {
  EXPECT_EQ(to_html(sample),
            "<table id=\"t\">\n<caption>A &amp; B</caption>\n<thead><tr><th "
            "scope=\"col\">name</th><th scope=\"col\" "
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

/// Of that many columns and rows; every third column holds sentences, the others numbers.
Table wide(const std::string& name, std::size_t columns, int rows) {
  Table out{name, "A caption with a name_of_a_quantity that is long.", {}, {}, {}};
  for (std::size_t k = 0; k < columns; ++k) {
    out.header.push_back(k % 3 == 0 ? "explanation" : "worst residual [m/s]");
    out.numeric.push_back(k % 3 != 0);
  }
  for (int r = 0; r < rows; ++r) {
    std::vector<std::string> line;
    for (std::size_t k = 0; k < columns; ++k)
      line.push_back(k % 3 == 0
                         ? "disc_box/schatzman_paoli/nlgs_momentum dt=1e-04 restitution=0.5: "
                           "e61ab9336f19a353495f7df987f9a51d6441ec10 after ≤ 3 α"
                         : "1.2345e-13");
    out.rows.push_back(std::move(line));
  }
  return out;
}

TEST(Tables, FitTheirPagesInPrint) {
  if (std::system("command -v pdflatex >/dev/null 2>&1") != 0)
    GTEST_SKIP() << "pdflatex is not installed (texlive-latex-recommended)";
  const testing::Scratch folder;
  const std::vector<Table> tables{wide("narrow", 3, 4), wide("upright", 7, 60),
                                  wide("landscape", 13, 8), wide("parts", 40, 5)};
  EXPECT_EQ(to_latex(wide("s", 7, 60)).find("landscape"), std::string::npos);
  EXPECT_NE(to_latex(tables[2]).find("landscape"), std::string::npos);
  const auto log_of = [&](const std::string& document) {
    folder.write("tables.tex", document);
    EXPECT_EQ(std::system(("cd '" + folder.path() +
                           "' && pdflatex -interaction=nonstopmode -halt-on-error tables.tex "
                           ">out.txt 2>&1")
                              .c_str()),
              0)
        << slurp(folder / "out.txt");
    return slurp(folder / "tables.log");
  };
  for (const Table& table : tables)
    folder.write(table.name + ".tex", to_latex(table));
  EXPECT_EQ(log_of(latex_tables_document(tables)).find("Overfull"), std::string::npos);
  // It would be seen: the same columns without any break.
  folder.write("narrow.tex", "\\begin{tabular}{l}" + std::string(300, 'x') + "\\end{tabular}\n");
  EXPECT_NE(log_of(latex_tables_document({tables[0]})).find("Overfull"), std::string::npos);
}

}  // namespace
}  // namespace impactbench
