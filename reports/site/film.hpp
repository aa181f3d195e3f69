#pragma once

#include "benchmarks/store/row.hpp"
#include "reports/site/stage.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace impactbench {

/// The frames of a row for the player of a page: bounded in size for any row.
///
/// `head` is JSON: kind, n, turns, deep, x0 y0 step (a place is x0 + step k [m], k = 0 .. 4095
/// along the longer side), times [s], radius (one number if all are equal), links, lines, force (of
/// the widest line [N], the 95th percentile), cut (contacts left out of the fullest frame). `data`
/// is base64 of LEB128 numbers, signed ones zigzagged; for each frame: per body k_x, k_y, if it
/// turns, its angle in 256ths of a turn, and in space (deep) its depth towards the viewer in steps
/// from that of the farthest, each less its prediction (0 for frame 0, the last value
/// for frame 1, then 2 last - last but one); the number of contacts; per contact, by rising a: a
/// less the last a, b + 1 (0: something fixed, then its foot k_x, k_y less the place of a), 255
/// sqrt(force / widest), 255 at most. Of a picture: its circles, then the points of its lines, with
/// radius 0, between which the links are; without contacts. Of a field: instead of bodies its
/// columns x rows values, row after row from the surface downwards, in 255ths of `top` [m].
struct Film {
  std::string head, data;
  std::size_t frames{0};
  std::string why_not;  ///< a sentence where there is no film
};

struct FilmLimits {
  std::size_t bytes{160'000};  ///< of `data`; fewer frames are kept until it fits
  std::size_t bodies{4000};    ///< more are not shown
  std::size_t contacts{600};   ///< of a frame, the strongest
  std::size_t frames{161};
};

/// The film of a plane grid with frames, of at most `limits.bodies` points, for make_film.
[[nodiscard]] Film make_field_film(const Row& row, const Stage& stage, const FilmLimits& limits);

[[nodiscard]] Film make_film(const Row& row, const Stage& stage, const FilmLimits& limits = {});

}  // namespace impactbench
