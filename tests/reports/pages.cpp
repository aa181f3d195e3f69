// The pages of the cells: what they say must be what the rows say.
#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/matrix/run_cell.hpp"
#include "problems/model/error.hpp"
#include "problems/model/plane_grid_system.hpp"
#include "reports/site/chart.hpp"
#include "reports/site/film.hpp"
#include "reports/site/rerun_command.hpp"
#include "tests/reports/site_of_rows.hpp"
#include "tests/support/slurp.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <regex>
#include <set>
#include <sstream>

namespace impactbench {
namespace {

/// A command line as a shell reads it, and as `run` then does.
CellRequest read_command(const std::string& line) {
  std::vector<std::string> words(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '\'') {
      quoted = !quoted;
    } else if (c == ' ' && !quoted) {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  CellRequest out;
  for (std::size_t k = 2; k + 1 < words.size(); k += 2) {
    const std::string& value = words[k + 1];
    if (words[k] == "--problem") out.problem = value;
    if (words[k] == "--scheme") out.scheme = value;
    if (words[k] == "--solver") out.solver = value;
    if (words[k] != "--set") continue;
    const std::size_t equals = value.find('=');
    out.settings[value.substr(0, equals)] = value_of_text(value.substr(equals + 1));
  }
  return out;
}

TEST(RerunCommand, RunsTheSameCellAndNoOther) {
  const std::vector<CellRequest> requests{
      {"bouncing_ball", "dem", std::nullopt, {{"dt", 1e-4}}},
      {"bouncing_ball",
       "inc",
       "superlu",
       {{"dt", 2.5e-5}, {"alpha", std::int64_t{3}}, {"R", 5e-7}}},
      {"newton_cradle", "dem", std::nullopt, {{"dt", 1e-3}, {"dt_precision", "single"}}},
      {"box_25",
       "nscd",
       "nlgs",
       {{"solver.tolerance", 1e-9}, {"dt", 1e-3}, {"frames", std::int64_t{7}}}},
      {"sphere_cluster",
       "maury",
       "apgd",
       {{"n", std::int64_t{200}}, {"dimension", std::int64_t{3}}}},
      {"corner",
       "schatzman_paoli",
       std::nullopt,
       {{"angle", 120.0}, {"from", 60.0}, {"dt", 1e-5}}}};
  for (const CellRequest& request : requests) {
    const Cell cell = resolve_cell(request, "default");
    const std::string line = rerun_command(cell, cell.frames);
    EXPECT_EQ(resolve_cell(read_command(line), "default"), cell) << line;
    // Neither does it repeat what is usual.
    EXPECT_LE(std::count(line.begin(), line.end(), '='),
              1 + std::ptrdiff_t(request.settings.size()))
        << line;
  }
}

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

Row run(const CellRequest& request) {
  Row row = run_cell(resolve_cell(request, "default"), 0);
  row.key = content_key(row.cell, "r", "b");
  row.revision = "r", row.build = "b", row.plan = "of the test";
  return row;
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
  // Who looks is at a longitude of -60 degrees, 20 degrees above: towards = (cos 20 (x / 2 -
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
  const auto* grid = dynamic_cast<const PlaneGridSystem*>(stage.scene.problem.system.get());
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

TEST(Chart, KeepsExtremesAndLeavesGaps) {
  Series s;
  for (int k = 0; k <= 10000; ++k) {
    s.time.push_back(1e-4 * k);
    s.value.push_back(k == 4321 ? 7.0 : k == 5678 ? std::nan("") : std::sin(0.01 * k));
  }
  const std::string svg = chart("a<b", "J", "what & why", s);
  // The one high sample is at the top: 4 % of the span below the edge of 180 units.
  EXPECT_NE(svg.find("L259 7L"), std::string::npos) << svg.substr(0, 400);
  std::smatch match;
  ASSERT_TRUE(std::regex_search(svg, match, std::regex(" d=\"([^\"]*)\"")));
  const std::string path = match[1];
  EXPECT_EQ(std::count(path.begin(), path.end(), 'M'), 2) << "one gap";
  EXPECT_LT(path.size(), 8000U);
  EXPECT_EQ(svg.find("a<b"), std::string::npos);
  EXPECT_TRUE(chart("empty", "", "", {}).empty());
  // A constant is a line in the middle, not a picture of rounding.
  const std::string flat = chart("c", "", "", {{0.0, 1.0, 2.0}, {3.0, 3.0 + 1e-15, 3.0}});
  EXPECT_NE(flat.find("M0 90L300 90L600 90"), std::string::npos) << flat;
}

class Pages : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = std::filesystem::temp_directory_path() / "impactbench_pages_XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void write(const std::vector<Row>& rows) const { write_site(folder_, rows); }
  [[nodiscard]] std::vector<std::filesystem::path> files() const {
    std::vector<std::filesystem::path> out;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_)) {
      if (entry.path().extension() == ".html") out.push_back(entry.path());
    }
    return out;
  }
  std::string folder_;
};

std::vector<Row> some_rows() {
  std::vector<Row> out{
      run({"two_balls_test1", "dem", std::nullopt, {{"dt", 1e-3}, {"frames", std::int64_t{20}}}}),
      run({"bouncing_point", "schatzman_paoli", std::nullopt, {{"dt", 1e-2}}})};
  for (int k = 0; k < 2; ++k) {
    Row row;
    row.cell =
        resolve_cell({"rolling_ball", "dem", std::nullopt, {{"dt", 1e-3 * (k + 1)}}}, "default");
    row.key = content_key(row.cell, "r", "b");
    row.status = k == 0 ? RowStatus::missed : RowStatus::crashed;
    row.reason = "a reason with <angle> & \"quotes\"";
    row.checks.push_back({"limit:energy", 2.0, -INFINITY, 1.0, false, std::nullopt});
    row.environment = {{"cpu", "a <fast> one"}};
    out.push_back(std::move(row));
  }
  return out;
}

TEST_F(Pages, LeadToEachOtherAndNowhereElse) {
  const std::vector<Row> rows = some_rows();
  write(rows);
  ASSERT_EQ(files().size(), rows.size() + 1);
  const std::regex link("(?:href|src)=\"([^\"#]*)");
  int followed = 0;
  for (const auto& file : files()) {
    const std::string html = slurp(file);
    EXPECT_EQ(html.find("http"), std::string::npos) << file;
    EXPECT_EQ(html.find("<angle>"), std::string::npos) << file;
    EXPECT_EQ(html.find("<fast>"), std::string::npos) << file;
    for (std::sregex_iterator it(html.begin(), html.end(), link), end; it != end; ++it) {
      const std::string target = (*it)[1];
      if (target.empty() || target == "data:,") continue;
      ++followed;
      EXPECT_TRUE(std::filesystem::exists(file.parent_path() / target)) << file << ": " << target;
    }
  }
  EXPECT_GT(followed, 20);
  // Every cell is one click away from the overview.
  const std::string index = slurp(folder_ + "/index.html");
  for (const Row& row : rows)
    EXPECT_NE(index.find("cells/" + row.key.substr(0, 16) + ".html"), std::string::npos);
}

TEST_F(Pages, SayWhatTheRowSays) {
  const std::vector<Row> rows = some_rows();
  write(rows);
  const std::string film = slurp(folder_ + "/cells/" + rows[0].key.substr(0, 16) + ".html");
  EXPECT_NE(film.find("<canvas"), std::string::npos);
  EXPECT_NE(film.find("total_energy"), std::string::npos);
  const std::string still = slurp(folder_ + "/cells/" + rows[1].key.substr(0, 16) + ".html");
  EXPECT_NE(still.find("This run kept no frames."), std::string::npos);
  EXPECT_NE(still.find("--set frames=100"), std::string::npos);
  const std::string missed = slurp(folder_ + "/cells/" + rows[2].key.substr(0, 16) + ".html");
  EXPECT_NE(missed.find("✗ missed"), std::string::npos);
  EXPECT_NE(missed.find("a reason with &lt;angle&gt;"), std::string::npos);
  EXPECT_NE(missed.find("limit:energy</td><td class=\"n\">2</td><td class=\"n\">≤ 1<"),
            std::string::npos);
}

TEST_F(Pages, OfAnEarlierReportGo) {
  write(some_rows());
  const auto before = files().size();
  write({some_rows()[0]});
  EXPECT_EQ(before, 5U);
  EXPECT_EQ(files().size(), 2U);
  std::vector<Row> none;
  write(none);
  EXPECT_NE(slurp(folder_ + "/index.html").find("The store is empty."), std::string::npos);
  EXPECT_THROW(Site("/proc/nowhere", {}), ConfigurationError);
}

}  // namespace
}  // namespace impactbench
