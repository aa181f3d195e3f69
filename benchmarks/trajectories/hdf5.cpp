#include "benchmarks/trajectories/hdf5.hpp"

#include "benchmarks/files/inputs.hpp"
#include "benchmarks/files/machine_error.hpp"
#include "benchmarks/trajectories/hdf5_handle.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <limits>

namespace impactbench {
namespace {

/// Access for reading: a link to another file fails, even behind a soft link.
hid_t within_the_file() {
  static const hid_t access = [] {
    const hid_t made = H5Pcreate(H5P_DATASET_ACCESS);
    const H5L_elink_traverse_t no = [](const char*, const char*, const char*, const char*,
                                       unsigned*, hid_t, void*) -> herr_t { return -1; };
    H5Pset_elink_cb(made, no, nullptr);
    return made;
  }();
  return access;
}

/// One text, of a length that is stored with it. It lies in the file, which is no smaller than it
/// is, so that a false length cannot exhaust the memory.
bool is_one_text(hid_t file, hid_t type, hid_t space) {
  hsize_t longest = 0;
  return H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0 &&
         H5Fget_filesize(file, &longest) >= 0 && H5Tget_size(type) <= longest &&
         H5Sget_simple_extent_npoints(space) == 1;
}

}  // namespace

Hdf5File::Hdf5File(const std::string& file, Mode mode)
    : name_(file), writes_(mode == Mode::write || mode == Mode::grow) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // what is wrong is said by us, once
  if (writes_) {
    const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    // Reading a file while it grows needs at least version 1.10 of the format.
    if (mode == Mode::grow) H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110);
    file_ = H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access);
    if (file_ < 0) throw MachineError(fmt::format("file '{}' cannot be written", file));
    return;
  }
  std::error_code none;
  if (!std::filesystem::is_regular_file(file, none))
    throw ConfigurationError(fmt::format("there is no file '{}'", file));
  const unsigned how = H5F_ACC_RDONLY | (mode == Mode::follow ? H5F_ACC_SWMR_READ : 0U);
  remember_input(file);
  file_ = H5Fopen(file.c_str(), how, H5P_DEFAULT);
  if (file_ < 0) throw ConfigurationError(fmt::format("'{}' is not an HDF5 file", file));
}

Hdf5File::Hdf5File(const std::string& name, std::int64_t open_file)
    : name_(name), writes_(false), file_(open_file) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Hdf5File::~Hdf5File() {
  for (const auto& [path, set] : sets_)
    H5Dclose(set);
  H5Fclose(file_);
}

void Hdf5File::refuse(const std::string& path, const std::string& what) const {
  const std::string sentence = fmt::format("'{}', {}: {}", name_, path, what);
  // A file that we write is our own: only the machine can fail.
  if (writes_) throw MachineError(sentence);
  throw ConfigurationError(sentence);
}

bool Hdf5File::has(const std::string& path) const {
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    const std::string part = path.substr(0, end);
    if (!there_.contains(part)) {
      H5L_info_t link{};
      if (H5Lget_info(file_, part.c_str(), &link, within_the_file()) < 0) return false;
      if (link.type != H5L_TYPE_HARD && link.type != H5L_TYPE_SOFT)
        refuse(part, "is a link to another file, which is not followed");
      // A soft link may lead nowhere.
      if (link.type == H5L_TYPE_SOFT &&
          H5Oexists_by_name(file_, part.c_str(), within_the_file()) <= 0)
        return false;
      there_.insert(part);
    }
    if (end == std::string::npos) return true;
  }
}

/// A data set must be as large as it claims: its numbers lie in this file, which is no smaller than
/// they are, so that a false size cannot exhaust the memory.
void Hdf5File::believe(const std::string& path, std::int64_t set) const {
  const Handle type(H5Dget_type(set), H5Tclose);
  const H5T_class_t kind = H5Tget_class(type);
  if (kind != H5T_INTEGER && kind != H5T_FLOAT) refuse(path, "must hold numbers");
  const Handle made(H5Dget_create_plist(set), H5Pclose);
  if (H5Pget_external_count(made) > 0 || H5Pget_layout(made) == H5D_VIRTUAL)
    refuse(path, "has its numbers in another file, which is not read");
  const Handle space(H5Dget_space(set), H5Sclose);
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  if (count < 0) refuse(path, "has no size");
  hsize_t there = 0;
  if (H5Fget_filesize(file_, &there) < 0) refuse(path, "lies in a file without a size");
  // Deflate makes at most 1032 bytes of one (RFC 1951: 258 bytes of two bits).
  const double most = static_cast<double>(there) * (H5Pget_nfilters(made) > 0 ? 1032.0 : 1.0);
  if (static_cast<double>(count) * static_cast<double>(H5Tget_size(type)) > most)
    refuse(path, fmt::format("says that it has {} numbers, more than the file can hold", count));
}

/// A data set of numbers that is there. It stays open as long as the file: motions are read and
/// written row by row.
std::int64_t Hdf5File::set(const std::string& path) const {
  if (const auto it = sets_.find(path); it != sets_.end()) return it->second;
  if (!has(path)) refuse(path, "is missing");
  const Handle opened(H5Dopen2(file_, path.c_str(), within_the_file()), H5Dclose);
  if (opened < 0) refuse(path, "is not a data set");
  believe(path, opened);
  H5Iinc_ref(opened);
  return sets_.emplace(path, opened).first->second;
}

