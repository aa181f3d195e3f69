#include "reports/paper/nguyen2024_figures.hpp"

#include <fmt/format.h>

// Section 4.5 of nguyen2024: Coulomb friction.

namespace impactbench::nguyen2024 {
namespace {

struct Sliding {
  double mu{0.5};
  double c_nu{1e6};
  double c_tau{1e6};
  double mass{1.0};
};

/// A compliant run with friction; NSCD knows no stiffness.
CellRequest with_friction(const std::string& problem, Method method, const Sliding& s,
                          ParameterSet settings) {
  settings["friction"] = s.mu;
  const double R = method == Method::snc ? 1.0 / s.c_nu : 0.5 / s.c_nu;
  CellRequest out = run_of(problem, method, 1e-4, R, std::move(settings));
  if (method == Method::nscd) return out;
  out.settings["scheme.c_tau"] = s.c_tau;
  out.solver = "block_bicgstab";
  return out;
}

/// The ball on the floor. The listing presses it in by 1e-5 m, which rigid contact refuses.
CellRequest ball(Method method, const Sliding& s) {
  ParameterSet settings{{"horizon", 1.1}, {"mass", s.mass}};
  if (method != Method::nscd) settings["depth"] = 1e-5;
  return with_friction("rolling_ball", method, s, std::move(settings));
}

FigureCurve exact_ball(const Sliding& s, const std::string& label, int style) {
  return {ball(Method::nscd, s), "kinetic_energy", label, style, true};
}

FigurePanel energy_panel(const std::string& letter, const std::string& what) {
  return {letter, what, PanelKind::history, "kinetic energy [J]", {}, {}, 0.0};
}

const std::vector<Method> compared{Method::nscd, Method::snc, Method::inc_2, Method::inc_3};

Figure coefficients() {
  Figure out{"4.22",
             "Ball on the floor with friction, c_nu = c_tau = 1e6, dt = 1e-4 s.",
             "What is drawn over time is inferred: the kinetic energy, of which remark 4.10 "
             "speaks.",
             {}};
  const auto add = [&](const char* letter, const std::string& what, auto curve) {
    FigurePanel panel = energy_panel(letter, what);
    int style = 0;
    for (const double mu : {0.25, 0.5, 1.0})
      panel.curves.push_back(curve(mu, setting("μ", mu), style++));
    out.panels.push_back(std::move(panel));
  };
  add("a", "exact", [](double mu, const std::string& label, int style) {
    return exact_ball({.mu = mu}, label, style);
  });
  const char* letters[] = {"b", "c", "d", "e"};
  for (std::size_t k = 0; k < compared.size(); ++k) {
    add(letters[k], label_of(compared[k]), [&](double mu, const std::string& label, int style) {
      return FigureCurve{ball(compared[k], {.mu = mu}), "kinetic_energy", label, style};
    });
  }
  return out;
}

/// Energy, velocity and penetration of INC, alpha = 3, while one number varies.
template <class Vary>
Figure variation(const std::string& number, const std::string& caption, const std::string& name,
                 const std::vector<double>& values, Vary vary) {
  FigurePanel energy = energy_panel("a", "kinetic energy");
  FigurePanel velocity{"b", "velocity", PanelKind::history, "velocity along x [m/s]", {}, {}, 0.0};
  FigurePanel depth{
      "c", "penetration of the floor", PanelKind::history, "penetration / diameter", {}, {}, 0.0};
  int style = 0;
  for (const double value : values) {
    Sliding s;
    vary(s, value);
    CellRequest run = ball(Method::inc_3, s);
    run.settings["run.frames"] = std::int64_t{1100};
    const std::string label = setting(name, value) + (name == "mass" ? " kg" : "");
    energy.curves.push_back({run, "kinetic_energy", label, style});
    velocity.curves.push_back({run, "vx1", label, style});
    depth.curves.push_back({run, "penetration_relative", label, style++});
  }
  return {number,
          caption,
          "The values of the varied number are not printed, nor what is drawn over time.",
          {energy, velocity, depth}};
}

std::vector<Figure> variations() {
  return {variation("4.23", "The same ball for different c_nu, INC, α = 3, μ = 0.5, c_tau = 1e6.",
                    "c_nu", {1e5, 1e6, 1e7, 1e8}, [](Sliding& s, double x) { s.c_nu = x; }),
          variation("4.24", "The same ball for different c_tau, INC, α = 3, μ = 0.5, c_nu = 1e6.",
                    "c_tau", {1e1, 1e2, 1e3, 1e6}, [](Sliding& s, double x) { s.c_tau = x; }),
          variation("4.25",
                    "The same ball for different masses, INC, α = 3, μ = 0.5, c_nu = c_tau = 1e6.",
                    "mass", {0.5, 1.0, 2.0, 5.0}, [](Sliding& s, double x) { s.mass = x; })};
}

Figure comparison() {
  FigurePanel panel = energy_panel("", "kinetic energy");
  panel.full_width = true;
  for (const Method m : compared)
    panel.curves.push_back({ball(m, {}), "kinetic_energy", label_of(m), style_of(m)});
  panel.curves.push_back(exact_ball({}, "exact, rigid", 7));
  return {"4.26",
          "The same ball by all methods, μ = 0.5, c_nu = c_tau = 1e6, dt = 1e-4 s.",
          "What is drawn over time is inferred.",
          {panel}};
}

CellRequest two_balls(Method method, double mu) {
  return with_friction("two_balls_friction", method, {.mu = mu, .c_nu = 1e7, .c_tau = 1e7},
                       {{"horizon", 0.5}});
}

std::vector<Figure> two() {
  Figure coefficients{"4.27",
                      "Two balls with friction, INC, c_nu = c_tau = 1e7, dt = 1e-4 s.",
                      "The exponent and the values of μ are not printed.",
                      {}};
  for (const auto& [letter, method] : {std::pair{"a", Method::inc_2}, {"b", Method::inc_3}}) {
    FigurePanel panel = energy_panel(letter, label_of(method));
    int style = 0;
    for (const double mu : {0.25, 0.5, 1.0}) {
      panel.curves.push_back({two_balls(method, mu), "kinetic_energy", setting("μ", mu), style++});
    }
    coefficients.panels.push_back(std::move(panel));
  }
  FigurePanel panel = energy_panel("", "kinetic energy");
  for (const Method m : compared)
    panel.curves.push_back({two_balls(m, 0.5), "kinetic_energy", label_of(m), style_of(m)});
  return {std::move(coefficients),
          {"4.28",
           "Two balls with friction by all methods, μ = 0.5, c_nu = c_tau = 1e7, dt = 1e-4 s.",
           "What is drawn over time is inferred.",
           {panel}}};
}

Figure hundred() {
  Figure out{"4.29",
             "100 balls under gravity with friction, INC, c_nu = 1e6, dt = 1e-4 s.",
             "The caption has c_tau = 1e15, the text 1e4: the text's is taken. α = 2 is assumed: "
             "with 3 the published law does not come to rest.",
             {}};
  FigurePanel energy = energy_panel("d", "kinetic energy");
  energy.full_width = true;
  const char* letters[] = {"a", "b", "c"};
  int k = 0;
  for (const double mu : {0.25, 0.5, 1.0}) {
    CellRequest run = with_friction("box_100_random", Method::inc_2,
                                    {.mu = mu, .c_nu = 1e6, .c_tau = 1e4}, {{"horizon", 4.0}});
    run.settings["run.frames"] = std::int64_t{80};
    const std::string label = setting("μ", mu);
    energy.curves.push_back({run, "kinetic_energy", label, k});
    out.panels.push_back({letters[k++],
                          "snapshots, " + label,
                          PanelKind::snapshots,
                          "",
                          {{run, "", label, 0}},
                          {1.0, 2.0, 4.0}});
  }
  out.panels.push_back(std::move(energy));
  return out;
}

}  // namespace

std::vector<Figure> friction_figures() {
  std::vector<Figure> out{coefficients()};
  for (Figure& figure : variations())
    out.push_back(std::move(figure));
  out.push_back(comparison());
  for (Figure& figure : two())
    out.push_back(std::move(figure));
  out.push_back(hundred());
  return out;
}

}  // namespace impactbench::nguyen2024
