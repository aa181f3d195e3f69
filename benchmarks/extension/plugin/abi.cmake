# cmake -D FILES=a.hpp;... -D ROOT=... -D VERSION=... -D OUTPUT=abi.hpp -P abi.cmake
# Writes the data by which a plug-in is compared with the program: the version, a hash of the headers, ...
cmake_minimum_required(VERSION 3.25)
string(REPLACE "|" ";" FILES "${FILES}")
set(text)
foreach(file IN LISTS FILES)
  file(SHA256 "${ROOT}/${file}" hash)
  string(APPEND text "${file} ${hash}\n")
endforeach()
string(SHA256 hash "${text}")
string(SUBSTRING ${hash} 0 16 hash)
configure_file(${CMAKE_CURRENT_LIST_DIR}/abi.hpp.in ${OUTPUT} @ONLY)
