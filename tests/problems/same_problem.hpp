#pragma once

#include "problems/contact/round_bodies.hpp"
#include "problems/model/problem.hpp"
#include "problems/model/round_system.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <span>

namespace impactbench::testing {

inline bool same_bits(std::span<const double> a, std::span<const double> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

inline bool same_bits(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  return same_bits(std::span(a.data(), static_cast<std::size_t>(a.size())),
                   std::span(b.data(), static_cast<std::size_t>(b.size())));
}

inline void expect_same(const Problem& a, const Problem& b) {
  EXPECT_TRUE(same_bits(a.initial.q, b.initial.q));
  EXPECT_TRUE(same_bits(a.initial.v, b.initial.v));
  EXPECT_TRUE(same_bits(a.system->mass(), b.system->mass()));
  EXPECT_EQ(a.horizon, b.horizon);
  const RoundSystem &s = *round_system(*a.system), &t = *round_system(*b.system);
  EXPECT_EQ(s.space(), t.space());
  EXPECT_TRUE(same_bits(s.bodies().radius, t.bodies().radius));
  EXPECT_EQ(s.gravity(), t.gravity());
  EXPECT_EQ(s.laws(), t.laws());
  EXPECT_EQ(s.bodies().material, t.bodies().material);
  EXPECT_EQ(s.actions().gluey, t.actions().gluey);
  EXPECT_EQ(s.actions().viscosity, t.actions().viscosity);
  ASSERT_EQ(s.obstacles().size(), t.obstacles().size());
  for (std::size_t k = 0; k < s.obstacles().size(); ++k) {
    const Obstacle &o = s.obstacles()[k], &p = t.obstacles()[k];
    EXPECT_TRUE(o.shape == p.shape && o.a == p.a && o.b == p.b && o.material == p.material) << k;
  }
  EXPECT_EQ(a.traits.first_order, b.traits.first_order);
  EXPECT_EQ(a.traits.driven, b.traits.driven);
  EXPECT_EQ(a.traits.rotation, b.traits.rotation);
  EXPECT_EQ(a.traits.initial_penetration, b.traits.initial_penetration);
  EXPECT_EQ(a.traits.smallest_reduced_mass, b.traits.smallest_reduced_mass);
}

}  // namespace impactbench::testing
