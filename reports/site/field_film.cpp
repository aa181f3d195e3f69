#include "reports/paper/elastic_scene.hpp"
#include "reports/site/film.hpp"
#include "reports/site/film_bytes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace impactbench {
namespace {

/// A field with every `stride`-th point of each way, the column in the middle among them.
struct Sampled {
  std::size_t columns{0}, rows{0};
  double x_low{0.0}, x_high{0.0}, y_low{0.0}, y_high{0.0};  ///< edges; y downwards [m]
  std::vector<double> values;
};

Sampled sampled(const FieldPanel& field, std::size_t columns, std::size_t stride) {
  Sampled out;
  const std::size_t first = (columns / 2) % stride;
  const std::size_t rows = field.points.size() / columns;
  for (std::size_t k = stride / 2; k < rows; k += stride) {
    out.columns = 0;
    ++out.rows;
    for (std::size_t i = first; i < columns; i += stride, ++out.columns)
      out.values.push_back(field.points[k * columns + i].value);
  }
  const double edge = columns > 1 ? field.points[1].x - field.points[0].x : 1.0;
  const double half = 0.5 * static_cast<double>(stride) * edge;
  out.x_low = field.points[first].x - half;
  out.x_high = out.x_low + 2.0 * half * static_cast<double>(out.columns);
  out.y_low = 0.0;
  out.y_high = 2.0 * half * static_cast<double>(out.rows);
  return out;
}

std::size_t columns_of(const FieldPanel& field) {
  std::size_t out = 1;
  while (out < field.points.size() && field.points[out].y == field.points[0].y)
    ++out;
  return out;
}

/// The bound below which 99 % of the nonzero values lie.
double top_of(const std::vector<Sampled>& fields) {
  std::vector<double> all;
  for (const Sampled& f : fields) {
    for (const double v : f.values) {
      if (v > 0.0 && std::isfinite(v)) all.push_back(v);
    }
  }
  if (all.empty()) return 1.0;
  const auto at = static_cast<std::ptrdiff_t>(0.99 * static_cast<double>(all.size() - 1));
  std::nth_element(all.begin(), all.begin() + at, all.end());
  return all[static_cast<std::size_t>(at)];
}

std::string bytes_of(const std::vector<Sampled>& fields, double top) {
  std::string out;
  std::vector<std::int64_t> last, older;
  for (std::size_t f = 0; f < fields.size(); ++f) {
    std::vector<std::int64_t> now;
    for (const double v : fields[f].values)
      now.push_back(std::isfinite(v) ? std::llround(255.0 * std::min(1.0, v / top)) : 255);
    for (std::size_t k = 0; k < now.size(); ++k)
      put_signed(out, now[k] - (f == 0 ? 0 : f == 1 ? last[k] : 2 * last[k] - older[k]));
    put(out, 0);  // no contacts
    older.swap(last);
    last.swap(now);
  }
  return out;
}

}  // namespace

Film make_field_film(const Row& row, const Stage& stage, const FilmLimits& limits) {
  Film out;
  const std::size_t columns = columns_of(field_of(stage.scene, row.frames.front()));
  const std::size_t points = field_of(stage.scene, row.frames.front()).points.size();
  std::size_t stride = 1;
  while (points / stride / stride > limits.bodies)
    ++stride;
  for (std::size_t most = std::min(limits.frames, row.frames.size()); most >= 1;
       most = most > 1 ? (most + 1) / 2 : 0) {
    std::vector<Sampled> fields;
    std::string times;
    for (std::size_t k = 0; k < most; ++k) {
      const std::size_t at = most == 1 ? 0 : k * (row.frames.size() - 1) / (most - 1);
      fields.push_back(sampled(field_of(stage.scene, row.frames[at]), columns, stride));
      times += fmt::format("{}{:.6g}", times.empty() ? "" : ",", row.frames[at].time);
    }
    const double top = top_of(fields);
    const std::string bytes = bytes_of(fields, top);
    if (4 * bytes.size() > 3 * limits.bytes && most > 2) continue;
    const Sampled& f = fields.front();
    out.frames = fields.size();
    out.head = fmt::format(
        "{{\"kind\":\"field\",\"n\":{},\"columns\":{},\"rows\":{},\"turns\":0,\"deep\":0,\"x0\":{:."
        "8g},\"y0\":{:.8g},\"x1\":{:.8g},\"y1\":{:.8g},\"top\":{:.4g},\"times\":[{}],\"radius\":[],"
        "\"links\":[],\"lines\":[],\"force\":0,\"cut\":0}}",
        f.values.size(), f.columns, f.rows, f.x_low, -f.y_high, f.x_high, -f.y_low, top, times);
    out.data = base64(bytes);
    return out;
  }
  return out;
}

}  // namespace impactbench
