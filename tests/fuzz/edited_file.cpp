#include "tests/fuzz/edited_file.hpp"

#include "benchmarks/trajectories/hdf5_handle.hpp"
#include "benchmarks/trajectories/trajectory_file.hpp"
#include "tests/fuzz/hdf5_memory.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace impactbench::fuzz {
namespace {

template <class List>
auto choice(const List& list, std::size_t k) {
  return list[k % std::size(list)];
}

using Extents = std::vector<hsize_t>;

/// Small files are as odd as large ones, and many more of them are read in a second.
constexpr double most_written = 512.0;

/// Extents in the order in which an edit has them: the usual ones often.
hsize_t extent(std::uint8_t k) {
  static constexpr hsize_t rare[]{
      5, 6, 7, 8, 9, 12, 13, 16, 18, 36, 40, 1ULL << 20, 1ULL << 31, 1ULL << 61, 1ULL << 62, ~0ULL};
  return k < 240 ? k % 5 : rare[k - 240];
}

double special(std::uint8_t k) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  static constexpr double values[]{0,      1,
                                   2,      3,
                                   4,      -1,
                                   -2,     0.5,
                                   1.5,    6,
                                   9,      12,
                                   900,    0x1p15,
                                   0x1p31, -0x1p31,
                                   0x1p32, 0x1p53,
                                   0x1p63, -0x1p63,
                                   1e300,  -1e300,
                                   1e-320, inf,
                                   -inf,   std::numeric_limits<double>::quiet_NaN()};
  return choice(values, k);
}

/// An item of the layout: where it is, and of an attribute its name.
struct Item {
  std::string path, attribute;
  std::string_view shape;
};

const std::vector<Item>& items() {
  static const std::vector<Item> list = [] {
    std::vector<Item> out;
    for (const TrajectoryItem& item : trajectory_items()) {
      const std::size_t at = item.path.find('@');
      const bool none = at == std::string_view::npos;
      out.push_back({std::string(item.path.substr(0, at)),
                     none ? std::string() : std::string(item.path.substr(at + 1)), item.shape});
    }
    return out;
  }();
  return list;
}

/// Compound, of two names and numbers.
hid_t pair_type() {
  const hid_t type = H5Tcreate(H5T_COMPOUND, 16);
  H5Tinsert(type, "a", 0, H5T_NATIVE_DOUBLE);
  H5Tinsert(type, "b", 8, H5T_NATIVE_DOUBLE);
  return type;
}

hid_t string_type(std::size_t size) {
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, size);
  return type;
}

/// Types of stored numbers; the last are not numbers.
hid_t new_type(std::uint8_t k) {
  const hsize_t two = 2;
  switch (k % 24) {
    case 1:
      return H5Tcopy(H5T_STD_I32LE);
    case 2:
      return H5Tcopy(H5T_STD_I64LE);
    case 3:
      return H5Tcopy(H5T_STD_U64BE);
    case 4:
      return H5Tcopy(H5T_STD_I8LE);
    case 5:
      return H5Tcopy(H5T_STD_U8LE);
    case 6:
      return H5Tcopy(H5T_IEEE_F32BE);
    case 7:
      return H5Tcopy(H5T_NATIVE_LDOUBLE);
    case 8:
      return H5Tenum_create(H5T_STD_I32LE);
    case 9:
      return H5Tcreate(H5T_OPAQUE, 8);
    case 10:
      return pair_type();
    case 11:
      return H5Tarray_create2(H5T_IEEE_F64LE, 1, &two);
    case 12:
      return H5Tvlen_create(H5T_IEEE_F64LE);
    case 13:
      return H5Tcopy(H5T_STD_REF_OBJ);
    case 14:
      return H5Tcopy(H5T_STD_B64LE);
    case 15:
      return string_type(H5T_VARIABLE);
    case 16:
      return string_type(8);
    default:
      return H5Tcopy(H5T_IEEE_F64LE);
  }
}

double product(const Extents& extents) {
  double out = 1.0;
  for (const hsize_t n : extents)
    out *= static_cast<double>(n);
  return out;
}

