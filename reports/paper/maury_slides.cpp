#include "reports/paper/maury_slides.hpp"

#include "reports/paper/maury2004.hpp"

#include <cmath>

namespace impactbench::maury_slides {
namespace {

CellRequest run_of(const char* problem, const char* scheme, const char* solver,
                   ParameterSet settings, double h, double horizon, std::int64_t frames) {
  CellRequest run{problem, scheme, solver, std::move(settings)};
  run.settings["dt"] = h;
  run.settings["problem.horizon"] = horizon;
  run.settings["run.frames"] = frames;
  return run;
}

FigurePanel history(const char* what, const char* label, std::vector<FigureCurve> curves) {
  FigurePanel panel{"", what, PanelKind::history, label, std::move(curves)};
  panel.full_width = true;
  return panel;
}

Figure gluey() {
  const CellRequest glue = run_of("gluey_particle", "gluey", "pava", {}, 0.01, 6.0, 600);
  const CellRequest dry =
      run_of("gluey_particle", "maury", "pava", {{"problem.gluey", false}}, 0.01, 6.0, 600);
  FigurePanel panel = history(
      "position over time", "position of the centre [m]",
      {{glue, "x1", "gluey", 0}, {dry, "x1", "dry", 1}, {glue, "x1", "gluey, exact", 3, true, ""}});
  panel.y_low = 0.0, panel.y_high = 1.5;  // the dry one goes on to 7 m
  return {"gluey",
          "A particle pressed against a wall until t = 1 s and pulled from there on: a gluey wall "
          "holds it until t = 3 s, a dry one does not. h = 0.01.",
          "The model is the source's, without numbers; forces of this suite.",
          {panel}};
}

Figure viscous() {
  std::vector<FigureCurve> curves;
  const double viscosity[] = {0.1, 0.03, 0.01};
  for (int k = 0; k < 3; ++k) {
    curves.push_back(
        {run_of("gluey_particle", "lubrication", "none",
                {{"problem.viscosity", viscosity[k]}, {"scheme.range", 1e6}}, 0.001, 6.0, 600),
         "x1", "μ = " + to_text(viscosity[k]), k});
  }
  const CellRequest limit = run_of("gluey_particle", "gluey", "pava", {}, 0.01, 6.0, 600);
  curves.push_back({limit, "x1", "limit, exact", 3, true, ""});
  return {"viscous",
          "The same particle in a liquid whose viscosity vanishes: the gap tends to the gluey "
          "particle's with rate one.",
          "Viscosities of this suite.",
          {history("position over time", "position of the centre [m]", std::move(curves))}};
}

Figure capillary() {
  std::vector<FigureCurve> curves;
  const double speed[] = {0.25, 0.16, 0.14};
  for (int k = 0; k < 3; ++k) {
    curves.push_back(
        {run_of("capillary_pair", "maury", "pava", {{"problem.speed", speed[k]}}, 1e-3, 3.0, 600),
         "x2", to_text(speed[k]) + " m/s", k});
  }
  for (FigureCurve& curve : curves)
    curve.run.solver = "nlgs";
  return {"capillary",
          "Two discs fly apart and tear their liquid bridge, or are brought back by it.",
          "Coefficients of the bridge are not in the source and not verified.",
          {history("position of the right disc", "position [m]", std::move(curves))}};
}

Figure bridges() {
  std::vector<FigureCurve> curves;
  const double film[] = {1e-6, 0.1};
  const char* labels[] = {"forms at contact", "forms where it breaks"};
  for (int k = 0; k < 2; ++k) {
    curves.push_back({run_of("capillary_pair", "schatzman_paoli", "nlgs",
                             {{"problem.gap", 0.3},
                              {"problem.room", 0.2},
                              {"problem.speed", -0.4},
                              {"problem.restitution", 1.0},
                              {"problem.film", film[k]}},
                             1e-3, 6.0, 600),
                      "kinetic_energy", labels[k], k});
  }
  return {
      "bridges",
      "Two discs that meet again and again between elastic walls: a bridge that forms at contact "
      "and breaks at a gap of 0.1 m costs them its work each time. The needles are single steps "
      "of rebounds, whose velocity lies between those before and after.",
      "The rule and all numbers are of this suite; the source is silent.",
      {history("kinetic energy over time", "kinetic energy [J]", std::move(curves))}};
}

Figure chain() {
  const CellRequest run =
      run_of("bead_chain", "maury", "nlgs", {{"problem.amplitude", 0.01}}, 5e-4, 4.0, 800);
  FigurePanel panel = history("displacement over time", "displacement [m]",
                              {{run, "y1", "end", 0}, {run, "y11", "middle", 1}});
  return {"chain",
          "A chain of 21 beads that resists bending swings in its first mode.",
          "Stiffnesses of this suite.",
          {panel}};
}

Figure crowd() {
  CellRequest run = run_of("evacuation", "catching_up", "apgd", {}, 0.05, 20.0, 80);
  run.settings["solver.tolerance"] = 1e-7;
  FigurePanel panel{
      "", "the crowd", PanelKind::snapshots, "", {{run, "", "crowd", 0}}, {0.0, 5.0, 10.0, 20.0}};
  panel.window = Window{-8.2, 12.0, -8.2, 8.2};
  return {"crowd",
          "500 people leave a room through a door of 2 m, with the forces between them.",
          "Numbers of this suite; the source shows pictures only.",
          {panel}};
}

Figure sticky() {
  Figure figure = maury2004::figures().at(4);
  figure.number = "sticky";
  return figure;
}

Figure solutions() {
  Figure figure = maury2004::figures().at(1);
  figure.number = "solutions";
  return figure;
}

Figure cluster() {
  Figure figure = maury2004::figures().at(8);
  figure.number = "cluster";
  return figure;
}

}  // namespace

const std::vector<Figure>& figures() {
  static const std::vector<Figure> all{solutions(), sticky(),  cluster(), gluey(), viscous(),
                                       capillary(), bridges(), chain(),   crowd()};
  return all;
}

const std::vector<std::string>& diagrams() {
  static const std::vector<std::string> none;
  return none;
}

}  // namespace impactbench::maury_slides
