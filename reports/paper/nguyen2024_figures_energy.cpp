#include "reports/paper/nguyen2024_figures.hpp"

#include <fmt/format.h>

// Sections 4.3 and 4.4 of nguyen2024: SNC and INC without friction, and the e of section 4.4.

namespace impactbench::nguyen2024 {
namespace {

const std::vector<Method> up_to_3{Method::nscd, Method::dem, Method::snc, Method::inc_2,
                                  Method::inc_3};
const std::vector<Method> up_to_4{Method::nscd,  Method::dem,   Method::snc,
                                  Method::inc_2, Method::inc_3, Method::inc_4};

FigurePanel energies(const std::string& letter, const std::string& what,
                     const std::vector<Method>& methods, const std::string& problem, double dt,
                     double R, const ParameterSet& settings = {}) {
  FigurePanel out{letter, what, PanelKind::history, "kinetic energy [J]", {}};
  for (const Method m : methods) {
    out.curves.push_back(
        {run_of(problem, m, dt, R, settings), "kinetic_energy", label_of(m), style_of(m)});
  }
  return out;
}

Figure moving_ball() {
  return {"4.13",
          "Ball moving obliquely in a box, kinetic energy, R = 1e-4.",
          "The R is inferred.",
          {energies("a", "dt = 1e-3 s", up_to_3, "moving_ball", 1e-3, 1e-4),
           energies("b", "dt = 1e-4 s", up_to_3, "moving_ball", 1e-4, 1e-4),
           energies("c", "dt = 1e-5 s", up_to_3, "moving_ball", 1e-5, 1e-4)}};
}

Figure falling_ball() {
  FigurePanel velocity{"a", "velocity", PanelKind::history, "velocity along y [m/s]", {}};
  for (const Method m : up_to_4) {
    CellRequest run = run_of("falling_ball", m, 1e-4, 1e-5);
    run.settings["run.frames"] = std::int64_t{3000};
    velocity.curves.push_back({run, "vy1", label_of(m), style_of(m)});
  }
  return {"4.14",
          "Ball between floor and ceiling, R = 1e-5, dt = 1e-4 s.",
          "The caption of panel a is lost; remark 4.5 speaks of the velocity.",
          {velocity, energies("b", "kinetic energy", up_to_4, "falling_ball", 1e-4, 1e-5)}};
}

Figure cradle() {
  FigurePanel ends{"a", "positions at 1.5 s", PanelKind::final_positions, "x [m]", {}};
  FigurePanel last{
      "b", "velocity of the last ball", PanelKind::history, "velocity of ball 4 [m/s]", {}};
  for (const Method m : up_to_4) {
    CellRequest run = run_of("newton_cradle", m, 1e-4, 1e-4, {{"horizon", 1.5}});
    run.settings["run.frames"] = std::int64_t{1500};
    ends.curves.push_back({run, "", label_of(m), style_of(m)});
    last.curves.push_back({run, "vx4", label_of(m), style_of(m)});
  }
  return {"4.15",
          "Newton's cradle of four balls, R = 1e-4, dt = 1e-4 s.",
          "R is inferred; panel b is ours.",
          {ends, last}};
}

Figure to_a_point() {
  Figure out{"4.16",
             "Four balls to a fixed point, dt = 1e-4 s: kinetic energy for five R.",
             "The order of the panels is inferred; SNC is panel c.",
             {}};
  for (const auto& [letter, method] :
       {std::pair{"a", Method::inc_2}, {"b", Method::inc_3}, {"c", Method::snc}}) {
    FigurePanel panel{letter, label_of(method), PanelKind::history, "kinetic energy [J]", {}};
    int style = 0;
    for (const double R : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7}) {
      panel.curves.push_back({run_of("four_balls_to_point", method, 1e-4, R, {{"horizon", 1.1}}),
                              "kinetic_energy", setting("R", R), style++});
    }
    out.panels.push_back(std::move(panel));
  }
  return out;
}

/// Snapshots of one run of a box and the energies of all methods.
Figure box(const std::string& number, const std::string& caption, const std::string& remark,
           const std::string& problem, double R, const ParameterSet& settings, double until) {
  CellRequest shown = run_of(problem, Method::inc_3, 1e-4, R, settings);
  shown.settings["run.frames"] = std::int64_t{90};
  FigurePanel energy = energies("b", "kinetic energy", up_to_3, problem, 1e-4, R, settings);
  energy.leave_above = 1.5;
  return {number,
          caption,
          remark,
          {{"a",
            "snapshots, INC, α = 3",
            PanelKind::snapshots,
            "",
            {{shown, "", "INC, α = 3", 0}},
            {0.0, until / 3.0, 2.0 * until / 3.0, until}},
           energy}};
}

std::vector<Figure> boxes() {
  Figure fixed{"4.17",
               "81 balls from a fixed start, R = 1e-3, dt = 1e-4 s: kinetic energy.",
               "The end time and R are not printed.",
               {energies("", "kinetic energy", up_to_4, "box_81_fixed", 1e-4, 1e-3,
                         {{"speed", -1.0}, {"horizon", 7.5}})}};
  fixed.panels[0].full_width = true;
  Figure first = box("4.18", "81 balls from a random start, R = 1e-4, dt = 1e-4 s.",
                     "The end time is not printed; table 4.18 has 4.4984 s. Chaotic: curves agree "
                     "with print as statistics only.",
                     "box_81_random", 1e-4, {{"horizon", 4.5}}, 4.5);
  Figure second =
      box("4.19", "100 balls from a random start, R = 1e-5, dt = 1e-4 s.",
          "The initial velocities are not printed; ours are random with components up "
          "to 1 m/s, without gravity. DEM gains energy until it leaves the panel.",
          "box_100_random", 1e-5, {{"speed", 2.0}, {"gravity", 0.0}, {"horizon", 4.5}}, 4.5);
  return {std::move(fixed), std::move(first), std::move(second)};
}

FigurePanel end_weights(const std::string& letter, const std::string& what, Method method,
                        const std::string& problem, double horizon) {
  FigurePanel out{letter, what, PanelKind::history, "total energy [J]", {}, {}, 0.0};
  int style = 0;
  for (const double e : {0.0, 0.5, 1.0}) {
    CellRequest run =
        run_of(problem, method, 1e-4, 5e-7, {{"gravity", 9.80655}, {"horizon", horizon}});
    run.settings["scheme.end_weight"] = e;
    run.settings["scheme.newton_tolerance"] = 1e-6;
    out.curves.push_back({run, "total_energy", setting("e", e), style++});
  }
  return out;
}

Figure end_weight() {
  return {"4.20",
          "The e of section 4.4 in INC, c_nu = 1e6 (R = 5e-7), dt = 1e-4 s: energy of the system.",
          "α is not printed. The text has gravity 9.80655. Spikes are instants in contact: the "
          "force of "
          "e > 0 has no energy, that of e = 0 is counted.",
          {end_weights("a2", "1 ball, α = 2", Method::inc_2, "bouncing_ball", 20.0),
           end_weights("a3", "1 ball, α = 3", Method::inc_3, "bouncing_ball", 20.0),
           end_weights("b2", "25 balls, α = 2", Method::inc_2, "box_25", 5.0),
           end_weights("b3", "25 balls, α = 3", Method::inc_3, "box_25", 5.0)}};
}

}  // namespace

std::vector<Figure> energy_figures() {
  std::vector<Figure> out{moving_ball(), falling_ball(), cradle(), to_a_point()};
  for (Figure& figure : boxes())
    out.push_back(std::move(figure));
  out.push_back(end_weight());
  return out;
}

}  // namespace impactbench::nguyen2024
