#pragma once

#include "problems/model/fields.hpp"
#include "problems/model/problem.hpp"
#include "problems/model/round_system.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

class RoundSetup;

/// A system of round bodies at an instant, as a file describes it: all that a problem needs.
struct Scene {
  BodySpace space{};
  MaterialLaws laws{};
  std::vector<std::string> materials{};  ///< their names, where there are several
  Vec3 gravity{0.0, 0.0, 0.0};           ///< [m/s2]
  std::optional<Shake> shake{};          ///< of the frame in which all else is
  std::vector<Obstacle> obstacles{};
  bool gluey{false};      ///< RoundActions
  double viscosity{0.0};  ///< of gluey contacts [N s]
  bool first_order{false};
  /// How deep bodies may overlap at the start: pressed on purpose, and left by a rigid scheme [m].
  double penetration_allowed{0.0}, overlap_allowed{0.0};
  double horizon{1.0};  ///< [s]
  BodyTable bodies{};
  State start{};       ///< RoundSystem has its layout
  std::string file{};  ///< where it was read, for sentences; "" where it was not
};

/// One key of a scene file: its reader checks by this list, its documentation is written from it.
struct SceneKey {
  std::string_view
      table;  ///< "" at the top of the file, else that of [[body]], [[obstacle]] or [[law]]
  std::string_view name;
  /// number, integer, boolean, text, texts (a list of them); vector: as many numbers as the
  /// dimension; rotation: a number in the plane, three in space
  std::string_view type, unit;
  std::string_view fallback;  ///< "needed", or what holds where it is absent
  std::string_view meaning;
  Range range{};
};
[[nodiscard]] std::span<const SceneKey> scene_keys();

/// Reads a scene from TOML, and its bodies from the CSV beside it that `bodies` may name. Throws
/// ConfigurationError with FILE:line:column where something is wrong with it; whether there are any
/// bodies, and whether they overlap, is asked when the problem is made.
[[nodiscard]] Scene read_scene(const std::string& path);
/// The same of a text; `file` names it in sentences, and `folder` is where its CSV is: without one
/// it must not name any.
[[nodiscard]] Scene parse_scene(std::string_view text, const std::string& file,
                                const std::optional<std::string>& folder = std::nullopt);

/// The files that a scene file names: what is in them belongs to the scene.
[[nodiscard]] std::vector<std::string> files_of_scene(const std::string& path);

/// The scene of a problem at its start. Throws ConfigurationError, with the sentence of no_scene(),
/// where a scene cannot describe all of it.
[[nodiscard]] Scene scene_of(const Problem& problem);
/// Why a problem cannot be written as a scene; absent where it can.
[[nodiscard]] std::optional<std::string> no_scene(const Problem& problem);
/// `start` in place of its own, and what of `horizon` [s] is left after `elapsed` [s], if any is;
/// overlaps at that start are allowed as they are.
void begin_scene_at(Scene& scene, State start, double elapsed);

/// Makes the problem.
[[nodiscard]] Problem make_scene(const Scene& scene, std::string_view name,
                                 const ParameterSet& complete);

/// Lets the bodies of a problem begin where they are in a scene of the same bodies, a later instant
/// of a run: its positions, velocities, angles and spins; all else is the problem's own.
void begin_at_scene(RoundSetup& setup, const std::string& path);

/// Writes a scene as TOML; every number reads back as the same bits. With `bodies_file` the bodies
/// are in that CSV beside it, which bodies_text() writes; without one they are in the text.
[[nodiscard]] std::string scene_text(const Scene& scene, const std::string& bodies_file = "");
[[nodiscard]] std::string bodies_text(const Scene& scene);

}  // namespace impactbench