template <class T>
std::vector<T> Hdf5File::read(const std::string& path, std::int64_t type) const {
  const hid_t from = set(path);
  const Handle space(H5Dget_space(from), H5Sclose);
  std::vector<T> out(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  if (!out.empty() && H5Dread(from, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, out.data()) < 0)
    refuse(path, "cannot be read");
  return out;
}

std::vector<int> Hdf5File::integers(const std::string& path) const {
  const Handle type(H5Dget_type(set(path)), H5Tclose);
  if (H5Tget_class(type) == H5T_INTEGER && H5Tget_size(type) <= sizeof(int) &&
      H5Tget_sign(type) == H5T_SGN_2)
    return read<int>(path, H5T_NATIVE_INT);
  // The library would cut off fractions, and bring numbers that are too large to the largest.
  const std::vector<double> list = read<double>(path, H5T_NATIVE_DOUBLE);
  std::vector<int> out;
  out.reserve(list.size());
  for (const double x : list) {
    if (!(std::trunc(x) == x && std::abs(x) <= std::numeric_limits<int>::max()))
      refuse(path, fmt::format("[{}] = {}: must be a whole number of 32 bits", out.size(), x));
    out.push_back(static_cast<int>(x));
  }
  return out;
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
  const Handle set(H5Dopen2(file_, path.c_str(), within_the_file()), H5Dclose);
  if (set < 0) refuse(path, "is not a data set");
  const Handle type(H5Dget_type(set), H5Tclose);
  const Handle space(H5Dget_space(set), H5Sclose);
  if (!is_one_text(file_, type, space)) refuse(path, "must hold one text of fixed length");
  std::string out(H5Tget_size(type), '\0');
  if (H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, out.data()) < 0)
    refuse(path, "cannot be read");
  return out.substr(0, out.find('\0'));
}

std::string Hdf5File::text_attribute(const std::string& path, const std::string& name) const {
  const Handle at(
      H5Aopen_by_name(file_, path.c_str(), name.c_str(), H5P_DEFAULT, within_the_file()), H5Aclose);
  if (at < 0) refuse(path, "the attribute " + name + " is missing");
  const Handle type(H5Aget_type(at), H5Tclose);
  const Handle space(H5Aget_space(at), H5Sclose);
  if (!is_one_text(file_, type, space))
    refuse(path, "the attribute " + name + " must hold one text of fixed length");
  std::string out(H5Tget_size(type), '\0');
  if (H5Aread(at, type, out.data()) < 0) refuse(path, "the attribute " + name + " cannot be read");
  return out.substr(0, out.find('\0'));
}

double Hdf5File::number_attribute(const std::string& path, const std::string& name) const {
  const Handle at(
      H5Aopen_by_name(file_, path.c_str(), name.c_str(), H5P_DEFAULT, within_the_file()), H5Aclose);
  double out = 0.0;
  const Handle space(at >= 0 ? H5Aget_space(at) : -1, H5Sclose);
  const Handle type(at >= 0 ? H5Aget_type(at) : -1, H5Tclose);
  const H5T_class_t kind = at >= 0 ? H5Tget_class(type) : H5T_NO_CLASS;
  if (at < 0 || H5Sget_simple_extent_npoints(space) != 1 ||
      (kind != H5T_INTEGER && kind != H5T_FLOAT) || H5Aread(at, H5T_NATIVE_DOUBLE, &out) < 0)
    refuse(path, "the attribute " + name + " must hold one number");
  return out;
}

std::vector<std::size_t> Hdf5File::shape(const std::string& path) const {
  const Handle space(H5Dget_space(set(path)), H5Sclose);
  const int rank = H5Sget_simple_extent_ndims(space);
  if (rank < 1) refuse(path, "has no rows");
  std::vector<hsize_t> extent(static_cast<std::size_t>(rank));
  H5Sget_simple_extent_dims(space, extent.data(), nullptr);
  return {extent.begin(), extent.end()};
}

std::vector<double> Hdf5File::numbers(const std::string& path, std::size_t first,
                                      std::size_t count) const {
  std::vector<hsize_t> from, rows;
  std::size_t size = 1;
  for (const std::size_t n : shape(path)) {
    rows.push_back(n);
    from.push_back(0);
  }
  if (first > rows[0] || count > rows[0] - first)
    refuse(path,
           fmt::format("has {} rows: rows {} to {} are asked for", rows[0], first, first + count));
  from[0] = first;
  rows[0] = count;
  for (const hsize_t n : rows)
    size *= n;
  std::vector<double> out(size);
  if (size == 0) return out;
  const hid_t of = set(path);
  const Handle whole(H5Dget_space(of), H5Sclose);
  const Handle part(H5Screate_simple(static_cast<int>(rows.size()), rows.data(), nullptr),
                    H5Sclose);
  H5Sselect_hyperslab(whole, H5S_SELECT_SET, from.data(), nullptr, rows.data(), nullptr);
  if (H5Dread(of, H5T_NATIVE_DOUBLE, part, whole, H5P_DEFAULT, out.data()) < 0)
    refuse(path, "cannot be read");
  return out;
}

}  // namespace impactbench
