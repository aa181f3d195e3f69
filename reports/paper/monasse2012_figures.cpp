#include "reports/paper/monasse2012.hpp"

#include <array>

namespace impactbench::monasse2012 {
namespace {

FigurePanel seismogram(const char* letter, const std::string& observable, const char* what,
                       const CellRequest& printed, const CellRequest& corrected) {
  FigureCurve exact{corrected, observable, "exact", 4, true};
  FigurePanel panel{letter,
                    what,
                    PanelKind::history,
                    "displacement [m]",
                    {{printed, observable, "as printed", 1},
                     {corrected, observable, "corrected", 0},
                     exact,
                     {printed, observable + "_error", "error as printed", 3},
                     {corrected, observable + "_error", "error corrected", 2}}};
  panel.full_width = true;
  return panel;
}

Figure seismograms() {
  const CellRequest printed = lamb(5.0, "printed"), corrected = lamb(5.0, "corrected");
  CellRequest waves = lamb(10.0, "corrected");
  waves.settings["run.frames"] = std::int64_t{9};
  FigurePanel field{"e", "displacement at three times", PanelKind::field,
                    "",  {{waves, "", "", 0}},          {0.15, 0.25, 0.35}};
  return {"2",
          "Lamb's problem, cells of 5 m: displacements 300 m from the source.",
          "Panels a and b are those of the paper, up to the sign; c, d (60 degrees below the "
          "surface) and e are not in it. Peak time and amplitude of the force are not printed: "
          "0.1 s, 1e5 N/m. As printed: force and receiver at the centre of surface cells.",
          {seismogram("a", "surface_x", "on the surface, horizontal", printed, corrected),
           seismogram("b", "surface_z", "on the surface, downwards", printed, corrected),
           seismogram("c", "below_x", "below, horizontal", printed, corrected),
           seismogram("d", "below_z", "below, downwards", printed, corrected), field}};
}

Figure convergence() {
  const auto family = [](const std::string& recipe) {
    std::vector<CellRequest> out;
    for (const double edge : {20.0, 10.0, 5.0, 2.5, 1.25})
      out.push_back(lamb(edge, recipe));
    return out;
  };
  const auto panel = [&](const char* letter, const char* what, const std::string& place) {
    FigurePanel out{letter, what, PanelKind::against, "largest error / largest value [-]", {}};
    int style = 0;
    for (const std::string recipe : {"corrected", "printed"}) {
      for (const char* part : {"_x", "_z"}) {
        FigureCurve curve{{}, place + part + "_error_sup", recipe + ", u" + part, style++};
        curve.runs = family(recipe);
        curve.setting = "edge";
        out.curves.push_back(std::move(curve));
      }
    }
    out.x_label = "edge of the cells [m]";
    out.log_x = out.log_y = true;
    out.level = 0.01;
    return out;
  };
  return {
      "3",
      "Lamb's problem: error against the edge of the cells; the shortest wave has 50 m.",
      "The paper shows panel a, vertical, as printed, from 20 to 5 m, where its order is near 2; "
      "below 5 m it falls to 1.",
      {panel("a", "60 degrees below the surface", "below"),
       panel("b", "on the surface", "surface")}};
}

Figure energies() {
  const CellRequest run = pinched_cylinder(5.5), start = pinched_cylinder(1.1);
  FigurePanel parts{"a",
                    "energies",
                    PanelKind::history,
                    "energy [J]",
                    {{start, "total_energy", "total", 0},
                     {start, "stored_energy", "elastic", 1},
                     {start, "kinetic_energy", "kinetic", 2}}};
  FigurePanel change{"b",
                     "relative change of the total energy over 500 000 steps",
                     PanelKind::history,
                     "(E - E_0) / E_0 [-]",
                     {{run, "energy_change", "total", 0}}};
  parts.full_width = change.full_width = true;
  return {"4",
          "The pinched cylinder after its release: energies, and the change of their sum.",
          "Force, density and step are not printed: 1e5 N, 7800 kg/m3, 1.1e-5 s. Minutes.",
          {parts, change}};
}

FigurePanel net(const char* letter, const char* what, const CellRequest& run) {
  FigurePanel panel{letter, what, PanelKind::cells, "height on paper [m]", {{run, "", "", 0}},
                    {0.0}};
  panel.x_label = "width on paper [m]";
  return panel;
}

Figure released() {
  return {"5",
          "The pinched cylinder at the moment of its release.",
          "The force is not printed: 1e5 N on each generator.",
          {net("", "links between the centres of cells", pinched_cylinder(1.1))}};
}

Figure shell() {
  return {"6",
          "The hemisphere at rest and under 400 N, torsion = thin.",
          "As printed (torsion = polar) it would not bend by more than 0.2 m.",
          {net("a", "at rest", hemisphere(16, 0.0, "thin")),
           net("b", "under the full load", hemisphere(16, 400.0, "thin"))}};
}

Figure deflections() {
  const auto panel = [](const char* letter, const std::string& observable, const char* what) {
    FigurePanel out{letter, what, PanelKind::against, "deflection [m]", {}};
    struct Family {
      int along;
      const char* law;
      const char* label;
      int step;
    };
    int style = 0;
    for (const Family& f :
         {Family{16, "thin", "16 x 64, thin", 2}, Family{8, "thin", "8 x 32, thin", 2},
          Family{16, "coupled", "16 x 64, coupled", 2},
          Family{16, "polar", "16 x 64, as printed", 5}}) {
      FigureCurve curve{{}, observable + "_initial", f.label, style++};
      for (int k = f.step; k <= 20; k += f.step)
        curve.runs.push_back(hemisphere(f.along, 20.0 * k, f.law));
      curve.setting = "load";
      out.curves.push_back(std::move(curve));
    }
    FigureCurve table{{}, observable + "_", "Sze et al. 2004", 4};  // last: seen on top
    table.table = "5.4";
    table.scale = 400.0;
    out.curves.push_back(std::move(table));
    out.x_label = "load [N]";
    return out;
  };
  return {"7",
          "The hemisphere: load against deflection at the loaded points.",
          "Which of them the paper calls A and B is not known. Minutes.",
          {panel("a", "outward", "pulled outwards"), panel("b", "inward", "pushed inwards")},
          "monasse2012"};
}

}  // namespace

const std::vector<Figure>& figures() {
  static const std::vector<Figure> all{seismograms(), convergence(), energies(),
                                       released(),    shell(),       deflections()};
  return all;
}

}  // namespace impactbench::monasse2012
