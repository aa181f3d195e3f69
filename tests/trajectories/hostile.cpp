// Trajectories of strangers: each shape is held against each other before anything is read by it.

#include "benchmarks/trajectories/hdf5.hpp"
#include "benchmarks/trajectories/state_file.hpp"
#include "benchmarks/trajectories/trajectory_file.hpp"
#include "benchmarks/trajectories/vtu.hpp"
#include "problems/base/error.hpp"
#include "tests/support/scratch.hpp"
#include "tests/support/slurp.hpp"

#include <gtest/gtest.h>
#include <hdf5.h>

#include <functional>
#include <limits>

namespace impactbench {
namespace {

using testing::Scratch;

/// The contents of a file of two instants of three discs with one contact each; a test changes one
/// thing.
struct Said {
  std::string bodies{"discs"};
  int schema{1};
  std::size_t instants{2}, count{3}, dimension{2}, turn{1}, spin{1}, velocities{3};
  std::vector<double> radius{0.1, 0.1, 0.1}, mass{1, 1, 1}, inertia{1, 1, 1}, time{0, 1};
  std::string scene{"dimension = 2\nhorizon = 1\n"};
  bool has_radius{true}, has_mass{true}, has_velocity{true};
  std::vector<std::int64_t> end{1, 2};
  std::vector<int> a{0, 1}, b{1, -1};
  std::size_t partners{1};  ///< numbers in a row of a
  std::size_t vector_width{3}, vectors{2};

