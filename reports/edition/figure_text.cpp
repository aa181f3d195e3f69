#include "reports/edition/figure_text.hpp"

#include "reports/paper/rows_by_cell.hpp"

#include <fmt/format.h>

namespace impactbench {
namespace {

std::string source_text(const CellRequest& run) {
  return cell_text(resolve_cell(run, "default"));
}
std::string source_text(const ExactSolution& exact) {
  return "exact " + exact.branch + "\n" + source_text(exact.run);
}
std::string source_text(const RunFamily& family) {
  std::string out = "over " + family.setting + "\n";
  for (const CellRequest& run : family.runs)
    out += source_text(run);
  return out;
}
std::string source_text(const PrintedTable& table) {
  return fmt::format("table {}|{}\n", table.number, to_text(table.scale));
}
template <class... Sources>
std::string source_text(const std::variant<Sources...>& source) {
  return std::visit([](const auto& one) { return source_text(one); }, source);
}

template <class T>
std::string text_of(const T& member) {
  if constexpr (requires { member.has_value(); }) {
    return member ? text_of(*member) : "-";
  } else if constexpr (requires { member.x_low; }) {
    return text_of(std::vector{member.x_low, member.x_high, member.y_low, member.y_high});
  } else if constexpr (requires { member.first; }) {
    return text_of(member.first) + " " + text_of(member.second);
  } else if constexpr (std::is_constructible_v<Value, T>) {
    return to_text(Value(member));
  } else {
    std::string out;
    for (const auto& one : member)
      out += text_of(one) + ",";
    return out;
  }
}

/// Every member of a kind of panel or curve, beside curves and source.
template <class Part>
std::string keys_text(const Part& part) {
  std::string out;
  each_key(part, [&](const char* key, const auto& member, const auto&...) {
    out += fmt::format("{}|{}\n", key, text_of(member));
  });
  return out;
}

}  // namespace

std::string figure_text(const Figure& figure) {
  std::string out = fmt::format("figure {}|{}|{}|{}\n", figure.number, figure.caption,
                                figure.remark, figure.source);
  for (const FigurePanel& panel : figure.panels) {
    out += fmt::format("panel {}|{}|{}\n", panel.letter, panel.what, panel.kind.index());
    std::visit(
        [&](const auto& kind) {
          out += keys_text(kind);
          for (const auto& curve : kind.curves) {
            out += fmt::format("curve {}|{}\n{}{}", curve.label, curve.style, keys_text(curve),
                               source_text(curve.source));
          }
        },
        panel.kind);
  }
  return out;
}

}  // namespace impactbench
