#include "reports/site/film.hpp"

#include "reports/site/film_bytes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace impactbench {
namespace {

constexpr double levels = 4095.0;

/// The part of the plane that a film shows.
struct View {
  double x_low{std::numeric_limits<double>::infinity()}, x_high{-x_low};
  double y_low{x_low}, y_high{-x_low};
  double far{x_low};  ///< of spheres in space, the least of their depths

  void include(OnPage p, double margin) {
    if (!std::isfinite(p.x) || !std::isfinite(p.y)) return;
    x_low = std::min(x_low, p.x - margin), x_high = std::max(x_high, p.x + margin);
    y_low = std::min(y_low, p.y - margin), y_high = std::max(y_high, p.y + margin);
  }
  [[nodiscard]] double width() const { return x_high - x_low; }
  [[nodiscard]] double height() const { return y_high - y_low; }
  [[nodiscard]] double step() const { return std::max({width(), height(), 1e-12}) / levels; }
  [[nodiscard]] std::int64_t x(double value) const { return grid(value - x_low); }
  [[nodiscard]] std::int64_t y(double value) const { return grid(value - y_low); }
  [[nodiscard]] std::int64_t depth(double value) const { return grid(value - far); }

 private:
  [[nodiscard]] std::int64_t grid(double length) const {
    const double k = length / step();
    return std::isfinite(k) ? std::llround(std::clamp(k, -4.0 * levels, 4.0 * levels)) : 0;
  }
};

View view_of(const std::vector<const Frame*>& frames, const Stage& stage) {
  View out;
  for (const Frame* frame : frames) {
    for (std::size_t i = 0; i < stage.bodies; ++i) {
      out.include(stage.place(*frame, i), stage.radius.empty() ? 0.0 : stage.radius[i]);
      out.far = std::min(out.far, stage.depth(*frame, i));
    }
  }
  if (!(out.width() >= 0.0)) out.include({0.0, 0.0}, 1.0);
  const double margin = 0.04 * std::max({out.width(), out.height(), 1e-9});
  out.x_low -= margin, out.x_high += margin, out.y_low -= margin, out.y_high += margin;
  // Obstacles are shown if they are near: a box as a whole, a far wall not.
  const double near = std::max(out.width(), out.height());
  const OnPage middle{0.5 * (out.x_low + out.x_high), 0.5 * (out.y_low + out.y_high)};
  const View bare = out;
  for (const auto& [a, b] : stage.lines(middle, 0.0)) {
    for (const OnPage p : {a, b}) {
      if (p.x > bare.x_low - near && p.x < bare.x_high + near && p.y > bare.y_low - near &&
          p.y < bare.y_high + near) {
        out.include(p, 0.02 * near);
      }
    }
  }
  if (out.height() < 0.12 * out.width()) {  // a line would be a strip without height
    const double more = 0.06 * out.width() - 0.5 * out.height();
    out.y_low -= more, out.y_high += more;
  }
  if (out.width() < 0.25 * out.height()) {
    const double more = 0.125 * out.height() - 0.5 * out.width();
    out.x_low -= more, out.x_high += more;
  }
  return out;
}

/// Every stride-th frame, and the last.
std::vector<const Frame*> every(const std::vector<Frame>& frames, std::size_t most) {
  std::vector<const Frame*> out;
  const std::size_t stride = std::max<std::size_t>(1, (frames.size() + most - 2) / (most - 1));
  for (std::size_t k = 0; k < frames.size(); k += stride)
    out.push_back(&frames[k]);
  if (out.back() != &frames.back()) out.push_back(&frames.back());
  return out;
}

/// The strongest contacts of a frame, by rising a.
std::vector<FrameContact> shown_contacts(const Frame& frame, std::size_t most) {
  std::vector<FrameContact> out = frame.contacts;
  std::erase_if(out, [](const FrameContact& c) { return !(c.force > 0.0); });
  if (out.size() > most) {
    std::nth_element(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(most), out.end(),
                     [](const auto& x, const auto& y) { return x.force > y.force; });
    out.resize(most);
  }
  std::stable_sort(out.begin(), out.end(), [](const auto& x, const auto& y) { return x.a < y.a; });
  return out;
}

/// Writes frame after frame; the places of the last two predict the next.
class Encoder {
 public:
  Encoder(const Stage& stage, const View& view, double force, const FilmLimits& limits)
      : stage_(stage), view_(view), force_(force), limits_(limits) {}

  void add(const Frame& frame) {
    now_.clear();
    for (std::size_t i = 0; i < stage_.bodies; ++i) {
      const OnPage p = stage_.place(frame, i);
      now_.push_back(view_.x(p.x));
      now_.push_back(view_.y(p.y));
      if (stage_.turns()) {
        now_.push_back(std::llround(stage_.angle(frame, i) * 128.0 / std::numbers::pi));
      }
      if (stage_.deep()) now_.push_back(view_.depth(stage_.depth(frame, i)));
    }
    for (std::size_t k = 0; k < now_.size(); ++k) {
      const std::int64_t foreseen = count_ == 0   ? 0
                                    : count_ == 1 ? last_[k]
                                                  : 2 * last_[k] - older_[k];
      put_signed(bytes_, now_[k] - foreseen);
    }
    add_contacts(frame);
    older_.swap(last_);
    last_.swap(now_);
    ++count_;
  }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  void add_contacts(const Frame& frame) {
    const std::vector<FrameContact> contacts = shown_contacts(frame, limits_.contacts);
    put(bytes_, contacts.size());
    int before = 0;
    for (const FrameContact& c : contacts) {
      put(bytes_, static_cast<std::uint64_t>(c.a - before));
      before = c.a;
      put(bytes_, static_cast<std::uint64_t>(c.b < 0 ? 0 : c.b + 1));
      if (c.b < 0) {
        const OnPage from = stage_.place(frame, static_cast<std::size_t>(c.a));
        const OnPage foot = stage_.foot(frame, c);
        put_signed(bytes_, view_.x(foot.x) - view_.x(from.x));
        put_signed(bytes_, view_.y(foot.y) - view_.y(from.y));
      }
      put(bytes_, static_cast<std::uint64_t>(
                      std::lround(255.0 * std::sqrt(std::min(1.0, c.force / force_)))));
    }
  }

