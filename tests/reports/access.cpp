// The pages for readers with a keyboard, a screen reader or paper: names, headings, landmarks,
// contrast in light and dark, rows that a click follows, and what the printed page has.
#include "reports/generate/report.hpp"
#include "tests/reports/browser.hpp"
#include "tests/reports/site_of_rows.hpp"

#include <array>
#include <cmath>

namespace impactbench {
namespace {

/// Opens PAGES one after another and lists what is wrong with them, PROBES of them with what a
/// click on a row and print do to the last.
constexpr const char* harness =
    R"html(<!DOCTYPE html><html><head><meta charset="utf-8"></head><body>
<script>
const seen = { wrong: [], lost: [], texts: 0 };
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
async function open(url, width = 1280) {
  const frame = document.createElement("iframe");
  frame.width = width; frame.height = 900; frame.style.border = 0;
  const loaded = new Promise((done) => frame.addEventListener("load", done));
  frame.src = url;
  document.body.append(frame);
  await loaded;
  await pause(100);
  return { page: frame.contentWindow, doc: frame.contentDocument };
}
// Relative luminance and contrast of WCAG 2.1.
const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
const rgba = (css) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = css; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
const light = (c) => { const [r, g, b] = c.map((x) => x / 255).map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4)); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const contrast = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
const over = (top, below) => { const t = top[3] / 255; return [0, 1, 2].map((k) => t * top[k] + (1 - t) * below[k]).concat(255); };
function behind(page, element) {
  const layers = [];
  for (let e = element; e; e = e.parentElement) layers.push(rgba(page.getComputedStyle(e).backgroundColor));
  const paper = page.matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18, 255] : [255, 255, 255, 255];
  return layers.reverse().reduce((below, layer) => over(layer, below), paper);
}
function audit(url, page, doc) {
  const wrong = (what, e) => seen.wrong.push(`${url}: ${what}: ${e ? e.outerHTML.slice(0, 120) : ""}`);
  if (!doc.documentElement.lang) wrong("no language");
  if (doc.querySelectorAll("main").length !== 1) wrong("not one main part");
  if (doc.querySelectorAll("h1").length !== 1) wrong("not one first heading");
  doc.querySelectorAll("details").forEach((d) => { d.open = true; });
  let level = 0;
  for (const h of doc.querySelectorAll("h1, h2, h3, h4")) {
    if (Number(h.tagName[1]) > level + 1) wrong("a heading skips a level", h);
    level = Number(h.tagName[1]);
  }
  for (const e of doc.querySelectorAll("a[href], button, input, select, [role=region], nav")) {
    if (e.offsetParent === null) continue;
    const name = (e.getAttribute("aria-label") || e.textContent || e.title || e.labels?.[0]?.textContent || "").trim();
    if (name === "" || (e.matches("[role=region], nav") && !e.hasAttribute("aria-label") && doc.querySelectorAll("nav").length > 1)) wrong("no name", e);
  }
  for (const e of doc.querySelectorAll("[tabindex]")) if (Number(e.getAttribute("tabindex")) > 0) wrong("out of the order of the page", e);
  for (const th of doc.querySelectorAll("th")) if (!th.scope) wrong("a heading of what?", th);
  for (const e of doc.querySelectorAll("*")) {
    const style = page.getComputedStyle(e);
    const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY) && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1);
    if (scrolls && e.tabIndex < 0) wrong("scrolls with a mouse alone", e);
  }
  const walker = doc.createTreeWalker(doc.body, 4);
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || e.offsetParent === null || e.closest("svg, script")) continue;
    const style = page.getComputedStyle(e), size = parseFloat(style.fontSize);
    const least = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
    let opacity = 1;
    for (let p = e; p; p = p.parentElement) opacity *= page.getComputedStyle(p).opacity;
    const back = behind(page, e), ink = rgba(style.color);
    ink[3] *= opacity;
    const found = contrast(over(ink, back), back);
    ++seen.texts;
    if (!(found >= least)) wrong(`contrast ${found.toFixed(2)} of ${least}`, e);
  }
}
// Rules for paper: those for screens off, those for print on.
function onPaper(doc) {
  for (const sheet of doc.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!rule.media) continue;
      if (rule.media.mediaText === "print") rule.media.mediaText = "all";
      else if (/screen/.test(rule.media.mediaText)) rule.media.mediaText = "not all";
    }
  }
}
// A4 between margins of 10 mm has 718 pixels of a page, twice as many where the browser makes it smaller.
async function print(url) {
  const { page, doc } = await open(url, 718);
  onPaper(doc);
  await pause(100);
  const lost = (what, e) => seen.lost.push(`${url}: ${what}: ${e ? e.outerHTML.slice(0, 120) : ""}`);
  if (doc.documentElement.scrollWidth > 2 * 718) lost(`${doc.documentElement.scrollWidth} pixels wide`);
  for (const e of doc.querySelectorAll("div, section, main")) {
    const style = page.getComputedStyle(e);
    const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY);
    if (e.checkVisibility() && scrolls && (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)) lost("cut off", e);
  }
  for (const e of doc.querySelectorAll("nav, .bar, input, button, select")) if (e.offsetParent !== null) lost("of no use on paper", e);
  for (const e of doc.querySelectorAll("details table")) if (!e.checkVisibility()) lost("folded", e);
  if (rgba(page.getComputedStyle(doc.body).backgroundColor).slice(0, 3).some((c) => c !== 255)) lost("not on white");
}
(async () => {
  try {
    for (const url of [PAGES]) {
      const { page, doc } = await open(url);
      audit(url, page, doc);
    }
    for (const url of [PAGES]) await print(url);
    seen.dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const { page, doc } = await open("report.html");
    const row = doc.querySelector("tr.leads:has(td.n)");
    const led = new Promise((done) => row.querySelector("a").addEventListener("click", (e) => { e.preventDefault(); done(true); }));
    row.querySelector("td.n").click();
    seen.followed = await Promise.race([led, pause(500)]) === true;
    const folded = doc.querySelector("details:not([open]) table");
    seen.folded = !folded.checkVisibility();
    onPaper(doc);
    await pause(100);
    seen.unfolded = folded.checkVisibility();
    seen.nav = doc.querySelector("nav").offsetParent !== null;
    seen.paper = rgba(page.getComputedStyle(doc.body).backgroundColor).slice(0, 3);
    seen.clipped = [...doc.querySelectorAll(".wide")].filter((e) => page.getComputedStyle(e).overflowX !== "visible").length;
  } catch (error) { seen.error = String(error); }
  document.body.textContent = "SEEN" + JSON.stringify(seen) + "NEES";
})();
</script></body></html>)html";

