// The film of a page: what it decodes to must be what the row has.
#include "problems/model/plane_grid_system.hpp"
#include "reports/site/film.hpp"
#include "tests/reports/site_of_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <regex>

namespace impactbench {
namespace {

/// Frames as the header describes them, read by someone who knows nothing but that description.
struct DecodedFrame {
  std::vector<std::int64_t> k;
  std::vector<std::array<int, 2>> pairs;
  std::vector<double> shares;
};

std::vector<DecodedFrame> decode(const Film& film, std::size_t numbers) {
  static const std::string letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<unsigned> bytes;
  unsigned word = 0;
  int bits = 0;
  for (const char c : film.data) {
    if (c == '=') break;
    word = (word << 6) | static_cast<unsigned>(letters.find(c));
    bits += 6;
    if (bits >= 8) bits -= 8, bytes.push_back((word >> bits) & 255U);
  }
  std::size_t at = 0;
  const auto number = [&] {
    std::uint64_t x = 0;
    for (int shift = 0;; shift += 7) {
      const unsigned byte = bytes.at(at++);
      x |= std::uint64_t(byte & 127U) << shift;
      if (byte < 128) return x;
    }
  };
  const auto whole = [&] {
    const std::uint64_t x = number();
    return x % 2 == 1 ? -static_cast<std::int64_t>(x / 2) - 1 : static_cast<std::int64_t>(x / 2);
  };
  std::vector<DecodedFrame> out;
  for (std::size_t f = 0; f < film.frames; ++f) {
    DecodedFrame frame;
    for (std::size_t i = 0; i < numbers; ++i) {
      std::int64_t foreseen = 0;
      if (f == 1) foreseen = out[0].k[i];
      if (f > 1) foreseen = 2 * out[f - 1].k[i] - out[f - 2].k[i];
      frame.k.push_back(whole() + foreseen);
    }
    int a = 0;
    for (std::uint64_t c = number(); c > 0; --c) {
      a += static_cast<int>(number());
      const int b = static_cast<int>(number()) - 1;
      if (b < 0) (void)whole(), (void)whole();
      frame.pairs.push_back({a, b});
      frame.shares.push_back(static_cast<double>(number()) / 255.0);
    }
    out.push_back(std::move(frame));
  }
  EXPECT_EQ(at, bytes.size()) << "bytes are left over";
  return out;
}

double head_number(const Film& film, const std::string& key) {
  std::smatch match;
  EXPECT_TRUE(std::regex_search(film.head, match, std::regex("\"" + key + "\":([-+.e0-9]+)")))
      << key;
  return std::stod(match[1]);
}

TEST(Film, HoldsEveryPlaceToHalfAStepOfItsGridAndEveryForce) {
  // Two discs that meet: places to 1/4095 of the longer side, forces by their root to 1/255.
  const Row row = run({"two_balls_test1",
                       "dem",
                       std::nullopt,
                       {{"dt", 1e-3}, {"R", 1e-3}, {"frames", std::int64_t{100}}}});
  const Stage stage(row.cell);
  const Film film = make_film(row, stage);
  ASSERT_EQ(film.frames, row.frames.size()) << film.why_not;
  const double step = head_number(film, "step"), x0 = head_number(film, "x0"),
               y0 = head_number(film, "y0"), most = head_number(film, "force");
  const std::vector<DecodedFrame> frames = decode(film, 6);
  int contacts = 0;
  for (std::size_t f = 0; f < frames.size(); ++f) {
    for (std::size_t i = 0; i < 2; ++i) {
      const double slack = 0.5 * step * (1.0 + 1e-5);
      EXPECT_NEAR(x0 + step * static_cast<double>(frames[f].k[3 * i]), row.frames[f].q[3 * i],
                  slack);
      EXPECT_NEAR(y0 + step * static_cast<double>(frames[f].k[3 * i + 1]),
                  row.frames[f].q[3 * i + 1], slack);
    }
    ASSERT_EQ(frames[f].pairs.size(), row.frames[f].contacts.size());
    for (std::size_t c = 0; c < frames[f].pairs.size(); ++c, ++contacts) {
      EXPECT_EQ(frames[f].pairs[c][0], row.frames[f].contacts[c].a);
      EXPECT_EQ(frames[f].pairs[c][1], row.frames[f].contacts[c].b);
      EXPECT_NEAR(frames[f].shares[c],
                  std::sqrt(std::min(1.0, row.frames[f].contacts[c].force / most)),
                  0.5 / 255.0 + 1e-5);
    }
  }
  EXPECT_GT(contacts, 0) << "the discs never met";
}

TEST(Film, OfSpheresInSpaceHasTheirDepthAndTheFeetOfForces) {
  // The viewer is at a longitude of -60 degrees, 20 degrees above: towards = (cos 20 (x / 2 -
  // sqrt(3) / 2 y) + sin 20 z); the page has (sqrt(3) / 2 x + y / 2, cos 20 z - sin 20 (...)).
  Row row = run({"sphere_cluster",
                 "maury",
                 "apgd",
                 {{"n", std::int64_t{20}},
                  {"dimension", std::int64_t{3}},
                  {"dt", 0.02},
                  {"frames", std::int64_t{5}}}});
  const Stage stage(row.cell);
  ASSERT_TRUE(stage.deep());
  const double c = std::cos(std::numbers::pi / 9.0), s = std::sin(std::numbers::pi / 9.0);
  const auto towards = [&](const std::vector<double>& q, std::size_t i) {
    return c * (0.5 * q[3 * i] - std::sqrt(0.75) * q[3 * i + 1]) + s * q[3 * i + 2];
  };
  Film film = make_film(row, stage);
  ASSERT_EQ(film.frames, row.frames.size()) << film.why_not;
  const double step = head_number(film, "step");
  auto frames = decode(film, 3 * 20);
  double far = 1e300;
  for (const Frame& f : row.frames) {
    for (std::size_t i = 0; i < 20; ++i)
      far = std::min(far, towards(f.q, i));
  }
  for (std::size_t f = 0; f < frames.size(); ++f) {
    for (std::size_t i = 0; i < 20; ++i) {
      EXPECT_NEAR(far + step * static_cast<double>(frames[f].k[3 * i + 2]),
                  towards(row.frames[f].q, i), 0.51 * step);
    }
  }
  // Normals are units in space.
  std::size_t contacts = 0;
  for (const Frame& f : row.frames) {
    for (const FrameContact& n : f.contacts) {
      EXPECT_NEAR(n.nx * n.nx + n.ny * n.ny + n.nz * n.nz, 1.0, 1e-12);
      contacts += n.nz != 0.0 ? 1 : 0;
    }
  }
  EXPECT_GT(contacts, 0U) << "no contact out of the plane";
  // A push on something above has its foot above, on something below below.
  const Frame& first = row.frames[0];
  const OnPage from = stage.place(first, 0);
  const double r = stage.radius[0];
  EXPECT_NEAR(stage.foot(first, {0, -1, 0.0, 0.0, 1.0, 1.0}).y - from.y, c * r, 1e-12);
  EXPECT_NEAR(stage.foot(first, {0, -1, 0.0, 0.0, 1.0, -1.0}).y - from.y, -c * r, 1e-12);
}

TEST(Film, OfAPlaneGridIsItsDisplacement) {
  Row row;
  row.cell = resolve_cell({"lamb", "mka3d_linear", std::nullopt, {}}, "default");
  const Stage stage(row.cell);
  ASSERT_EQ(stage.kind, "field");
  const auto* grid = plane_grid_system(*stage.scene.problem.system);
  const auto layout = grid->layout();
  // One half of the rows is displaced by 3 m, then 6 m.
  for (int f = 0; f < 3; ++f) {
    Frame frame{
        0.1 * f, std::vector<double>(static_cast<std::size_t>(grid->coordinates())), {}, {}};
    for (int k = 0; k < layout.rows / 2; ++k) {
      for (int i = 0; i < layout.columns; ++i)
        frame.q[static_cast<std::size_t>(grid->index(1, i, k))] = -3.0 * f;
    }
    row.frames.push_back(frame);
  }
  const Film film = make_film(row, stage);
  ASSERT_EQ(film.why_not, "");
  const auto columns = static_cast<std::size_t>(head_number(film, "columns"));
  const auto rows = static_cast<std::size_t>(head_number(film, "rows"));
  EXPECT_LE(columns * rows, FilmLimits{}.bodies);
  EXPECT_GT(columns * rows, 500U);
  EXPECT_EQ(columns % 2, 1U) << "the axis is a column";
  EXPECT_DOUBLE_EQ(head_number(film, "top"), 6.0);
  const auto frames = decode(film, columns * rows);
  ASSERT_EQ(frames.size(), 3U);
  for (std::size_t k = 0; k < columns * rows; ++k) {
    EXPECT_EQ(frames[0].k[k], 0);
    EXPECT_EQ(frames[1].k[k], frames[2].k[k] > 0 ? 128 : 0);
    EXPECT_EQ(frames[2].k[k] % 255, 0);
  }
  EXPECT_EQ(frames[2].k.front(), 255);
  EXPECT_EQ(frames[2].k.back(), 0) << "the far half rests";
}

TEST(Film, OfCoordinatesWithAPictureHasTheirBodies) {
  // A point in polar coordinates: its circle comes first, at r (cos, sin), marked at its angle;
  // then the ends of the wall, and of the line from the origin to the point.
  Row row;
  row.cell = resolve_cell({"polar_wall", "nscd", std::nullopt, {}}, "default");
  const Stage stage(row.cell);
  ASSERT_EQ(stage.kind, "picture");
  ASSERT_EQ(stage.bodies, 5U);
  const std::vector<std::vector<double>> places{{1.0, 0.2}, {0.5, 1.0}, {2.0, -0.7}};
  for (std::size_t f = 0; f < 3; ++f) {
    row.frames.push_back({0.1 * static_cast<double>(f), places[f], {0.0, 0.0}, {}});
    row.frames.back().contacts.push_back({0, -1, 1.0, 0.0, 1.0});  // is nowhere in the picture
  }
  const Film film = make_film(row, stage);
  ASSERT_EQ(film.why_not, "");
  EXPECT_NE(film.head.find("\"links\":[1,2,3,4]"), std::string::npos) << film.head;
  const double step = head_number(film, "step"), x0 = head_number(film, "x0"),
               y0 = head_number(film, "y0");
  const auto frames = decode(film, 15);
  ASSERT_EQ(frames.size(), 3U);
  for (std::size_t f = 0; f < 3; ++f) {
    const double r = places[f][0], angle = places[f][1];
    for (const std::size_t body : {0U, 4U}) {
      EXPECT_NEAR(x0 + step * static_cast<double>(frames[f].k[3 * body]), r * std::cos(angle),
                  0.51 * step);
      EXPECT_NEAR(y0 + step * static_cast<double>(frames[f].k[3 * body + 1]), r * std::sin(angle),
                  0.51 * step);
    }
    EXPECT_EQ(frames[f].k[2], std::llround(angle * 128.0 / std::numbers::pi));
    EXPECT_NEAR(x0 + step * static_cast<double>(frames[f].k[3]), 0.0, 0.51 * step) << "the wall";
    EXPECT_TRUE(frames[f].pairs.empty());
  }
}

TEST(Film, StaysWithinItsBytesWhateverTheRowHas) {
  Row row;
  row.cell = resolve_cell({"box_529", "nscd", std::nullopt, {{"dt", 1e-3}}}, "default");
  const Stage stage(row.cell);
  const auto& q = stage.scene.problem.initial.q;
  for (int f = 0; f <= 200; ++f) {
    Frame frame{0.01 * f, {q.begin(), q.end()}, {}, {}};
    for (std::size_t i = 0; i < frame.q.size(); ++i)  // no two steps alike
      frame.q[i] += 1e-2 * std::sin(1.7 * f * static_cast<double>(i % 97));
    for (int c = 0; c < 900; ++c)
      frame.contacts.push_back({c % 529, (c + 7) % 529, 1.0, 0.0, 1.0 + c});
    row.frames.push_back(std::move(frame));
  }
  const FilmLimits limits;
  const Film film = make_film(row, stage);
  EXPECT_LE(film.data.size(), limits.bytes + 4);
  EXPECT_GT(film.frames, 5U);
  EXPECT_EQ(head_number(film, "cut"), 300.0);
  const auto frames = decode(film, 3 * 529);
  EXPECT_EQ(frames.front().pairs.size(), limits.contacts);
  // The weakest 300 are those that went: the least force left is 301.
  EXPECT_NEAR(*std::min_element(frames[0].shares.begin(), frames[0].shares.end()),
              std::sqrt(301.0 / head_number(film, "force")), 0.5 / 255.0 + 1e-3);
}

}  // namespace
}  // namespace impactbench
