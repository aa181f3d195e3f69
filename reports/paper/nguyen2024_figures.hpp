#pragma once

#include "reports/paper/figure.hpp"

#include <string>
#include <vector>

namespace impactbench::nguyen2024 {

/// Figures 4.4 to 4.32 of the thesis that show results, in order.
[[nodiscard]] const std::vector<Figure>& figures();

/// Those that are sketches: 4.1-4.3, 4.12, 4.21.
[[nodiscard]] const std::vector<std::string>& diagrams();

/// Parts of figures(): collisions of section 4.1, energies of 4.3 and 4.4, friction of 4.5, boxes
/// and solvers of 4.6.
[[nodiscard]] std::vector<Figure> collision_figures();
[[nodiscard]] std::vector<Figure> energy_figures();
[[nodiscard]] std::vector<Figure> friction_figures();
[[nodiscard]] std::vector<Figure> solver_figures();

/// The schemes that the figures compare, alike in all of them.
enum class Method { nscd, dem, snc, inc_2, inc_3, inc_4 };

/// "NSCD", "INC, α = 3", .. as the thesis calls them.
[[nodiscard]] std::string label_of(Method method);
[[nodiscard]] int style_of(Method method);

/// "R = 1e-4", as short as it reads.
[[nodiscard]] std::string setting(const std::string& name, double value);

/// A run of it, as the published programs do it: INC as in the listing, Newton's method to 1e-10 m
/// or two corrections that cancel. `penalty`: 1/c_nu of DEM and SNC and 1/(2 c_nu) of INC; not used
/// by NSCD.
[[nodiscard]] CellRequest run_of(const std::string& problem, Method method, double dt,
                                 double penalty, ParameterSet problem_settings = {});

}  // namespace impactbench::nguyen2024