void put_pages(std::string& page, const std::string& pages) {
  const std::string mark = "[PAGES]";
  for (std::size_t at = page.find(mark); at != std::string::npos; at = page.find(mark))
    page.replace(at, mark.size(), pages);
}

class Access : public Browser {
 protected:
  /// A report with a folded table of some hundred rows.
  void write_pages() {
    std::vector<Row> rows{run({"bouncing_point", "schatzman_paoli", std::nullopt, {{"dt", 1e-2}}}),
                          run({"newton_cradle",
                               "dem",
                               std::nullopt,
                               {{"dt", 1e-3}, {"R", 1e-4}, {"frames", std::int64_t{20}}}}),
                          run({"two_balls_test1", "dem", std::nullopt, {{"dt", 1e-3}}})};
    rows[2].status = RowStatus::crashed;
    rows[2].reason = "a reason";
    for (int k = 0; k < 300; ++k) {
      Row row;
      row.cell = resolve_cell(
          {"falling_ball", "dem", std::nullopt, {{"dt", 1e-3 / (k + 1)}, {"R", 1e-3}}}, "default");
      row.key = content_key(row.cell, "r", "b");
      row.status =
          k < 4 ? std::array{RowStatus::missed, RowStatus::unjudged, RowStatus::not_applicable,
                             RowStatus::stopped}[static_cast<std::size_t>(k)]
          : k % 7 == 0 ? RowStatus::unresolved
                       : RowStatus::passed;
      row.timing = Timing{3, 1e-3, 1.1e-3, 1e-5, {}};
      row.checks.push_back({"law:energy", std::pow(10.0, -k % 5), -INFINITY, 1.01, true, {}});
      rows.push_back(std::move(row));
    }
    write_site(folder_.path(), rows, write_report(rows, {}, folder_.path(), {}, "index.html"));
    std::string page = harness;
    put_pages(page, "[\"index.html\", \"report.html\", \"cells/" + rows[1].key.substr(0, 16) +
                        ".html\", \"cells/" + rows[2].key.substr(0, 16) + ".html\"]");
    folder_.write("harness.html", page);
  }
};

