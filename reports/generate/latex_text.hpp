#pragma once

#include <string>

namespace impactbench {

/// A text as LaTeX sets it letter by letter, in the fonts that every LaTeX has: its special signs
/// escaped, Greek letters and signs in mathematics, letters with accents as they are. A sign that
/// pdflatex does not know becomes its number, such as [U+1F600].
[[nodiscard]] std::string latex_text(const std::string& text);

}  // namespace impactbench
