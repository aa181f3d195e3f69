#include "schemes/support/newton/near_list.hpp"

namespace impactbench {

template <int Dim, int Dofs>
void NearList<Dim, Dofs>::prepare(const RoundSystem& system, const Eigen::VectorXd& q,
                                  bool looks_back) {
  system_ = &system;
  looks_back_ = looks_back;
  leeway_ = usual_skin<Dim, Dofs>(system) / 100.0;
  prepare_neighbours<Dim, Dofs>(neighbours_, system, q, 2.0 * leeway_);
  const std::size_t n = system.bodies().size();
  walls_.reserve(Dim * n + 4);
  pairs_.reserve((Dim == 3 ? 7 : 4) * n);
}

template <int Dim, int Dofs>
void NearList<Dim, Dofs>::start(const Eigen::VectorXd& q0, const Eigen::VectorXd& q) {
  displacement_ = 0.0;
  if (looks_back_) {
    neighbours_.update(q0, q);
  } else {
    neighbours_.update(q);
  }
  const Eigen::VectorXd* also = looks_back_ ? &q0 : nullptr;
  keep_near<Dim, Dofs>(2.0 * leeway_, *system_, q, also, neighbours_.walls(), wall_parts_, walls_);
  keep_near<Dim, Dofs>(2.0 * leeway_, *system_, q, also, neighbours_.pairs(), pair_parts_, pairs_);
}

template class NearList<1, 1>;
template class NearList<2, 2>;
template class NearList<2, 3>;
template class NearList<3, 3>;
template class NearList<3, 6>;

}  // namespace impactbench