TEST_F(Access, NamesHeadingsAndContrastServeEveryReader) {
  write_pages();
  for (const bool dark : {false, true}) {
    const nlohmann::json seen =
        seen_in(dump("harness.html", dark ? "--blink-settings=preferredColorScheme=0"
                                          : "--blink-settings=preferredColorScheme=1"));
    ASSERT_TRUE(seen.is_object()) << slurp(folder_ / "console.txt");
    ASSERT_FALSE(seen.contains("error")) << seen;
    EXPECT_EQ(seen["dark"], dark);
    EXPECT_GT(seen["texts"], 1000) << "few texts were measured";
    EXPECT_TRUE(seen["wrong"].empty()) << seen["wrong"].dump(1);
    EXPECT_EQ(seen["followed"], true) << "a click on a number leads to its run";
    // Print shows what is folded on a screen, on white, without what leads to other pages.
    EXPECT_EQ(seen["folded"], true);
    EXPECT_EQ(seen["unfolded"], true);
    EXPECT_EQ(seen["nav"], false);
    EXPECT_EQ(seen["paper"], (std::vector<int>{255, 255, 255}));
    EXPECT_EQ(seen["clipped"], 0);
    // Of no page anything is lost on paper.
    EXPECT_TRUE(seen["lost"].empty()) << seen["lost"].dump(1);
  }
}

TEST_F(Access, FoldedTablesAreOnPaper) {
  write_pages();
  const std::ptrdiff_t all = sheets("report.html");
  std::string html = slurp(folder_ / "report.html");
  const std::string unfolds = "details::details-content { content-visibility: visible; }";
  const std::size_t at = html.find(unfolds);
  ASSERT_NE(at, std::string::npos);
  folder_.write("folded.html", html.erase(at, unfolds.size()));
  const std::ptrdiff_t without = sheets("folded.html");
  EXPECT_GE(without, 1);
  EXPECT_GE(all, without + 4) << "300 lines take four sheets and more";
}

TEST_F(Access, WouldSayWhatIsWrong) {
  folder_.write("report.html", R"html(<!DOCTYPE html><html><body><h1>a</h1><h3>b</h3>
<p style="color:#aaa; background:#fff">grey</p><a href="x"></a><table><tr class="leads"><td class="n"><a href="x">1</a></td></tr></table>
<nav>x</nav><div class="wide" style="overflow:auto; width:9em"><p style="width:99em">x</p></div><details><table><tr><th>1</th></tr></table></details></body></html>)html");
  std::string page = harness;
  put_pages(page, "[\"report.html\"]");
  folder_.write("harness.html", page);
  const nlohmann::json seen = seen_in(dump("harness.html"));
  const std::string wrong = seen["wrong"].dump(), lost = seen["lost"].dump();
  for (const char* what : {"no language", "not one main part", "skips a level", "contrast 2.3",
                           "no name", "a heading of what", "scrolls with a mouse alone"})
    EXPECT_NE(wrong.find(what), std::string::npos) << what << " in " << wrong;
  for (const char* what : {"cut off", "of no use on paper", "folded", "not on white"})
    EXPECT_NE(lost.find(what), std::string::npos) << what << " in " << lost;
}

}  // namespace
}  // namespace impactbench
