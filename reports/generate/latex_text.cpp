#include "reports/generate/latex_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace impactbench {
namespace {

struct Spelling {
  std::string_view text;
  std::string_view latex;
};
/// Characters of reports beyond ASCII: pdflatex knows few of them by itself.
constexpr std::array spellings{
    Spelling{"α", "$\\alpha$"}, Spelling{"β", "$\\beta$"}, Spelling{"δ", "$\\delta$"},
    Spelling{"ε", "$\\varepsilon$"}, Spelling{"θ", "$\\theta$"}, Spelling{"λ", "$\\lambda$"},
    Spelling{"μ", "$\\mu$"}, Spelling{"π", "$\\pi$"}, Spelling{"ρ", "$\\rho$"},
    Spelling{"τ", "$\\tau$"}, Spelling{"φ", "$\\varphi$"}, Spelling{"ω", "$\\omega$"},
    Spelling{"Δ", "$\\Delta$"}, Spelling{"≤", "$\\le$"}, Spelling{"≥", "$\\ge$"},
    Spelling{"≠", "$\\ne$"}, Spelling{"≈", "$\\approx$"}, Spelling{"±", "$\\pm$"},
    Spelling{"×", "$\\times$"}, Spelling{"·", "$\\cdot$"}, Spelling{"−", "$-$"},
    Spelling{"→", "$\\to$"}, Spelling{"∞", "$\\infty$"}, Spelling{"°", "$^\\circ$"},
    Spelling{"²", "$^2$"}, Spelling{"³", "$^3$"}, Spelling{"⁻", "$^{-}$"}, Spelling{"⁸", "$^8$"},
    Spelling{"⁹", "$^9$"}, Spelling{"√", "$\\surd$"}, Spelling{"–", "--"}, Spelling{"—", "---"},
    Spelling{"…", "\\dots{}"}, Spelling{"“", "``"}, Spelling{"”", "''"}, Spelling{"‘", "`"},
    Spelling{"’", "'"}, Spelling{"\\", "\\textbackslash{}"}, Spelling{"~", "\\textasciitilde{}"},
    Spelling{"^", "\\textasciicircum{}"}, Spelling{"<", "$<$"}, Spelling{">", "$>$"},
    Spelling{"|", "$|$"},
    // After a line break these would be its argument.
    Spelling{"[", "{[}"}, Spelling{"]", "{]}"}, Spelling{"*", "{*}"}, Spelling{"\n", " "}};

/// Number of bytes of the character that begins here, 1 if it is not UTF-8.
std::size_t length_of(std::string_view rest) {
  const auto lead = static_cast<unsigned char>(rest[0]);
  const std::size_t n = lead < 0x80    ? 1
                        : lead >= 0xF0 ? 4
                        : lead >= 0xE0 ? 3
                        : lead >= 0xC0 ? 2
                                       : 1;
  return std::min(n, rest.size());
}

unsigned code_of(std::string_view character) {
  const auto lead = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return lead;
  unsigned out = lead & (0xFFU >> (character.size() + 1));
  for (const char c : character.substr(1))
    out = (out << 6) | (static_cast<unsigned char>(c) & 0x3FU);
  return out;
}

/// Adds a piece; two hyphens, apostrophes or grave accents in a row would become one sign, a dash
/// or a quotation mark.
void add(std::string_view piece, std::string& out) {
  const bool joins = !out.empty() && out.back() == piece.front() &&
                     std::string_view("-'`").find(out.back()) != std::string_view::npos;
  if (joins) out += "{}";
  out += piece;
}

}  // namespace

std::string latex_text(const std::string& text) {
  std::string out;
  for (std::string_view rest(text); !rest.empty();) {
    const std::string_view character = rest.substr(0, length_of(rest));
    rest.remove_prefix(character.size());
    const auto known = std::find_if(spellings.begin(), spellings.end(),
                                    [&](const Spelling& s) { return s.text == character; });
    if (known != spellings.end()) {
      add(known->latex, out);
      continue;
    }
    const unsigned code = code_of(character);
    const bool plain = character.size() == 1 && code >= 0x20 && code < 0x7F;
    const bool letter = character.size() == 2 && code >= 0xC0 && code < 0x180;
    if (plain && std::string_view("&%$#_{}").find(character[0]) != std::string_view::npos) {
      out += '\\';
    }
    if (plain || letter) {
      add(character, out);
    } else {
      out += fmt::format("{{[}}U+{:04X}{{]}}", code);
    }
  }
  return out;
}

}  // namespace impactbench
