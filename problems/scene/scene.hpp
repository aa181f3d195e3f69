#pragma once

#include "problems/files/scene.hpp"
#include "problems/model/problem.hpp"

#include <string>
#include <string_view>

namespace impactbench::scene {

/// Round bodies of a file: any number, on a line, in the plane or in space, rotating or not, among
/// half-spaces, segments and boxes (problems/files/scene.hpp; guide/scene.md). The file has all
/// that other problems have as settings, and its bytes belong to the key of a row; a scene written
/// by `impactbench scene write` from a problem steps bit for bit as that problem does. References
/// that examine the bodies judge a scene, those that recognise a problem by its name do not.
struct Params {
  std::string file{"example"};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"file", "-", "example: a ball is thrown among two others onto a step; a file: a scene"},
      self.file, FileOr({"example"}, files_of_scene));
  }
  friend bool operator==(const Params&, const Params&) = default;
};

/// The text of the example.
[[nodiscard]] std::string_view example();

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::scene
