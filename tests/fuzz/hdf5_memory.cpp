// For the targets that open many small HDF5 files.

#include "tests/fuzz/hdf5_memory.hpp"

namespace impactbench::fuzz {

hid_t small_buffer() {
  // HDF5 clears the whole of its buffer for each set whose numbers it converts: a megabyte, where
  // none is told, for a dozen numbers.
  static const hid_t transfer = [] {
    const hid_t made = H5Pcreate(H5P_DATASET_XFER);
    H5Pset_buffer(made, 1 << 14, nullptr, nullptr);
    return made;
  }();
  return transfer;
}

hid_t groups_on_the_way() {
  static const hid_t links = [] {
    const hid_t made = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(made, 1);
    return made;
  }();
  return links;
}

}  // namespace impactbench::fuzz

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  // The cache of an open file is half a megabyte: kept for the next one.
  H5set_free_list_limits(-1, -1, -1, -1, -1, -1);
  return 0;
}