/// How the numbers are kept: together, in pieces, packed, or in a file that does not exist.
void set_layout(hid_t made, std::uint8_t layout, const Extents& extents) {
  Extents piece;
  for (const hsize_t n : extents)
    piece.push_back(n > 64 ? 64 : 2);
  switch (layout % 16) {
    case 1:
    case 2:
    case 3:
      if (extents.empty()) return;
      H5Pset_chunk(made, static_cast<int>(piece.size()), piece.data());
      if (layout % 16 == 2) H5Pset_fletcher32(made);
      if (layout % 16 == 3) H5Pset_deflate(made, 1);
      return;
    case 4:
      H5Pset_layout(made, H5D_COMPACT);
      return;
    case 5:
      H5Pset_external(made, "elsewhere.bin", 0, H5F_UNLIMITED);
      return;
    case 6: {
      const Handle space(
          H5Screate_simple(static_cast<int>(extents.size()), extents.data(), nullptr), H5Sclose);
      H5Pset_virtual(made, space, "elsewhere.h5", "/x", space);
      return;
    }
    default:
      return;
  }
}

/// A data set in place of what was there, with these values and then the last of them again and
/// again: what a reader asks for without having checked it is there. Nothing is written where there
/// are too many entries, or no numbers: the file says that it has them.
void make(hid_t file, const std::string& path, hid_t type, std::uint8_t layout,
          const Extents& extents, const std::vector<double>& values) {
  H5Ldelete(file, path.c_str(), H5P_DEFAULT);
  const Handle made(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  set_layout(made, layout, extents);
  const int rank = static_cast<int>(extents.size());
  const Handle space(
      rank > 0 ? H5Screate_simple(rank, extents.data(), nullptr) : H5Screate(H5S_SCALAR), H5Sclose);
  const Handle set(
      H5Dcreate2(file, path.c_str(), type, space, groups_on_the_way(), made, H5P_DEFAULT),
      H5Dclose);
  const double count = product(extents);
  const H5T_class_t kind = H5Tget_class(type);
  if (set < 0 || H5Pget_external_count(made) > 0) return;  // nothing into other files
  if (count > most_written || (kind != H5T_INTEGER && kind != H5T_FLOAT)) return;
  std::vector<double> all(static_cast<std::size_t>(count));
  for (std::size_t k = 0; k < all.size(); ++k)
    all[k] = values.empty() ? 0.0 : values[std::min(k, values.size() - 1)];
  H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, small_buffer(), all.data());
}

/// Extents, type and numbers of what is there; none where it has no numbers or too many.
struct Found {
  Extents extents;
  std::vector<double> values;
  bool there{false};
};

Found find(hid_t file, const std::string& path) {
  Found out;
  const Handle set(H5Dopen2(file, path.c_str(), H5P_DEFAULT), H5Dclose);
  if (set < 0) return out;
  const Handle space(H5Dget_space(set), H5Sclose);
  const int rank = H5Sget_simple_extent_ndims(space);
  out.there = true;
  if (rank < 1) return out;
  out.extents.resize(static_cast<std::size_t>(rank));
  H5Sget_simple_extent_dims(space, out.extents.data(), nullptr);
  if (product(out.extents) > most_written) return out;
  const Handle type(H5Dget_type(set), H5Tclose);
  const H5T_class_t kind = H5Tget_class(type);
  if (kind != H5T_INTEGER && kind != H5T_FLOAT) return out;
  out.values.resize(static_cast<std::size_t>(product(out.extents)));
  if (!out.values.empty() &&
      H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, small_buffer(), out.values.data()) < 0)
    out.values.clear();
  return out;
}

