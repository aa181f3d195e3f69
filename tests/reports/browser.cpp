// The pages in a browser: what is there, what keys and the film do, that nothing is fetched and
// nothing complains.
#include "tests/reports/browser.hpp"
#include "problems/model/plane_grid_system.hpp"
#include "reports/generate/report.hpp"
#include "tests/reports/site_of_rows.hpp"

#include <algorithm>

namespace impactbench {
namespace {

/// Opens pages in frames of its own, presses keys there, and leaves what it saw in its body.
constexpr const char* harness =
    R"html(<!DOCTYPE html><html><head><meta charset="utf-8"></head><body>
<script>
const seen = { requests: [] };
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
async function open(url, width = 1100) {
  const frame = document.createElement("iframe");
  frame.width = width; frame.height = 900; frame.style.border = 0;
  const loaded = new Promise((done) => frame.addEventListener("load", done));
  frame.src = url;
  document.body.append(frame);
  await loaded;
  await pause(100);
  const page = frame.contentWindow, doc = page.document;
  const key = async (k, at = doc.body) => { at.dispatchEvent(new page.KeyboardEvent("keydown", { key: k, bubbles: true, cancelable: true })); await pause(20); };
  seen.requests.push(...page.performance.getEntriesByType("resource").map((e) => e.name));
  return { page, doc, key };
}
(async () => {
  try {
    const { page, doc, key } = await open("index.html");
    const marks = () => [...doc.querySelectorAll(".matrix td a")].filter((a) => a.offsetParent !== null).length;
    seen.marks = marks();
    seen.tiles = doc.querySelectorAll(".tile").length;
    await key("/");
    seen.slash = doc.activeElement === doc.querySelector(".filter input");
    const search = doc.querySelector(".filter input");
    search.value = "bouncing_point"; search.dispatchEvent(new page.Event("input"));
    seen.filtered = marks();
    await key("Escape", search);
    seen.unfiltered = marks();
    const box = doc.querySelector(".tile.passed input");
    box.checked = false; box.dispatchEvent(new page.Event("change"));
    seen.withoutPassed = marks();
    box.checked = true; box.dispatchEvent(new page.Event("change"));
    await key("ArrowRight"); await key("ArrowRight", doc.activeElement);
    seen.walked = [...doc.querySelectorAll(".matrix td a")].indexOf(doc.activeElement);
    const before = page.getComputedStyle(doc.body).backgroundColor;
    await key("d");
    seen.themeTurns = before !== page.getComputedStyle(doc.body).backgroundColor;
    await key("d");
    // No page is wider than its window: a desk's and a telephone's.
    seen.wider = [];
    for (const url of ["index.html", "report.html", STILL]) {
      for (const width of [1280, 390]) {
        const at = await open(url, width);
        if (at.doc.documentElement.scrollWidth > width) seen.wider.push(`${url} at ${width}: ${at.doc.documentElement.scrollWidth}`);
      }
    }
    const led = await open("index.html#find=newton_cradle%20dem");
    seen.led = [...led.doc.querySelectorAll(".matrix td a")].filter((a) => a.offsetParent !== null).length;
    const film = await open(FILM);
    const canvas = film.doc.querySelector("canvas");
    const colours = () => new Set(new Uint32Array(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size;
    seen.first = canvas.dataset.frame;
    seen.colours = colours();
    await film.key("ArrowRight");
    seen.second = canvas.dataset.frame;
    await film.key("End");
    seen.last = canvas.dataset.frame;
    seen.clock = film.doc.querySelector(".clock").textContent;
    seen.contacts = 0;
    for (let k = 0; k <= Number(seen.last); ++k) { await film.key("ArrowLeft"); seen.contacts = Math.max(seen.contacts, Number(canvas.dataset.contacts)); }
    seen.back = canvas.dataset.frame;
    seen.cursor = film.doc.querySelectorAll(".chart .now:not([hidden])").length === film.doc.querySelectorAll(".chart").length;
    seen.charts = film.doc.querySelectorAll(".chart path").length;
    await film.key(" ");
    seen.playing = film.doc.querySelector(".play").getAttribute("aria-label");
    await film.key(" ");
    seen.paused = film.doc.querySelector(".play").getAttribute("aria-label");
    seen.wide = film.doc.documentElement.scrollWidth <= film.page.innerWidth;
    const at = await open(FILM + "#frame=7");
    seen.opened = at.doc.querySelector("canvas").dataset.frame;
    const flat = film.doc.querySelector(".section").parentElement.hidden;
    const deep = await open(SPACE);
    const cut = deep.doc.querySelector(".section"), spheres = deep.doc.querySelector("canvas");
    seen.cutOnlyInSpace = flat && !cut.parentElement.hidden;
    await deep.key("End");
    seen.sections = [0, 50, 100].map((at) => { cut.value = at; cut.dispatchEvent(new deep.page.Event("input")); return Number(spheres.dataset.sections); });
    const field = await open(FIELD);
    const grid = field.doc.querySelector("canvas");
    await field.key("End");
    seen.shades = new Set(new Uint32Array(grid.getContext("2d").getImageData(0, 0, grid.width, grid.height).data.buffer)).size;
    seen.scale = field.doc.querySelector(".scale").textContent;
    const still = await open(STILL);
    seen.still = still.doc.querySelector("canvas") === null && still.doc.querySelector(".command code") !== null;
  } catch (error) { seen.error = String(error); }
  document.body.textContent = "SEEN" + JSON.stringify(seen) + "NEES";
})();
</script></body></html>)html";

/// A plane grid whose displacement grows downwards from 0 to 1 m.
Row wave() {
  Row row;
  row.cell = resolve_cell({"lamb", "mka3d_linear", std::nullopt, {}}, "default");
  row.status = RowStatus::passed;
  row.key = content_key(row.cell, "r", "b");
  const Problem problem = find_problem("lamb").make({});
  const auto& grid = *plane_grid_system(*problem.system);
  for (int f = 0; f < 3; ++f) {
    Frame frame{0.1 * f, std::vector<double>(static_cast<std::size_t>(grid.coordinates())), {}, {}};
    for (int k = 0; k < grid.layout().rows; ++k) {
      for (int i = 0; i < grid.layout().columns; ++i) {
        frame.q[static_cast<std::size_t>(grid.index(0, i, k))] =
            std::min(1.0, 1.02 * k / grid.layout().rows);
      }
    }
    row.frames.push_back(frame);
  }
  return row;
}

TEST_F(Browser, ShowsWalksFiltersAndPlaysWithoutAComplaint) {
  std::vector<Row> rows{run({"bouncing_point", "schatzman_paoli", std::nullopt, {{"dt", 1e-2}}}),
                        run({"newton_cradle",
                             "dem",
                             std::nullopt,
                             {{"dt", 1e-3}, {"R", 1e-4}, {"frames", std::int64_t{20}}}}),
                        run({"two_balls_test1", "dem", std::nullopt, {{"dt", 1e-3}}}),
                        run({"sphere_cluster",
                             "maury",
                             "apgd",
                             {{"n", std::int64_t{20}},
                              {"dimension", std::int64_t{3}},
                              {"dt", 0.05},
                              {"frames", std::int64_t{5}}}}),
                        wave()};
  rows[2].status = RowStatus::crashed;
  write_site(folder_.path(), rows, write_report(rows, {}, folder_.path(), {}, "index.html"));
  std::string page = harness;
  const auto put = [&](const std::string& mark, const Row& row) {
    for (std::size_t at = page.find(mark); at != std::string::npos; at = page.find(mark))
      page.replace(at, mark.size(), "\"cells/" + row.key.substr(0, 16) + ".html\"");
  };
  put("FILM", rows[1]);
  put("STILL", rows[0]);
  put("SPACE", rows[3]);
  put("FIELD", rows[4]);
  folder_.write("harness.html", page);
  const nlohmann::json seen = seen_in(dump("harness.html"));
  ASSERT_TRUE(seen.is_object()) << slurp(folder_ / "dom.txt") << slurp(folder_ / "console.txt");
  ASSERT_FALSE(seen.contains("error")) << seen;
  EXPECT_EQ(seen["marks"], 5);
  EXPECT_EQ(seen["tiles"], 7);
  EXPECT_EQ(seen["slash"], true);
  EXPECT_EQ(seen["filtered"], 1);
  EXPECT_EQ(seen["unfiltered"], 5);
  EXPECT_LT(seen["withoutPassed"], 5);
  EXPECT_EQ(seen["walked"], 1);
  EXPECT_EQ(seen["themeTurns"], true);
  EXPECT_TRUE(seen["wider"].empty()) << seen["wider"];
  EXPECT_EQ(seen["led"], 1) << "a link of the report to the runs of its words";
  // The film: 21 frames, more than a background in the picture, forces while balls touch.
  EXPECT_EQ(seen["first"], "0");
  EXPECT_GT(seen["colours"], 4);
  EXPECT_EQ(seen["second"], "1");
  EXPECT_EQ(seen["last"], "20");
  EXPECT_EQ(seen["back"], "0");
  EXPECT_GT(seen["contacts"], 0) << seen;
  EXPECT_EQ(seen["playing"], "Pause");
  EXPECT_EQ(seen["paused"], "Play");
  EXPECT_EQ(seen["opened"], "7");
  EXPECT_EQ(seen["cursor"], true);
  EXPECT_GE(seen["charts"], 3);
  EXPECT_EQ(seen["wide"], true) << "the page is wider than its window";
  EXPECT_EQ(seen["still"], true);
  // In space what is nearer can be cut away: none, some, all.
  EXPECT_EQ(seen["cutOnlyInSpace"], true);
  EXPECT_EQ(seen["sections"][0], 0);
  EXPECT_GT(seen["sections"][1], 0);
  EXPECT_EQ(seen["sections"][2], 0);
  // A plane grid shows its displacement in shades.
  EXPECT_GT(seen["shades"], 20);
  EXPECT_EQ(seen["scale"], "The scale ends at 1.00 m.");
  // Files beside the page are not listed among its resources, whatever comes from elsewhere is.
  EXPECT_TRUE(seen["requests"].empty()) << seen["requests"];
  EXPECT_EQ(complaints(), "");
}

TEST_F(Browser, WouldSayWhatIsWrong) {
  // The test above could not fail if complaints and requests were not seen.
  folder_.write("wrong.html",
                R"html(<!DOCTYPE html><body><img src="http://example.invalid/x.png">
<script>setTimeout(() => { const names = performance.getEntriesByType("resource").map((e) => e.name);
document.body.textContent = "SEEN" + JSON.stringify({ names }) + "NEES"; nothing.there(); }, 2000);</script>)html");
  const nlohmann::json seen = seen_in(dump("wrong.html"));
  ASSERT_TRUE(seen.is_object());
  EXPECT_EQ(seen["names"].size(), 1U) << seen;
  EXPECT_NE(complaints().find("nothing is not defined"), std::string::npos) << complaints();
}

}  // namespace
}  // namespace impactbench
