#include "benchmarks/library/hdf5.hpp"

#include "problems/model/error.hpp"

#include <fmt/format.h>
#include <hdf5.h>

#include <filesystem>

namespace impactbench {
namespace {

/// Closes an identifier of the library when it goes.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

}  // namespace

Hdf5File::Hdf5File(const std::string& file, Mode mode) : name_(file) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // what is wrong is said by us, once
  if (mode == Mode::write) {
    file_ = H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    if (file_ < 0) throw ConfigurationError(fmt::format("file '{}' cannot be written", file));
    return;
  }
  std::error_code none;
  if (!std::filesystem::is_regular_file(file, none))
    throw ConfigurationError(fmt::format("there is no file '{}'", file));
  file_ = H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (file_ < 0) throw ConfigurationError(fmt::format("'{}' is no HDF5 file", file));
}

Hdf5File::~Hdf5File() {
  H5Fclose(file_);
}

void Hdf5File::refuse(const std::string& path, const std::string& what) const {
  throw ConfigurationError(fmt::format("'{}', {}: {}", name_, path, what));
}

bool Hdf5File::has(const std::string& path) const {
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    if (H5Lexists(file_, path.substr(0, end).c_str(), H5P_DEFAULT) <= 0) return false;
    if (end == std::string::npos) return true;
  }
}

template <class T>
std::vector<T> Hdf5File::read(const std::string& path, std::int64_t type) const {
  if (!has(path)) refuse(path, "is missing");
  const Handle set(H5Dopen2(file_, path.c_str(), H5P_DEFAULT), H5Dclose);
  if (set < 0) refuse(path, "is no data set");
  const Handle its_type(H5Dget_type(set), H5Tclose);
  const H5T_class_t kind = H5Tget_class(its_type);
  if (kind != H5T_INTEGER && kind != H5T_FLOAT) refuse(path, "must hold numbers");
  const Handle space(H5Dget_space(set), H5Sclose);
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  if (count < 0) refuse(path, "has no size");
  std::vector<T> out(static_cast<std::size_t>(count));
  if (count > 0 && H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, out.data()) < 0)
    refuse(path, "cannot be read");
  return out;
}

std::vector<int> Hdf5File::integers(const std::string& path) const {
  return read<int>(path, H5T_NATIVE_INT);
}

std::vector<double> Hdf5File::numbers(const std::string& path) const {
  return read<double>(path, H5T_NATIVE_DOUBLE);
}

int Hdf5File::integer(const std::string& path) const {
  const std::vector<int> list = integers(path);
  if (list.size() != 1) refuse(path, fmt::format("must hold one number, has {}", list.size()));
  return list.front();
}

double Hdf5File::number(const std::string& path) const {
  const std::vector<double> list = numbers(path);
  if (list.size() != 1) refuse(path, fmt::format("must hold one number, has {}", list.size()));
  return list.front();
}

std::string Hdf5File::text(const std::string& path) const {
  if (!has(path)) refuse(path, "is missing");
  const Handle set(H5Dopen2(file_, path.c_str(), H5P_DEFAULT), H5Dclose);
  const Handle type(H5Dget_type(set), H5Tclose);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) > 0)
    refuse(path, "must hold a text of fixed length");
  std::string out(H5Tget_size(type), '\0');
  if (H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, out.data()) < 0)
    refuse(path, "cannot be read");
  return out.substr(0, out.find('\0'));
}

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

}  // namespace impactbench
