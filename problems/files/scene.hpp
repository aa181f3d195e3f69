#pragma once

#include "problems/base/fields.hpp"
#include "problems/model/problem.hpp"
#include "problems/model/round_system.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

class RoundSetup;

/// A system of round bodies at an instant, as a file describes it: the full input of a problem.
struct Scene {
  BodySpace space{};
  MaterialLaws laws{};
  std::vector<std::string> materials{};  ///< their names, where there are several
  Vec3 gravity{0.0, 0.0, 0.0};           ///< [m/s2]
  std::optional<Shake> shake{};          ///< of the frame of the scene
  std::vector<Obstacle> obstacles{};
  bool gluey{false};      ///< RoundActions
  double viscosity{0.0};  ///< of gluey contacts [N s]
  bool first_order{false};
  /// Permitted overlap at the start: pressed on purpose, or left by a rigid scheme [m].
  double penetration_allowed{0.0}, overlap_allowed{0.0};
  double horizon{1.0};  ///< [s]
  BodyTable bodies{};
  State start{};       ///< RoundSystem has its layout
  std::string file{};  ///< where it was read, for sentences; "" where it was not
};

/// One key of a scene file: the reader checks against this list, which also yields the docs.
struct SceneKey {
  std::string_view
      table;  ///< "" at the top of the file, else that of [[body]], [[obstacle]] or [[law]]
  std::string_view name;
  /// number, integer, boolean, text, texts (a list of them); vector: `dimension` numbers; rotation:
  /// a number in the plane, three in space
  std::string_view type, unit;
  std::string_view fallback;  ///< "needed", or what holds where it is absent
  std::string_view meaning;
  Range range{};
};
[[nodiscard]] std::span<const SceneKey> scene_keys();

/// Reads a scene from TOML, and its bodies from the CSV beside it that `bodies` may name. Throws
/// ConfigurationError with FILE:line:column on errors in it; whether there are any bodies, and
/// whether they overlap, is checked when the problem is made.
[[nodiscard]] Scene read_scene(const std::string& path);
/// Reads a scene from a text; messages call it `file`, and its CSV is in `folder`: without a folder
/// it must not name any.
[[nodiscard]] Scene parse_scene(std::string_view text, const std::string& file,
                                const std::optional<std::string>& folder = std::nullopt);

/// The files that a scene file names: their contents belong to the scene.
[[nodiscard]] std::vector<std::string> files_of_scene(const std::string& path);

/// The scene of a problem at its start. Throws ConfigurationError, with the sentence of no_scene(),
/// where a scene cannot describe the whole problem.
[[nodiscard]] Scene scene_of(const Problem& problem);
/// Why a problem cannot be written as a scene; absent where it can.
[[nodiscard]] std::optional<std::string> no_scene(const Problem& problem);
/// Replaces the start by `start` and `horizon` [s] by its rest after `elapsed` [s], if any is left;
/// overlaps at that start are permitted as they are.
void begin_scene_at(Scene& scene, State start, double elapsed);

/// Makes the problem.
[[nodiscard]] Problem make_scene(const Scene& scene, std::string_view name,
                                 const ParameterSet& complete);

/// Places the bodies of a problem as in a scene of the same bodies, a later instant of a run: with
/// its positions, velocities, angles and spins; all else stays the problem's own.
void begin_at_scene(RoundSetup& setup, const std::string& path);

/// Writes a scene as TOML; every number reads back as the same bits. With `bodies_file` the bodies
/// are in that CSV beside it, which bodies_text() writes; otherwise in the text.
[[nodiscard]] std::string scene_text(const Scene& scene, const std::string& bodies_file = "");
[[nodiscard]] std::string bodies_text(const Scene& scene);

}  // namespace impactbench