/// One number of the layout changes in every data set that has it: all agree, but one that an edit
/// changes otherwise.
void change_everywhere(hid_t file, char letter, hsize_t to) {
  for (const Item& item : items()) {
    if (!item.attribute.empty() || item.shape.find(letter) == std::string_view::npos) continue;
    Found found = find(file, item.path);
    bool changed = false;
    // "T N d" and, of several shapes, the first that it has as many extents as.
    for (std::size_t k = 0; k < found.extents.size() && 2 * k < item.shape.size(); ++k) {
      if (item.shape[2 * k] != letter) continue;
      found.extents[k] = to;
      changed = true;
    }
    const Handle type(H5Tcopy(H5T_IEEE_F64LE), H5Tclose);
    if (changed) make(file, item.path, type, 0, found.extents, found.values);
  }
}

void change_attribute(hid_t file, const Item& item, const Edit& edit) {
  static constexpr const char* texts[]{"discs",      "spheres", "balls", "polyhedra",
                                       "plane_grid", "none",    "cubes", ""};
  const Handle at(H5Oopen(file, item.path.c_str(), H5P_DEFAULT), H5Oclose);
  if (at < 0) return;
  H5Adelete(at, item.attribute.c_str());
  if (edit.action % 8 == 7) return;
  const bool text = edit.action % 8 < 5;
  Extents extents;
  for (std::size_t k = 0; k < edit.rank % 3U && edit.action % 8 > 3; ++k)
    extents.push_back(extent(edit.extent[k]));
  const Handle type(text ? string_type(12) : new_type(edit.type), H5Tclose);
  const Handle space(
      extents.empty() ? H5Screate(H5S_SCALAR)
                      : H5Screate_simple(static_cast<int>(extents.size()), extents.data(), nullptr),
      H5Sclose);
  // HDF5 takes the memory of an attribute when it is made.
  if (product(extents) > 64.0) return;
  const Handle made(H5Acreate2(at, item.attribute.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT),
                    H5Aclose);
  if (made < 0) return;
  const auto count = static_cast<std::size_t>(product(extents));
  const H5T_class_t kind = H5Tget_class(type);
  if (text) {
    std::string bytes;
    for (std::size_t k = 0; k < count; ++k)
      bytes.append(std::string(choice(texts, edit.values)).append(12, '\0').substr(0, 12));
    if (edit.index > 250) std::fill(bytes.begin(), bytes.end(), 'x');  // without an end
    H5Awrite(made, type, bytes.data());
  } else if (kind == H5T_INTEGER || kind == H5T_FLOAT) {
    const std::vector<double> all(count, special(edit.values));
    H5Awrite(made, H5T_NATIVE_DOUBLE, all.data());
  }
}

