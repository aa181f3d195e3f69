#include "reports/plots/looks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace impactbench {
namespace {

// Colours of Okabe and Ito and of Tol, beginning with those that are dark on white paper.
constexpr std::array<const char*, base_looks> colours{
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#7F7F7F",
    "#882255", "#44AA99", "#999933", "#332288", "#117733", "#AA4499", "#661100", "#EE3377",
    "#004488", "#BB5566", "#997700", "#225555", "#5E3C99", "#33BBEE", "#CC3311", "#8C6D46",
    "#7A0177", "#4D9221", "#B15928", "#2166AC", "#1B9E77", "#C51B7D", "#525252", "#A6761D"};
constexpr std::array<const char*, 12> dashes{
    "1",         "(8,3)", "(3,2)",          "(8,3,2,3)", "(2,2)", "(12,3)",
    "(5,2,1,2)", "(2,4)", "(10,2,2,2,2,2)", "(4,4)",     "(6,2)", "(14,4)"};
constexpr std::array markers{7, 5, 9, 13, 11, 15};

// By base look; the first six have their own markers. Other schemes work too; a line here gives a
// scheme a fixed look.
constexpr std::array schemes{"inc",
                             "dem",
                             "nscd",
                             "schatzman_paoli",
                             "md",
                             "snc",
                             "mka3d",
                             "mka3d_linear",
                             "catching_up",
                             "maury",
                             "lubrication",
                             "gluey",
                             "moreau_jean",
                             "generalised_alpha",
                             "bathe",
                             "anitescu_tasora",
                             "sap",
                             "soft_constraint",
                             "barrier",
                             "adaptive",
                             "event_driven",
                             "moreau_yosida",
                             "projected_midpoint",
                             "time_dg",
                             "newmark_contact",
                             "mass_redistribution",
                             "nitsche"};

std::string marker_svg(const Look& look) {
  switch (look.marker) {
    case 5:
      return "<path d=\"M14.5 2.5h7v7h-7z\"/>";
    case 9:
      return "<path d=\"M18 1.5l4.5 8h-9z\"/>";
    case 11:
      return "<path d=\"M18 10.5l4.5-8h-9z\"/>";
    case 13:
      return "<path d=\"M18 1l5 5-5 5-5-5z\"/>";
    case 15:
      return "<path d=\"M18 1.5l4.7 3.4-1.8 5.5h-5.8l-1.8-5.5z\"/>";
    default:
      return "<circle cx=\"18\" cy=\"6\" r=\"3.8\"/>";
  }
}

}  // namespace

Look look_of(int style) {
  const int base = style % base_looks;
  const int variant = style / base_looks;
  // Beyond the first twelve the same dash comes with another marker.
  const auto dash = static_cast<std::size_t>(base + 5 * variant) % dashes.size();
  const auto marker = static_cast<std::size_t>(base + base / 12 + variant) % markers.size();
  return {colours.at(static_cast<std::size_t>(base)), dashes.at(dash), markers.at(marker)};
}

std::map<std::string, int> scheme_styles(const std::set<std::string>& names) {
  std::map<std::string, int> out;
  int next = static_cast<int>(schemes.size());
  for (const std::string& name : names) {
    const auto it = std::find(schemes.begin(), schemes.end(), name);
    out[name] = it != schemes.end() ? static_cast<int>(it - schemes.begin()) : next++ % base_looks;
  }
  return out;
}

int scheme_style(const std::string& scheme) {
  return scheme_styles({scheme}).at(scheme);
}

std::string look_svg(const Look& look) {
  std::string dash(look.dash);
  std::erase_if(dash, [](char c) { return c == '(' || c == ')'; });
  return fmt::format(
      "<svg class=\"look\" width=\"36\" height=\"12\" viewBox=\"0 0 36 12\" aria-hidden=\"true\" "
      "fill=\"{0}\"><path d=\"M1 6H35\" stroke=\"{0}\" stroke-width=\"1.6\"{1}/>{2}</svg>",
      look.colour, dash == "1" ? "" : " stroke-dasharray=\"" + dash + "\"", marker_svg(look));
}

}  // namespace impactbench
