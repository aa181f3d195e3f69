#include "reports/edition/document.hpp"

#include "reports/generate/latex_table.hpp"
#include "reports/generate/latex_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace impactbench {
namespace {

bool ends(const std::string& file, const char* extension) {
  return file.ends_with(extension);
}

std::string figure_part(const ManifestItem& item) {
  std::string out = fmt::format("\\subsection*{{Figure {}}}\n", latex_text(item.name.substr(3)));
  for (const std::string& file : item.files) {
    if (!ends(file, ".pdf")) continue;
    out += fmt::format(
        "\\begin{{center}}\n\\includegraphics[width=\\linewidth,height=0.42\\textheight,"
        "keepaspectratio]{{{}}}\n\\end{{center}}\n",
        file);
  }
  return out + latex_text(item.caption) + "\\par\n";
}

std::string table_part(const ManifestItem& item) {
  std::string out = fmt::format("\\subsection*{{{}}}\n", latex_text(item.caption));
  for (const std::string& file : item.files) {
    if (!ends(file, ".tex")) continue;
    const bool notes = ends(file, "_notes.tex");
    out += fmt::format("{{\\{} \\input{{{}}}\\par}}\n", notes ? "footnotesize" : "small", file);
  }
  return out;
}

}  // namespace

std::string latex_table(const Table& table) {
  const std::string out = to_latex(table);
  const bool whole = out.starts_with("\\begin{tabular}");
  return whole ? "\\begin{center}\n" + out + "\\end{center}\n" : out;
}

std::string latex_notes(const NotedTable& table) {
  if (table.notes.empty()) return {};
  std::string out = "\\begin{enumerate}\n\\setlength{\\itemsep}{0pt}\n";
  for (const std::string& note : table.notes)
    out += "\\item " + latex_text(note) + "\n";
  return out + "\\end{enumerate}\n";
}

std::string latex_document(const Manifest& manifest, const std::vector<std::string>& sketches) {
  std::string figures, tables, gaps;
  for (const ManifestItem& item : manifest.items) {
    if (item.files.empty()) {
      gaps += fmt::format("\\item {}: {}\n", latex_text(item.name),
                          item.notes.empty() ? "not drawn" : latex_text(item.notes.front()));
    } else if (item.name.starts_with("fig")) {
      figures += figure_part(item);
    } else {
      tables += table_part(item);
    }
  }
  std::string out = fmt::format(
      "\\documentclass[a4paper]{{article}}\n\\usepackage[margin=22mm]{{geometry}}\n"
      "\\usepackage{{graphicx}}\n{2}\\setlength{{\\parindent}}{{0pt}}\n"
      "\\setlength{{\\LTleft}}{{0pt}}\n\\sloppy\n\\title{{{0}: figures and tables reproduced}}\n"
      "\\author{{impactbench, revision {1}}}\n\\date{{}}\n\\begin{{document}}\n\\maketitle\n",
      latex_text(manifest.source), latex_text(manifest.revision), latex_packages());
  if (!figures.empty()) out += "\\section*{Figures}\n" + figures;
  if (!sketches.empty()) {
    out += fmt::format("Sketches, with nothing to compute: figures {}.\\par\n",
                       latex_text(fmt::format("{}", fmt::join(sketches, ", "))));
  }
  if (!tables.empty()) out += "\\clearpage\n\\section*{Tables}\n" + tables;
  if (!gaps.empty()) {
    out += "\\section*{Not made}\n\\begin{itemize}\n" + gaps + "\\end{itemize}\n";
  }
  return out + "\\end{document}\n";
}

}  // namespace impactbench
