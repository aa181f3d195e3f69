#pragma once

#include <string>

namespace impactbench {

/// A text for LaTeX that appears letter by letter, in the fonts that every LaTeX has: its special
/// signs escaped, Greek letters and signs in mathematics, accented letters unchanged. A sign that
/// pdflatex does not know becomes its number, such as [U+1F600].
[[nodiscard]] std::string latex_text(const std::string& text);

}  // namespace impactbench
