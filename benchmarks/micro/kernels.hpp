#pragma once

namespace impactbench::micro {

/// Each registers its kernels by name, such as linear/superlu/1000.
void register_hot_kernels();
void register_memory_kernels();
void register_geometry_kernels();
void register_solver_kernels();
void register_cluster_kernels();
void register_elastic_kernels();

}  // namespace impactbench::micro
