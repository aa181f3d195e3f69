#include "schemes/lubrication/pressed_system.hpp"

#include <cmath>

namespace impactbench::lubrication {

template <int Dim>
void PressedSystem<Dim>::prepare(std::size_t bodies, std::size_t rows) {
  number_.assign(bodies + 1, -1);
  met_.clear();
  met_.reserve(bodies + 1);
  for (auto* per_entry : {&mass_inverse_, &momentum_, &velocity_})
    per_entry->reserve(Dim * (bodies + 1));
  rows_.reserve(rows);
  for (auto* per_row : {&own_, &root_, &y_, &residual_, &direction_, &product_})
    per_row->reserve(rows);
}

template <int Dim>
void PressedSystem<Dim>::start(double h, const std::vector<double>& inverse_mass) {
  h_ = h;
  inverse_mass_ = &inverse_mass;
  for (const int body : met_)
    number_[static_cast<std::size_t>(body)] = -1;
  met_.clear();
  mass_inverse_.clear();
  rows_.clear();
  for (auto* per_row : {&own_, &root_, &residual_})
    per_row->clear();
}

template <int Dim>
int PressedSystem<Dim>::local(int body) {
  int& number = number_[static_cast<std::size_t>(body)];
  if (number < 0) {
    number = static_cast<int>(Dim * met_.size());
    met_.push_back(body);
    mass_inverse_.insert(mass_inverse_.end(), Dim,
                         (*inverse_mass_)[static_cast<std::size_t>(body)]);
  }
  return number;
}

template <int Dim>
void PressedSystem<Dim>::add(int a, int b, const Vec<Dim>& normal, double slope, double compliance,
                             double force) {
  const double root = 1.0 / std::sqrt(slope + compliance);
  rows_.push_back({local(a), local(b), std::sqrt(h_) * root * normal});
  own_.push_back(compliance * root * root);
  root_.push_back(root);
  residual_.push_back(root * force);
}

template <int Dim>
int PressedSystem<Dim>::solve(double relative) {
  const std::size_t n = rows_.size();
  y_.assign(n, 0.0);
  direction_.assign(n, 0.0);
  product_.resize(n);
  const std::size_t entries = mass_inverse_.size();
  momentum_.assign(entries, 0.0);
  velocity_.resize(entries);
  const Row* rows = rows_.data();
  double *y = y_.data(), *r = residual_.data(), *d = direction_.data(), *w = product_.data();
  const auto at = [](double* x, int entry) { return Eigen::Map<Vec<Dim>>(x + entry); };
  double first = 0.0;
  for (std::size_t k = 0; k < n; ++k)
    first += r[k] * r[k];
  double last = first, turn = 0.0;
  const auto most = static_cast<int>(2 * n + 10);
  int iterations = 0;
  for (; iterations < most && last > relative * relative * first; ++iterations) {
    for (std::size_t k = 0; k < n; ++k) {
      d[k] = r[k] + turn * d[k];
      const Vec<Dim> push = d[k] * rows[k].normal;
      at(momentum_.data(), rows[k].a) -= push;
      at(momentum_.data(), rows[k].b) += push;
    }
    for (std::size_t i = 0; i < entries; ++i) {
      velocity_[i] = mass_inverse_[i] * momentum_[i];
      momentum_[i] = 0.0;
    }
    double curvature = 0.0;
    for (std::size_t k = 0; k < n; ++k) {
      const Vec<Dim> apart = at(velocity_.data(), rows[k].b) - at(velocity_.data(), rows[k].a);
      w[k] = own_[k] * d[k] + rows[k].normal.dot(apart);
      curvature += w[k] * d[k];
    }
    if (!(curvature > 0.0)) break;
    const double length = last / curvature;
    double next = 0.0;
    for (std::size_t k = 0; k < n; ++k) {
      y[k] += length * d[k];
      r[k] -= length * w[k];
      next += r[k] * r[k];
    }
    turn = next / last;
    last = next;
  }
  return iterations;
}

template class PressedSystem<1>;
template class PressedSystem<2>;
template class PressedSystem<3>;

}  // namespace impactbench::lubrication
