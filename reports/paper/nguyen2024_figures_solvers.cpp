#include "reports/paper/nguyen2024_figures.hpp"

#include <fmt/format.h>

// Section 4.6 of nguyen2024: linear solvers and large boxes.

namespace impactbench::nguyen2024 {
namespace {

CellRequest with_solver(CellRequest run, const std::string& solver, const std::string& assembly) {
  run.solver = solver;
  run.settings.erase("solver.tolerance");
  if (!assembly.empty()) run.settings["solver.assembly"] = assembly;
  run.settings["scheme.newton_tolerance"] = 1e-4;
  return run;
}

Figure energies() {
  FigurePanel panel{"", "kinetic energy", PanelKind::history, "kinetic energy [J]", {}};
  panel.full_width = true;
  const CellRequest run = run_of("box_81_random", Method::inc_3, 1e-4, 5e-6, {{"horizon", 4.4984}});
  struct Solver {
    const char *name, *assembly, *label;
  };
  int style = 0;
  for (const Solver& s :
       {Solver{"lapack_gesv", "", "Dgesv"}, Solver{"superlu", "dense", "Superlu"},
        Solver{"sparskit_gmres", "dense", "Gmres"}, Solver{"superlu", "sparse", "Sparse+Superlu"},
        Solver{"sparskit_gmres", "sparse", "Sparse+Gmres"}}) {
    panel.curves.push_back(
        {with_solver(run, s.name, s.assembly), "kinetic_energy", s.label, style++});
  }
  return {"4.30",
          "81 balls from a random start by five linear solvers, INC, α = 3, c_nu = 1e5 (R = 5e-6), "
          "dt = 1e-4 s.",
          "Chaotic: the solvers' rounding parts the curves.",
          {panel}};
}

Figure motions() {
  Figure out{"4.31",
             "Four balls, the first with spin, to a fixed point: paths of the centres.",
             "c_nu = c_tau = 1e7 and Newton's method to 1e-6 m are taken from table 4.20.",
             {}};
  for (const double mu : {0.0, 0.5}) {
    FigurePanel panel{mu == 0.0 ? "a" : "b", setting("μ", mu), PanelKind::paths, "y [m]", {}};
    const ParameterSet settings{{"horizon", 1.1}, {"friction", mu}};
    const auto add = [&](CellRequest run, const char* label, int style) {
      run.settings["run.frames"] = std::int64_t{400};
      panel.curves.push_back({std::move(run), "", label, style});
    };
    add(run_of("four_balls_spin", Method::nscd, 1e-4, 0.0, settings), "NSCD", 0);
    for (const auto& [solver, assembly, label, style] :
         {std::tuple{"lapack_gesv", "", "INC, Dgesv", 1},
          {"sparskit_gmres", "sparse", "INC, Sparse+Gmres", 2}}) {
      CellRequest run = with_solver(run_of("four_balls_spin", Method::inc_3, 1e-4, 5e-8, settings),
                                    solver, assembly);
      run.settings["scheme.newton_tolerance"] = 1e-6;
      run.settings["scheme.c_tau"] = 1e7;
      add(std::move(run), label, style);
    }
    out.panels.push_back(std::move(panel));
  }
  return out;
}

Figure large_box() {
  Figure out{"4.32",
             "1225 balls in a box under gravity, INC, α = 3, c_nu = 1e8 (R = 5e-9), dt = 1e-4 s.",
             "The values of μ are not printed. Linear systems by block_pcg (μ = 0) and "
             "block_bicgstab; c_tau = 1e15, Newton's method to 1e-5 m.",
             {}};
  FigurePanel energy{"c", "kinetic energy", PanelKind::history, "kinetic energy [J]", {}};
  FigurePanel force{
      "d", "sum of the normal forces", PanelKind::history, "sum of normal forces [N]", {}};
  int style = 0;
  for (const double mu : {0.0, 0.5}) {
    CellRequest run =
        run_of("box_1225", Method::inc_3, 1e-4, 5e-9, {{"horizon", 7.5}, {"friction", mu}});
    run.settings["run.frames"] = std::int64_t{75};
    run.settings["scheme.newton_tolerance"] = 1e-5;
    run.settings["scheme.newton_limit"] = std::int64_t{100};
    run.settings["solver.tolerance"] = 1e-6;
    if (mu > 0.0) {
      run.solver = "block_bicgstab";
      run.settings["scheme.c_tau"] = 1e15;
      run.settings["scheme.slip_newton"] = std::string("thesis");
    }
    const std::string label = setting("μ", mu);
    energy.curves.push_back({run, "kinetic_energy", label, style});
    force.curves.push_back({run, "contact_force", label, style});
    out.panels.push_back({style == 0 ? "a" : "b",
                          "snapshots, " + label,
                          PanelKind::snapshots,
                          "",
                          {{run, "", label, 0}},
                          {1.0, 2.0, 7.5}});
    ++style;
  }
  out.panels.push_back(std::move(energy));
  out.panels.push_back(std::move(force));
  return out;
}

}  // namespace

std::vector<Figure> solver_figures() {
  return {energies(), motions(), large_box()};
}

}  // namespace impactbench::nguyen2024