  const Stage& stage_;
  const View& view_;
  double force_;
  const FilmLimits& limits_;
  std::vector<std::int64_t> now_, last_, older_;
  std::size_t count_{0};
  std::string bytes_;
};

std::string head_of(const std::vector<const Frame*>& frames, const Stage& stage, const View& view,
                    double force, const FilmLimits& limits) {
  std::string times, radius, links, lines;
  const auto comma = [](std::string& s) { return s.empty() ? "" : ","; };
  std::size_t cut = 0;
  for (const Frame* f : frames) {
    times += fmt::format("{}{:.6g}", comma(times), f->time);
    cut = std::max(cut, f->contacts.size() - std::min(f->contacts.size(), limits.contacts));
  }
  const bool alike = std::all_of(stage.radius.begin(), stage.radius.end(),
                                 [&](double r) { return r == stage.radius[0]; });
  for (std::size_t i = 0;
       i < (alike ? std::min<std::size_t>(1, stage.radius.size()) : stage.radius.size()); ++i) {
    radius += fmt::format("{}{:.4g}", comma(radius), stage.radius[i]);
  }
  for (const auto& [a, b] : stage.links)
    links += fmt::format("{}{},{}", comma(links), a, b);
  const OnPage middle{0.5 * (view.x_low + view.x_high), 0.5 * (view.y_low + view.y_high)};
  const double reach = view.width() + view.height();
  for (const auto& [a, b] :
       stage.lines(middle, stage.scene.bodies.dimension > 2 ? 0.4 * reach : reach)) {
    lines += fmt::format("{}[{:.6g},{:.6g},{:.6g},{:.6g}]", comma(lines), a.x, a.y, b.x, b.y);
  }
  return fmt::format(
      "{{\"kind\":\"{}\",\"n\":{},\"turns\":{},\"deep\":{},\"x0\":{:.8g},\"y0\":{:.8g},\"x1\":{:."
      "8g},\"y1\":{:."
      "8g},"
      "\"step\":{:.8g},\"times\":[{}],\"radius\":[{}],\"links\":[{}],\"lines\":[{}],\"force\":{:."
      "6g},"
      "\"cut\":{}}}",
      stage.kind, stage.bodies, stage.turns() ? 1 : 0, stage.deep() ? 1 : 0, view.x_low, view.y_low,
      view.x_high, view.y_high, view.step(), times, radius, links, lines, force, cut);
}

/// The bound of 95 % of all forces: a few in an impact must not make all others thin. 0: none.
double top_force(const std::vector<Frame>& frames) {
  std::vector<double> all;
  for (const Frame& f : frames) {
    for (const FrameContact& c : f.contacts) {
      if (c.force > 0.0 && std::isfinite(c.force)) all.push_back(c.force);
    }
  }
  if (all.empty()) return 0.0;
  const auto at = static_cast<std::ptrdiff_t>(0.95 * static_cast<double>(all.size() - 1));
  std::nth_element(all.begin(), all.begin() + at, all.end());
  return all[static_cast<std::size_t>(at)];
}

}  // namespace

Film make_film(const Row& row, const Stage& stage, const FilmLimits& given) {
  FilmLimits limits = given;
  Film out;
  if (row.frames.empty()) {
    out.why_not = "This run kept no frames.";
  } else if (stage.empty()) {
    out.why_not = "Nothing of its state can be drawn.";
  } else if (stage.bodies > limits.bodies) {
    out.why_not = fmt::format("{} bodies are too many for a page.", stage.bodies);
  }
  if (!out.why_not.empty()) return out;
  if (stage.kind == "field") return make_field_film(row, stage, limits);
  // Constraints of coordinates have no place in a picture.
  const bool picture = stage.kind == "picture";
  if (picture) limits.contacts = 0;
  const double force = picture ? 0.0 : top_force(row.frames);
  for (std::size_t most = limits.frames; most >= 2; most = (most + 1) / 2) {
    const std::vector<const Frame*> frames = every(row.frames, most);
    const View view = view_of(frames, stage);
    Encoder encoder(stage, view, force > 0.0 ? force : 1.0, limits);
    for (const Frame* f : frames)
      encoder.add(*f);
    if (4 * encoder.bytes().size() <= 3 * limits.bytes || most == 2) {
      out.frames = frames.size();
      out.head = head_of(frames, stage, view, force, limits);
      out.data = base64(encoder.bytes());
      break;
    }
  }
  return out;
}

}  // namespace impactbench