void change_data_set(hid_t file, const Item& item, const Edit& edit) {
  static constexpr char letters[]{'T', 'N', 'd', '1', '3', '4', 'n', 'C', 'E', '2', 'P', 'F'};
  const char* path = item.path.c_str();
  const std::string& other = choice(items(), edit.index).path;
  const Handle type(new_type(edit.type), H5Tclose);
  const unsigned action = edit.action % 16U;
  // What is deleted or made without regard to what was there need not be read.
  Found found = action > 0 && action < 10 ? find(file, item.path) : Found{};
  switch (action) {
    case 0:
      H5Ldelete(file, path, H5P_DEFAULT);
      return;
    case 1:
    case 2: {  // made anew
      Extents extents;
      for (std::size_t k = 0; k < edit.rank % 5U; ++k)
        extents.push_back(extent(edit.extent[k % 4]));
      std::vector<double> values = found.values;
      if (edit.values > 0) values = {special(edit.values), special(edit.index)};
      make(file, item.path, type, edit.layout, extents, values);
      return;
    }
    case 3:
    case 4:  // one extent
      if (found.extents.empty()) return;
      found.extents[edit.index % found.extents.size()] = extent(edit.extent[0]);
      found.values.push_back(special(edit.values));
      make(file, item.path, type, edit.layout, found.extents, found.values);
      return;
    case 5:  // one extent more, of 1 or so, in any place
      found.extents.insert(found.extents.begin() +
                               static_cast<std::ptrdiff_t>(edit.index % (found.extents.size() + 1)),
                           extent(edit.extent[0]));
      found.values.push_back(special(edit.values));
      make(file, item.path, type, edit.layout, found.extents, found.values);
      return;
    case 6:
    case 7:
    case 8:
    case 9:  // one number
      if (found.values.empty()) return;
      found.values[edit.index % found.values.size()] = special(edit.values);
      make(file, item.path, type, edit.layout, found.extents, found.values);
      return;
    case 10:
      change_everywhere(file, choice(letters, edit.letter), extent(edit.extent[0]));
      return;
    case 11:
      H5Ldelete(file, path, H5P_DEFAULT);
      H5Lcreate_soft(other.c_str(), file, path, H5P_DEFAULT, H5P_DEFAULT);
      return;
    case 12:
      if (H5Oexists_by_name(file, other.c_str(), H5P_DEFAULT) <= 0) return;
      H5Ldelete(file, path, H5P_DEFAULT);
      H5Lcreate_hard(file, other.c_str(), file, path, H5P_DEFAULT, H5P_DEFAULT);
      return;
    case 13:
      H5Ldelete(file, path, H5P_DEFAULT);
      H5Lcreate_external("elsewhere.h5", "/x", file, path, H5P_DEFAULT, H5P_DEFAULT);
      return;
    case 14: {
      H5Ldelete(file, path, H5P_DEFAULT);
      const Handle group(H5Gcreate2(file, path, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
      return;
    }
    default: {  // without any size
      H5Ldelete(file, path, H5P_DEFAULT);
      const Handle space(H5Screate(H5S_NULL), H5Sclose);
      const Handle set(H5Dcreate2(file, path, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                       H5Dclose);
    }
  }
}

/// The library refuses to hold in memory what has the name of a file: no file can have this one.
constexpr const char* nowhere = "/dev/null/memory";

hid_t in_memory() {
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fapl_core(access, 1 << 14, 0);
  return access;
}

hid_t open_in_memory(std::span<const std::byte> bytes) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  const Handle access(in_memory(), H5Pclose);
  // The library copies what it is given and changes nothing, whatever its signature says.
  H5Pset_file_image(access, const_cast<std::byte*>(bytes.data()), bytes.size());
  return H5Fopen(nowhere, H5F_ACC_RDWR, access);
}

}  // namespace

std::vector<std::byte> packed_file(std::span<const std::byte> bytes) {
  const Handle wide(open_in_memory(bytes), H5Fclose);
  for (const Item& item : items()) {
    const Found found = find(wide, item.path);
    if (!item.attribute.empty() || !found.there) continue;
    const Handle old(H5Dopen2(wide, item.path.c_str(), H5P_DEFAULT), H5Dclose);
    const Handle type(H5Dget_type(old), H5Tclose);
    make(wide, item.path, type, 0, found.extents, found.values);
  }
  for (const char* name : {"velocity", "orientation", "angular_velocity"})
    for (const char* clock : {"/step", "/time"})
      H5Ldelete(wide, ("/particles/bodies/" + std::string(name) + clock).c_str(), H5P_DEFAULT);
  const Handle access(in_memory(), H5Pclose);
  const Handle file(H5Fcreate("/dev/null/packed", H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose);
  for (const char* group : {"/h5md", "/particles", "/observables", "/impactbench"})
    if (H5Lexists(wide, group, H5P_DEFAULT) > 0)
      H5Ocopy(wide, group, file, group, H5P_DEFAULT, H5P_DEFAULT);
  H5Fflush(file, H5F_SCOPE_LOCAL);
  const ssize_t size = H5Fget_file_image(file, nullptr, 0);
  std::vector<std::byte> out(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  H5Fget_file_image(file, out.data(), out.size());
  return out;
}

std::int64_t edited_file(std::span<const std::byte> bytes, std::span<const Edit> edits) {
  const hid_t file = open_in_memory(bytes);
  for (const Edit& edit : edits) {
    const Item& item = items()[edit.item % items().size()];
    if (item.attribute.empty())
      change_data_set(file, item, edit);
    else
      change_attribute(file, item, edit);
  }
  return file;
}

}  // namespace impactbench::fuzz