  void write(const std::string& path) const {
    Hdf5File file(path, Hdf5File::Mode::write);
    const std::string at = "/particles/bodies/", own = "/impactbench/";
    file.attribute("/impactbench", "schema", std::vector{schema});
    file.attribute("/impactbench", "bodies", bodies);
    const auto numbers = [&](const std::string& name, std::vector<std::size_t> shape,
                             std::size_t rows) {
      file.grow(name, Hdf5File::Type::number, shape, 4);
      std::size_t size = rows;
      for (const std::size_t n : shape)
        size *= n;
      file.append(name, std::vector<double>(size, 0.5));
    };
    numbers(at + "position/value", {count, dimension}, instants);
    if (has_velocity) numbers(at + "velocity/value", {velocities, dimension}, instants);
    if (turn > 0) numbers(at + "orientation/value", {count, turn}, instants);
    if (spin > 0) numbers(at + "angular_velocity/value", {count, spin}, instants);
    file.write(at + "position/time", time);
    file.write(at + "position/step", std::vector<double>{0, 1});
    if (has_radius) file.write(at + "radius", radius);
    if (has_mass) file.write(at + "mass", mass);
    file.write(at + "inertia", inertia);
    file.write(own + "scene", scene);
    file.write(own + "obstacles/edges", std::vector<double>{});
    file.grow(own + "contacts/end", Hdf5File::Type::whole, {}, 4);
    file.append(own + "contacts/end", end);
    file.grow(own + "contacts/a", Hdf5File::Type::integer,
              partners == 1 ? std::vector<std::size_t>{} : std::vector{partners}, 4);
    file.append(own + "contacts/a", a);
    file.write(own + "contacts/b", b);
    numbers(own + "contacts/normal", {vector_width}, vectors);
    numbers(own + "contacts/force", {vector_width}, vectors);
  }
};

struct Edit {
  const char* name;
  std::function<void(Said&)> edit;
  const char* words;
};

std::ostream& operator<<(std::ostream& out, const Edit& edit) {
  return out << edit.name;
}

class EditedTrajectory : public ::testing::TestWithParam<Edit> {};

TEST(EditedTrajectories, TheOneThatNobodyEditedIsRead) {
  const Scratch scratch;
  Said{}.write(scratch / "t.h5");
  EXPECT_EQ(write_paraview(scratch / "t.h5", scratch / "vtu"), 2U);
  write_state(scratch / "t.h5", 1.0, scratch / "state.toml");
  EXPECT_NE(slurp(scratch / "state.toml")
                .find("inertia = 1.0\nposition = [0.5, 0.5]\nvelocity = [0.5, 0.5]\nspin = "
                      "0.5\nangle = 0.5"),
            std::string::npos);
}

TEST(EditedTrajectories, SaysItsSceneAsItIsOrIsNoState) {
  const Scratch scratch;
  const auto says = [&](const std::function<void(Said&)>& edit) -> std::string {
    Said said;
    edit(said);
    said.write(scratch / "t.h5");
    try {
      write_state(scratch / "t.h5", 1.0, scratch / "state.toml");
    } catch (const ConfigurationError& e) {
      return e.what();
    }
    return "was read";
  };
  for (const auto& [edit, words] : std::vector<std::pair<std::function<void(Said&)>, const char*>>{
           {[](Said& s) { s.scene = "dimension = "; }, "/impactbench/scene:1:"},
           {[](Said& s) { s.scene = "dimension = 3\nhorizon = 1\n"; },
            "other bodies than its scene"},
           {[](Said& s) { s.scene += "rotates = false\n"; }, "other bodies than its scene"},
           {[](Said& s) { s.scene += "bodies = \"t.h5\"\n"; }, "must not name a file"},
           {[](Said& s) { s.inertia.clear(); }, "0 numbers inertia for 3 bodies"},
           {[](Said& s) { s.inertia[1] = 0.0; }, "disc 2: inertia = 0"}}) {
    const std::string said = says(edit);
    EXPECT_NE(said.find("t.h5"), std::string::npos) << said;
    EXPECT_NE(said.find(words), std::string::npos) << said;
  }
}

TEST(EditedTrajectories, ASceneOfAnyLengthIsReadAndAFalseLengthIsNot) {
  // Twenty thousand walls are two megabytes of scene. A length is believed as far as the file is
  // long: two gigabytes are not in one of some kilobytes.
  const Scratch scratch;
  Said said;
  while (said.scene.size() < (std::size_t{2} << 20))
    said.scene += "[[obstacle]]\nshape = \"half_space\"\npoint = [0.0, 0.0]\nnormal = [0.0, 1.0]\n";
  said.write(scratch / "t.h5");
  EXPECT_EQ(TrajectoryReader(scratch / "t.h5").scene(), said.scene);
  Said{}.write(scratch / "false.h5");
  const char* scene = "/impactbench/scene";
  const hid_t file = H5Fopen((scratch / "false.h5").c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  H5Ldelete(file, scene, H5P_DEFAULT);
  const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
  H5Tset_size(type, std::size_t{1} << 31);
  const hid_t set = H5Dcreate2(file, scene, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  EXPECT_GE(set, 0);
  H5Dclose(set);
  H5Sclose(space);
  H5Tclose(type);
  H5Fclose(file);
  EXPECT_THROW((void)TrajectoryReader(scratch / "false.h5").scene(), ConfigurationError);
}

TEST_P(EditedTrajectory, IsRefusedWithASentence) {
  const Scratch scratch;
  Said said;
  GetParam().edit(said);
  said.write(scratch / "t.h5");
  for (const std::function<void()>& read : std::vector<std::function<void()>>{
           [&] { write_paraview(scratch / "t.h5", scratch / "vtu"); },
           [&] { write_state(scratch / "t.h5", 1.0, scratch / "state.toml"); }}) {
    try {
      read();
      ADD_FAILURE() << "was read";
    } catch (const ConfigurationError& e) {
      EXPECT_NE(std::string(e.what()).find("t.h5'"), std::string::npos) << e.what();
      EXPECT_NE(std::string(e.what()).find(GetParam().words), std::string::npos) << e.what();
    }
  }
  EXPECT_FALSE(std::filesystem::exists(scratch / "state.toml")) << "something was written";
}

INSTANTIATE_TEST_SUITE_P(
    Edits, EditedTrajectory,
    ::testing::Values(
        Edit{"NoRadius", [](Said& s) { s.has_radius = false; }, "radius"},
        Edit{"EmptyRadius", [](Said& s) { s.radius.clear(); }, "0 numbers radius for 3 bodies"},
        Edit{"TooFewRadii", [](Said& s) { s.count = 25, s.velocities = 25; },
             "3 numbers radius for 25 bodies"},
        Edit{"NegativeRadius", [](Said& s) { s.radius[1] = -1.0; },
             "radius = -1: must be at least 0"},
        Edit{"RadiusThatIsNoNumber",
             [](Said& s) { s.radius[1] = std::numeric_limits<double>::quiet_NaN(); },
             "radius = nan"},
        Edit{"NoMass", [](Said& s) { s.has_mass = false; }, "mass"},
        Edit{"TooManyMasses", [](Said& s) { s.mass.push_back(1.0); }, "4 numbers mass"},
        Edit{"NoVelocity", [](Said& s) { s.has_velocity = false; }, "velocity"},
        Edit{"VelocitiesOfOthers", [](Said& s) { s.velocities = 2; }, "velocity/value"},
        Edit{"NoAngles", [](Said& s) { s.turn = 0; }, "orientation"},
        Edit{"QuaternionsOfDiscs", [](Said& s) { s.turn = 4; }, "orientation"},
        Edit{"DiscsInSpace", [](Said& s) { s.dimension = 3; }, "discs of dimension 3"},
        Edit{"BallsInThePlane",
             [](Said& s) {
               s.bodies = "balls";
               s.turn = s.spin = 3;
             },
             "balls of dimension 2"},
        Edit{"ContactOfABodyThatIsNotThere", [](Said& s) { s.a[1] = 3; }, "bodies 3 and -1"},
        Edit{"ContactWithABodyThatIsNotThere", [](Said& s) { s.b[0] = 1000; }, "bodies 0 and 1000"},
        Edit{"ContactOfAWall", [](Said& s) { s.a[0] = -1; }, "bodies -1 and 1"},
        Edit{"ContactBelowAWall", [](Said& s) { s.b[1] = -2; }, "bodies 1 and -2"},
        Edit{"ContactsThatEndBeforeTheyBegin",
             [](Said& s) {
               s.end = {2, 1};
             },
             "end at 1 of 2"},
        Edit{"ContactsBeyondTheirLists",
             [](Said& s) {
               s.end = {1, 900};
             },
             "end at 900 of 2"},
        Edit{"NegativeEnd",
             [](Said& s) {
               s.end = {-1, 2};
             },
             "end at -1"},
        // Read row by row there are others than those that were counted one by one.
        Edit{"PartnersInTwoColumns",
             [](Said& s) {
               s.a = {0, 1, 0, 999};
               s.partners = 2;
               s.end = {0, 2};
             },
             "contacts/a"},
        Edit{"TooFewPartners", [](Said& s) { s.b.pop_back(); }, "fewer than 2 contacts"},
        Edit{"NormalsInThePlane", [](Said& s) { s.vector_width = 2; }, "normals and forces"},
        Edit{"TooFewNormals", [](Said& s) { s.vectors = 1; }, "normals and forces"},
        Edit{"TimeThatIsNoNumber",
             [](Said& s) { s.time[1] = std::numeric_limits<double>::quiet_NaN(); }, "an instant 1"},
        Edit{"OtherLayout", [](Said& s) { s.schema = 2; }, "layout 2"},
        Edit{"UnknownBodies", [](Said& s) { s.bodies = "cubes"; }, "cubes"}),
    [](const auto& tested) { return std::string(tested.param.name); });

/// The replacement for a list of a valid file, where `other` is another such file.
struct Elsewhere {
  const char* name;
  void (*put)(hid_t file, const char* list, const char* other);
  const char* words;
};

std::ostream& operator<<(std::ostream& out, const Elsewhere& elsewhere) {
  return out << elsewhere.name;
}

class TrajectoryElsewhere : public ::testing::TestWithParam<Elsewhere> {};

TEST_P(TrajectoryElsewhere, IsNotReadFromThere) {
  const Scratch scratch;
  Said{}.write(scratch / "t.h5");
  Said{}.write(scratch / "other.h5");
  const char* list = "/impactbench/contacts/a";
  const hid_t file = H5Fopen((scratch / "t.h5").c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  H5Ldelete(file, list, H5P_DEFAULT);
  GetParam().put(file, list, (scratch / "other.h5").c_str());
  H5Fclose(file);
  try {
    write_state(scratch / "t.h5", 1.0, scratch / "state.toml");
    ADD_FAILURE() << "was read";
  } catch (const ConfigurationError& e) {
    EXPECT_NE(std::string(e.what()).find(GetParam().words), std::string::npos) << e.what();
  }
}

void put_data_set(hid_t file, const char* list, void (*say)(hid_t made, hid_t space, const char*),
                  const char* other) {
  const hsize_t two = 2;
  const hid_t made = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(1, &two, nullptr);
  say(made, space, other);
  const hid_t set = H5Dcreate2(file, list, H5T_STD_I32LE, space, H5P_DEFAULT, made, H5P_DEFAULT);
  EXPECT_GE(set, 0);
  H5Dclose(set);
  H5Sclose(space);
  H5Pclose(made);
}

INSTANTIATE_TEST_SUITE_P(
    Places, TrajectoryElsewhere,
    ::testing::Values(Elsewhere{"ALink",
                                [](hid_t file, const char* list, const char* other) {
                                  H5Lcreate_external(other, list, file, list, H5P_DEFAULT,
                                                     H5P_DEFAULT);
                                },
                                "is a link to another file"},
                      Elsewhere{"ALinkToALink",
                                [](hid_t file, const char* list, const char* other) {
                                  H5Lcreate_external(other, list, file, "/door", H5P_DEFAULT,
                                                     H5P_DEFAULT);
                                  H5Lcreate_soft("/door", file, list, H5P_DEFAULT, H5P_DEFAULT);
                                },
                                "contacts/a: is missing"},
                      Elsewhere{"NumbersOfAnyFile",
                                [](hid_t file, const char* list, const char* other) {
                                  put_data_set(
                                      file, list,
                                      [](hid_t made, hid_t, const char* from) {
                                        H5Pset_external(made, from, 0, H5F_UNLIMITED);
                                      },
                                      other);
                                },
                                "has its numbers in another file"},
                      Elsewhere{"AViewOfAnotherFile",
                                [](hid_t file, const char* list, const char* other) {
                                  put_data_set(
                                      file, list,
                                      [](hid_t made, hid_t space, const char* from) {
                                        H5Pset_virtual(made, space, from, "/impactbench/contacts/a",
                                                       space);
                                      },
                                      other);
                                },
                                "has its numbers in another file"},
                      Elsewhere{"MoreThanTheFileHolds",
                                [](hid_t file, const char* list, const char* other) {
                                  put_data_set(
                                      file, list,
                                      [](hid_t, hid_t space, const char*) {
                                        const hsize_t many = hsize_t{1} << 40;
                                        H5Sset_extent_simple(space, 1, &many, nullptr);
                                      },
                                      other);
                                },
                                "more than the file can hold"}),
    [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace impactbench
