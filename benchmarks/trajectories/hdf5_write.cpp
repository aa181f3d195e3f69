#include "benchmarks/trajectories/hdf5.hpp"
#include "benchmarks/trajectories/hdf5_handle.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace impactbench {

void Hdf5File::write_array(const std::string& path, std::int64_t file_type, std::int64_t type,
                           std::size_t count, const void* data) {
  const hsize_t extent = count;
  const Handle groups(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  H5Pset_create_intermediate_group(groups, 1);
  const Handle space(H5Screate_simple(1, &extent, nullptr), H5Sclose);
  const Handle set(
      H5Dcreate2(file_, path.c_str(), file_type, space, groups, H5P_DEFAULT, H5P_DEFAULT),
      H5Dclose);
  if (set < 0 || H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0)
    refuse(path, "cannot be written");
}

void Hdf5File::write(const std::string& path, const std::vector<int>& values) {
  write_array(path, H5T_STD_I32LE, H5T_NATIVE_INT, values.size(), values.data());
}

void Hdf5File::write(const std::string& path, const std::vector<double>& values) {
  write_array(path, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, values.size(), values.data());
}

void Hdf5File::write(const std::string& path, const std::string& text) {
  const Handle groups(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  H5Pset_create_intermediate_group(groups, 1);
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, text.size() + 1);
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle set(H5Dcreate2(file_, path.c_str(), type, space, groups, H5P_DEFAULT, H5P_DEFAULT),
                   H5Dclose);
  if (set < 0 || H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.c_str()) < 0)
    refuse(path, "cannot be written");
}

namespace {

Handle object(hid_t file, const std::string& path) {
  if (path != "/" && H5Lexists(file, path.c_str(), H5P_DEFAULT) <= 0) {
    const Handle groups(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
    H5Pset_create_intermediate_group(groups, 1);
    const Handle made(H5Gcreate2(file, path.c_str(), groups, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
  }
  return {H5Oopen(file, path.c_str(), H5P_DEFAULT), H5Oclose};
}

bool write_attribute(hid_t file, const std::string& path, const std::string& name, hid_t type,
                     hid_t space, const void* data) {
  const Handle at = object(file, path);
  const Handle made(H5Acreate2(at, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  return made >= 0 && H5Awrite(made, type, data) >= 0;
}

hid_t file_type(Hdf5File::Type type) {
  switch (type) {
    case Hdf5File::Type::integer:
      return H5T_STD_I32LE;
    case Hdf5File::Type::whole:
      return H5T_STD_I64LE;
    case Hdf5File::Type::number:
      return H5T_IEEE_F64LE;
  }
  return H5T_IEEE_F64LE;
}

}  // namespace

void Hdf5File::attribute(const std::string& path, const std::string& name,
                         const std::string& text) {
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, text.size() + 1);
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  if (!write_attribute(file_, path, name, type, space, text.c_str()))
    refuse(path, "the attribute " + name + " cannot be written");
}

void Hdf5File::attribute(const std::string& path, const std::string& name,
                         const std::vector<int>& values) {
  const hsize_t extent = values.size();
  const Handle space(H5Screate_simple(1, &extent, nullptr), H5Sclose);
  if (!write_attribute(file_, path, name, H5T_NATIVE_INT, space, values.data()))
    refuse(path, "the attribute " + name + " cannot be written");
}

void Hdf5File::attribute(const std::string& path, const std::string& name, double value) {
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  if (!write_attribute(file_, path, name, H5T_NATIVE_DOUBLE, space, &value))
    refuse(path, "the attribute " + name + " cannot be written");
}

void Hdf5File::link(const std::string& path, const std::string& also) {
  const Handle groups(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  H5Pset_create_intermediate_group(groups, 1);
  if (H5Lcreate_hard(file_, path.c_str(), file_, also.c_str(), groups, H5P_DEFAULT) < 0)
    refuse(also, "cannot be linked to " + path);
}

void Hdf5File::grow(const std::string& path, Type type, const std::vector<std::size_t>& shape,
                    std::size_t rows_a_piece) {
  std::vector<hsize_t> now{0}, most{H5S_UNLIMITED}, piece{rows_a_piece};
  for (const std::size_t n : shape) {
    now.push_back(n);
    most.push_back(n);
    piece.push_back(n);
  }
  const Handle groups(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  H5Pset_create_intermediate_group(groups, 1);
  const Handle layout(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_chunk(layout, static_cast<int>(piece.size()), piece.data());
  const Handle space(H5Screate_simple(static_cast<int>(now.size()), now.data(), most.data()),
                     H5Sclose);
  const Handle set(
      H5Dcreate2(file_, path.c_str(), file_type(type), space, groups, layout, H5P_DEFAULT),
      H5Dclose);
  if (set < 0) refuse(path, "cannot be made");
}

void Hdf5File::begin_to_grow() {
  if (H5Fstart_swmr_write(file_) < 0) refuse("/", "cannot be written while others read");
}

void Hdf5File::append_rows(const std::string& path, std::int64_t type, std::size_t count,
                           const void* data) {
  std::vector<hsize_t> extent, first, rows;
  for (const std::size_t n : shape(path))
    extent.push_back(n);
  std::size_t width = 1;
  for (std::size_t k = 1; k < extent.size(); ++k)
    width *= extent[k];
  if (width == 0 || count == 0) return;
  rows = extent;
  rows[0] = count / width;
  first.assign(extent.size(), 0);
  first[0] = extent[0];
  extent[0] += rows[0];
  const hid_t to = set(path);
  bool done = H5Dset_extent(to, extent.data()) >= 0;
  const Handle whole(done ? H5Dget_space(to) : -1, H5Sclose);
  const Handle part(H5Screate_simple(static_cast<int>(rows.size()), rows.data(), nullptr),
                    H5Sclose);
  done = done && H5Sselect_hyperslab(whole, H5S_SELECT_SET, first.data(), nullptr, rows.data(),
                                     nullptr) >= 0;
  done = done && H5Dwrite(to, type, part, whole, H5P_DEFAULT, data) >= 0 && H5Dflush(to) >= 0;
  if (!done) refuse(path, "cannot be written");
}

void Hdf5File::append(const std::string& path, std::span<const double> values) {
  append_rows(path, H5T_NATIVE_DOUBLE, values.size(), values.data());
}
void Hdf5File::append(const std::string& path, std::span<const std::int64_t> values) {
  append_rows(path, H5T_NATIVE_INT64, values.size(), values.data());
}
void Hdf5File::append(const std::string& path, std::span<const int> values) {
  append_rows(path, H5T_NATIVE_INT, values.size(), values.data());
}

void Hdf5File::flush() {
  if (H5Fflush(file_, H5F_SCOPE_LOCAL) < 0) refuse("/", "cannot be written");
}

void Hdf5File::synchronise() {
  flush();
  int* descriptor = nullptr;
  if (H5Fget_vfd_handle(file_, H5P_DEFAULT, reinterpret_cast<void**>(&descriptor)) < 0 ||
      descriptor == nullptr || fsync(*descriptor) != 0)
    refuse("/", "cannot be brought to the disk");
}

}  // namespace impactbench
